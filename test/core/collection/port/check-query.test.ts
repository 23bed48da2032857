import { describe, expect, it } from "vitest";
import type { CollectionQuery } from "../../../../core/api/schema/collection-types.ts";
import { checkArgs } from "../../../../core/api/validate.ts";
import {
  checkCollectionName,
  checkColumnList,
  isRowId,
} from "../../../../core/collection/port/check-head.ts";
import { checkQuery } from "../../../../core/collection/port/check-query.ts";
import { checkPage, toSelection } from "../../../../core/collection/port/check-selection.ts";
import type { CollectionInfo } from "../../../../core/collection/port/store.ts";
import type { badInput } from "../../../../core/errors.ts";
import { COLUMNS, HEAD } from "./arbitrary-selection.ts";

const INFO: CollectionInfo = { ...HEAD, rows: 1, withoutCells: 0, labels: [], scores: ["war"] };
const TEST = { column: "a", missing: true };
const evaluate = () => Uint16Array.from([1, 2]);

/** As a caller's query is checked: by the contract, then for what no schema can say. */
const checked = (query: unknown) =>
  checkQuery(checkArgs("app.collectionQuery", { name: "news", query }).query as CollectionQuery);

/** The code and field of the refusal. */
function refusal(act: () => unknown): string {
  try {
    act();
  } catch (cause) {
    const { code, details } = cause as ReturnType<typeof badInput>;
    return `${code} ${String(details.field ?? details.path)}`;
  }
  return "accepted";
}

describe("the form of a query", () => {
  it("is accepted with all its parts", () => {
    const query = {
      like: { term: "apple" },
      least: 0.2,
      words: "free",
      where: {
        and: [
          { column: "party", equals: "whig" },
          { not: { column: "date", from: "1850-01-01", below: "1860-01-01" } },
        ],
      },
      region: { positions: [0, 16383], share: 0.5 },
      labels: { label: "war", is: "unlabelled" },
      ids: ["a"],
      sample: { rows: 10, seed: 0 },
    };
    expect(checked(query)).toEqual(query);
    expect(checked({})).toEqual({});
  });
  it.each([
    [[], "query"],
    [{ likes: {} }, "query.likes"],
    [{ least: 0.5 }, "query.least"],
    [{ like: { term: "a" }, least: 2 }, "query.least"],
    [{ words: "" }, "query.words"],
    [{ where: { and: [] } }, "query.where.and"],
    [{ where: { and: [{ column: "a" }] } }, "query.where.and[0]"],
    [{ where: { column: "a", equals: null } }, "query.where.equals"],
    [{ where: { column: "a", equals: 1, in: [1] } }, "query.where.in"],
    [{ where: { column: "a", from: 2, to: 1 } }, "query.where"],
    [{ where: { column: "a", from: "b", to: 1 } }, "query.where"],
    [{ where: { column: "a", from: Number.NaN } }, "query.where.from"],
    [{ where: { or: [{ label: "war", is: "maybe" }] } }, "query.where.or[0].is"],
    [
      { where: { or: [TEST, { and: [{ not: { column: "a", from: 2, to: 1 } }] }] } },
      "query.where.or[1].and[0].not",
    ],
    [{ where: { score: "war", from: "1" } }, "query.where.from"],
    [{ where: JSON.parse('{"__proto__": {"column": "a"}}') }, "query.where"],
    [{ region: { positions: [], share: 0.1 } }, "query.region.positions"],
    [{ region: { positions: [1], share: -1 } }, "query.region.share"],
    [{ ids: [] }, "query.ids"],
    [{ sample: { rows: 0, seed: 1 } }, "query.sample.rows"],
  ])("refuses %j at %s", (query, field) => {
    expect(refusal(() => checked(query))).toBe(`bad-input ${field}`);
  });
  it("refuses what is nested too deeply or has too many parts", () => {
    let deep: object = { column: "a", missing: true };
    for (let i = 0; i < 100_000; i++) deep = { not: deep };
    expect(() => checked({ where: deep })).toThrow("The arguments are nested too deeply.");
    let deeper: object = { column: "a", missing: true };
    for (let i = 0; i < 33; i++) deeper = { not: deeper };
    expect(refusal(() => checked({ where: deeper }))).toMatch(/^bad-input query.where(.not)+$/);
    const tests = (count: number) => ({ or: Array(count).fill({ column: "a", contains: "b" }) });
    expect(checked({ where: tests(200), labels: { label: "b", is: "not" } })).toBeDefined();
    expect(() => checked({ where: { not: tests(201) } })).toThrow(
      "The condition has more than 200 tests; give several values to “in”, or ask in several steps.",
    );
    const many = Array.from({ length: 20_001 }, (_, i) => i);
    expect(refusal(() => checked({ where: { column: "a", in: many } }))).toMatch(/bad-input/);
  });
  it("refuses more text to be like than can be read while others wait", () => {
    const half = "river ".repeat(100_000 / 6);
    const both = { like: { or: [{ text: half }, { text: half }] } };
    expect(checked(both)).toBe(both);
    expect(checked({ like: { positions: Array(16_384).fill(16_383) } })).toBeDefined();
    expect(() => checked({ like: `${half}${half} and some more` })).toThrow(
      "“query.like” has 200006 characters of text; at most 200000 are accepted.",
    );
    expect(refusal(() => checked({ like: { or: [{ text: half }, { not: both.like }] } }))).toBe(
      "bad-input query.like",
    );
  });
  it("asks for one column or one score as a field", () => {
    const asked = (field: unknown) => checkArgs("app.collectionHistogram", { name: "news", field });
    expect(asked({ column: "__proto__" }).field).toEqual({ column: "__proto__" });
    expect(refusal(() => asked({ column: "a", score: "b" }))).toBe("bad-input field.score");
    expect(() => asked({})).toThrow(
      "“field” must be either a column or a score, as {“column”: name} or {“score”: name}, not an object.",
    );
  });
  it.each([
    [{ likes: {} }, "“query” has no “likes”; there are: like, least, words,"],
    [{ least: 0.5 }, "“query.least” needs “query.like” beside it."],
    [{ where: { and: [] } }, "“query.where.and” is empty."],
    [{ where: { or: [{ column: "a" }] } }, "“query.where.or[0]” must be a condition: and, or,"],
    [{ where: { not: { column: "a", equal: 1 } } }, "“query.where.not” has no “equal”; there are:"],
    [{ where: { column: "a", in: [1, null] } }, "“query.where.in[1]” must be a string or a number"],
    [
      { where: { and: [{ column: 5, equals: 1 }] } },
      "“query.where.and[0].column” must be a string",
    ],
    [{ where: 5 }, "“query.where” must be an object, not 5."],
    [
      { words: "x".repeat(10_001) },
      "“query.words” must be at most 10000 characters long, not 10001",
    ],
    [{ ids: Array(10_001).fill("a") }, "must be a list of at most 10000 items, not 10001"],
    [{ region: { positions: [16_384], share: 1 } }, "“query.region.positions[0]” must be at most"],
  ])("says what is wrong: case %#", (query, words) => {
    expect(() => checked(query)).toThrow(words);
  });
});

describe("a query of a collection", () => {
  it("becomes a selection", () => {
    const query = {
      like: { term: "apple" },
      words: "free",
      region: { positions: [5, 3], share: 0.5 },
    };
    expect(toSelection(query, INFO, evaluate)).toEqual({
      like: Uint16Array.from([1, 2]),
      words: { all: [["free"]], none: [] },
      region: { positions: Uint16Array.from([3, 5]), share: 0.5 },
    });
  });
  const number = COLUMNS[2]!.name;
  it.each([
    [{ column: "parties", equals: "whig" }, "unknown-column where.column"],
    [{ not: { score: "peace", from: 0.1 } }, "unknown-column where.not.score"],
    [{ column: "date", equals: "1850-02-30" }, "bad-input where.equals"],
    [{ column: number, equals: "1" }, "bad-input where.equals"],
    [{ column: number, contains: "1" }, "bad-input where"],
    [{ column: "party", from: "a" }, "bad-input where"],
    [{ column: "party", in: ["a", 1] }, "bad-input where.in[1]"],
    [{ label: "never used", is: "unlabelled" }, "accepted"],
    [{ score: "war", missing: true }, "accepted"],
  ] as const)("%j: %s", (where, answer) => {
    expect(refusal(() => toSelection({ where }, INFO, evaluate))).toBe(answer);
  });
  it("refuses an expression without a position", () => {
    const like = { like: { term: "a" } };
    expect(() => toSelection(like, INFO, () => new Uint16Array(0))).toThrow(
      expect.objectContaining({ code: "empty-fingerprint" }),
    );
  });
  it("refuses pages that are too deep, and sorting by a list", () => {
    expect(refusal(() => checkPage({ offset: 9_999, limit: 2 }, INFO))).toBe("bad-input offset");
    expect(refusal(() => checkPage({ offset: -1, limit: 2 }, INFO))).toBe("bad-input offset");
    const sort = { field: { column: COLUMNS[3]!.name }, descending: false };
    expect(refusal(() => checkPage({ offset: 0, limit: 2, sort }, INFO))).toBe("bad-input column");
  });
});

describe("heads and ids", () => {
  it("accepts names that can be said, and no others", () => {
    for (const name of ["Reuters 1987", "ä", "state-of-the-union"]) checkCollectionName(name);
    for (const name of ["", " a", "a/b", "..", "a\n", "x".repeat(101)])
      expect(refusal(() => checkCollectionName(name))).toBe("bad-input name");
  });
  it("refuses a column twice and roles of no column", () => {
    checkColumnList(COLUMNS, { date: "date" });
    expect(refusal(() => checkColumnList([COLUMNS[0]!, COLUMNS[0]!], {}))).toBe(
      "bad-input columns",
    );
    expect(refusal(() => checkColumnList(COLUMNS, { title: "none" }))).toBe("bad-input title");
  });
  it("accepts a thousand columns and no more", () => {
    const columns = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `c${i}`, type: "text" as const }));
    checkColumnList(columns(1000), {});
    expect(refusal(() => checkColumnList(columns(1001), {}))).toBe("bad-input columns");
  });
  it("measures ids in bytes", () => {
    expect(isRowId("ä".repeat(250))).toBe(true);
    expect(isRowId("ä".repeat(251))).toBe(false);
    expect(isRowId("")).toBe(false);
  });
});
