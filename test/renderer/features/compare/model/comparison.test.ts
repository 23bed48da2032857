import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CompareItem,
  comparisonIn,
  itemOf,
  joinedItems,
  keptItems,
  MOST_ITEMS,
  NO_ITEM,
  START,
  savedComparison,
  slotsOf,
  whyEmpty,
  withoutItem,
  withSlot,
} from "../../../../../renderer/features/compare/model/comparison.ts";

const text = (typed: string): CompareItem => itemOf({ text: typed }, typed);
const word = (typed: string): CompareItem => itemOf({ term: typed }, typed);
const [bank, choir] = [text("The bank raised rates."), text("The choir sang.")];

it("says of an item without cells why it has none, and nothing before they are known", () => {
  expect(whyEmpty(word("violinguitar"), [])).toMatch(/^No word of it is in the retina/);
  expect(whyEmpty({ ...word("a"), kind: "line" }, [])).toBe("It has no cells.");
  expect(whyEmpty(bank, [7])).toBe("");
  expect(whyEmpty(bank, undefined)).toBe("");
});

describe("what can be brought back", () => {
  it("is the pair that another text replaces", () => {
    const before = { ...START, items: [bank, choir] };
    expect(keptItems(before, 1, text("A goal in the last minute."))).toEqual([bank, choir]);
    expect(keptItems(before, 1, null), "removed").toEqual([bank, choir]);
  });

  it("is not what another is added to", () => {
    expect(keptItems({ ...START, items: [bank, choir] }, 2, word("goal"))).toBeNull();
  });

  it("is never a pair whose text was still being typed", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), (typed) => {
        let now = { ...START, items: [bank] as readonly CompareItem[] };
        for (let end = 1; end <= typed.length; end++) {
          const item = text(typed.slice(0, end));
          now = {
            ...now,
            items: withSlot(now.items, 1).with(1, item),
            previous: keptItems(now, 1, item),
          };
        }
        expect(now.previous).toBeNull();
      }),
    );
  });
});

describe("the slots", () => {
  it("are two at first, one more while all are filled, and eight at most", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (isFilled) => {
        const items = isFilled.map((is, index) => (is ? word(`w${index}`) : NO_ITEM));
        const slots = slotsOf(items);
        expect(slots.length).toBeGreaterThanOrEqual(2);
        expect(slots.length).toBeLessThanOrEqual(MOST_ITEMS);
        expect(slots.slice(0, items.length)).toEqual(items.slice(0, MOST_ITEMS));
        const hasFree = slots.some(({ source }) => source === null);
        expect(hasFree || slots.length === MOST_ITEMS).toBe(true);
      }),
    );
  });

  it("close up when one of three is removed; of two one is emptied and stays a box for texts", () => {
    expect(withoutItem([bank, choir, word("goal")], 0)).toEqual([choir, word("goal")]);
    expect(withoutItem([bank, choir], 0)).toEqual([{ ...NO_ITEM, kind: "text" }, choir]);
  });

  it("of the saved work take what was put in before it arrived, each in its place", () => {
    expect(joinedItems([bank, choir], [NO_ITEM, word("goal"), word("team")])).toEqual([
      bank,
      word("goal"),
      word("team"),
    ]);
    expect(joinedItems([bank, choir], [])).toEqual([bank, choir]);
  });
});

describe("a workspace of an earlier version", () => {
  const sides = { scope: "pair", hidden: ["both"], threshold: 0.4 };
  const pinned = (id: string, label: string) => ({
    id,
    label,
    source: { term: label },
    positions: [1, 2],
    retina: { name: "tiny", checksum: "" },
    created: "2026-01-01T00:00:00.000Z",
  });
  const overlay = { leftOut: ["p2"], reading: "least", drawing: "heat" };
  const pins = [pinned("p1", "violin"), pinned("p2", "guitar"), pinned("p3", "drum")];

  it("has its two sides in place, with the pair before and the threshold", () => {
    const previous = { left: choir, right: bank };
    const content = { compare: { ...sides, left: bank, right: choir, previous } };
    expect(comparisonIn(content)).toEqual({
      ...START,
      items: [bank, choir],
      previous: [choir, bank],
      threshold: 0.4,
    });
    expect(savedComparison(content), "the same value each time").toBe(savedComparison(content));
  });

  it("has the pins that took part in the overlay, drawn and read as they were", () => {
    const empty = { ...sides, left: NO_ITEM, right: NO_ITEM, previous: null };
    for (const content of [
      { overlay, pins },
      { overlay, pins, compare: empty },
    ]) {
      const found = comparisonIn(content);
      expect(found.items).toEqual([word("violin"), word("drum")]);
      expect([found.reading, found.drawing]).toEqual(["least", "heat"]);
    }
  });

  it("keeps the two sides where there were pins over each other as well", () => {
    const compare = { ...sides, left: bank, right: NO_ITEM, previous: null };
    expect(comparisonIn({ compare, overlay, pins }).items).toEqual([bank, NO_ITEM]);
  });

  it("has nothing in Compare where neither was used, whatever is pinned", () => {
    expect(comparisonIn({ pins })).toEqual(START);
  });
});
