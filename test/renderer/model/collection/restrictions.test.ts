import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkArgs } from "../../../../core/api/validate.ts";
import { checkQuery } from "../../../../core/collection/port/check-query.ts";
import {
  chipText,
  queryOf,
  type Restriction,
  slotOf,
  toggledValue,
  withoutSlot,
  withRestriction,
} from "../../../../renderer/model/collection/restrictions.ts";

const PARTY: Restriction = { kind: "values", column: "party", values: ["Whig", "none"] };
const OLD: Restriction = {
  kind: "range",
  column: "date",
  range: { from: "1850-01-01", below: "1860-01-01" },
  label: "1850s",
};
const TARIFF: Restriction = {
  kind: "like",
  expression: { term: "tariff" },
  label: "tariff",
  least: 0.2,
};

const restriction: fc.Arbitrary<Restriction> = fc.oneof(
  fc.record({ kind: fc.constant("words" as const), words: fc.constantFrom("tax", '"free trade"') }),
  fc.record({
    kind: fc.constant("values" as const),
    column: fc.constantFrom("party", "speaker"),
    values: fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant("missing" as const), column: fc.constantFrom("party", "speaker") }),
  fc.record({
    kind: fc.constant("range" as const),
    column: fc.constantFrom("date", "year"),
    range: fc.constant({ from: "1850-01-01" }),
  }),
  fc.record({
    kind: fc.constant("region" as const),
    positions: fc.constant([1, 2]),
    share: fc.constant(0.1),
    label: fc.constant("money"),
  }),
  fc.record({
    kind: fc.constant("label" as const),
    filter: fc.constantFrom("war", "tax"),
    is: fc.constantFrom("belongs" as const, "not" as const, "unlabelled" as const),
  }),
  fc.record({
    kind: fc.constant("author" as const),
    filter: fc.constantFrom("war", "tax"),
    author: fc.constant("assistant: a"),
  }),
  fc.constant(TARIFF),
  fc.constant<Restriction>({ kind: "rows", ids: ["a"], label: "1 row" }),
);

describe("restrictions", () => {
  it("ask for all of them together", () => {
    expect(queryOf([PARTY, OLD, TARIFF])).toEqual({
      like: { term: "tariff" },
      least: 0.2,
      where: {
        and: [
          { column: "party", in: ["Whig", "none"] },
          { column: "date", from: "1850-01-01", below: "1860-01-01" },
        ],
      },
    });
    expect(queryOf([])).toEqual({});
  });

  it("say on their chip what they do", () => {
    expect([PARTY, OLD, TARIFF].map(chipText)).toEqual([
      "party: Whig or none",
      "date: 1850s",
      "like tariff, from 0.2",
    ]);
    const years = (range: object): Restriction => ({ kind: "range", column: "year", range });
    expect(
      [{ from: 1 }, { to: 5 }, { below: 5 }, { from: 1, to: 5 }, { from: 1, below: 5 }]
        .map(years)
        .map(chipText),
    ).toEqual([
      "year: from 1",
      "year: up to 5",
      "year: below 5",
      "year: 1 to 5",
      "year: 1 to below 5",
    ]);
  });

  it("switch the values of a column one by one", () => {
    const once = toggledValue([], "party", "Whig");
    const twice = toggledValue(once, "party", "none");
    expect(twice).toEqual([PARTY]);
    expect(toggledValue(toggledValue(twice, "party", "Whig"), "party", "none")).toEqual([]);
  });

  it("are one of each, in their order, and always a query that the service reads", () => {
    fc.assert(
      fc.property(fc.array(restriction), (added) => {
        const list = added.reduce<readonly Restriction[]>(withRestriction, []);
        const slots = list.map(slotOf);
        expect(new Set(slots).size).toBe(slots.length);
        expect(slots).toEqual([...new Set(added.map(slotOf))]);
        for (const each of list)
          expect(added.findLast((a) => slotOf(a) === slotOf(each))).toBe(each);
        const query = queryOf(list);
        expect(() => checkArgs("app.collectionQuery", { name: "news", query })).not.toThrow();
        expect(() => checkQuery(query)).not.toThrow();
        for (const slot of slots)
          expect(withoutSlot(list, slot).map(slotOf)).toEqual(slots.filter((s) => s !== slot));
      }),
    );
  });

  it("calls languages by their names, and asks for their codes", () => {
    const spanish = toggledValue([], "language", "es", { areLanguages: true });
    const two = toggledValue(spanish, "language", "zh", { areLanguages: true });
    expect(two.map(chipText)).toEqual(["language: Spanish or Chinese"]);
    expect(queryOf(two)).toEqual({ where: { column: "language", in: ["es", "zh"] } });
    expect(toggledValue([], "party", "es").map(chipText)).toEqual(["party: es"]);
  });

  it("asks for numbers that stand for names as numbers, and for all rows but some", () => {
    const stars: Restriction = { kind: "values", column: "stars", values: ["1"], areNumbers: true };
    expect(queryOf([stars])).toEqual({ where: { column: "stars", in: [1] } });
    expect(queryOf([{ ...PARTY, isNot: true }])).toEqual({
      where: { not: { column: "party", in: ["Whig", "none"] } },
    });
    expect(chipText({ ...PARTY, isNot: true })).toBe("party: not Whig or none");
    expect(toggledValue([stars], "stars", "2", { areNumbers: true })).toEqual([
      { ...stars, values: ["1", "2"] },
    ]);
  });

  it("asks for the labels of one author, whichever way they say", () => {
    const theirs: Restriction = { kind: "author", filter: "war", author: "assistant: a" };
    expect(queryOf([theirs])).toEqual({
      labels: { not: { label: "war", is: "unlabelled", by: "assistant: a" } },
    });
    expect(chipText(theirs)).toBe("war: labelled by assistant: a");
    expect(withRestriction([{ kind: "label", filter: "war", is: "not" }], theirs)).toEqual([
      theirs,
    ]);
  });

  it("reads no more digits than a limit has", () => {
    const range = { from: 1.8, below: 2.3000000000000003 };
    expect(chipText({ kind: "range", column: "size", range })).toBe("size: 1.8 to below 2.3");
    const score: Restriction = { kind: "score", score: "oil", range: { from: 0.280568676281 } };
    expect(chipText(score)).toBe("score oil: from 0.281");
  });
});
