import { describe, expect, it } from "vitest";
import {
  type CompareItem,
  itemOf,
  savedComparison,
  whyEmpty,
} from "../../../../../renderer/features/compare/model/comparison.ts";

const text = (typed: string): CompareItem => itemOf({ text: typed }, typed);
const word = (typed: string): CompareItem => itemOf({ term: typed }, typed);
const [bank, choir] = [text("The bank raised rates."), text("The choir sang.")];
const EMPTY = { kind: "term", typed: "", source: null, madeWith: "" };

it("says of an item without cells why it has none, and nothing before they are known", () => {
  expect(whyEmpty(word("violinguitar"), [])).toMatch(/^No word of it is in the retina/);
  expect(whyEmpty({ ...word("a"), kind: "line" }, [])).toBe("It has no cells.");
  expect(whyEmpty(bank, [7])).toBe("");
  expect(whyEmpty(bank, undefined)).toBe("");
});

describe("the comparison of a workspace of an earlier version", () => {
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

  it("has the filled slots, and keeps what is damaged for the notice", () => {
    const items = [EMPTY, bank, { source: 7 }, EMPTY];
    const content = { compare: { items, scope: "few", previous: [choir], threshold: 0.2 } };
    expect(savedComparison(content)).toMatchObject({
      items: [bank, { source: 7 }],
      threshold: 0.2,
    });
    expect(savedComparison(content), "the same value each time").toBe(savedComparison(content));
  });

  it("has its two sides and the threshold", () => {
    const content = { compare: { ...sides, left: bank, right: choir, previous: null } };
    expect(savedComparison(content)).toMatchObject({ items: [bank, choir], threshold: 0.4 });
  });

  it("has the pins of the overlay where both sides are empty", () => {
    const compare = { ...sides, left: EMPTY, right: EMPTY, previous: null };
    const laid = { items: [word("violin"), word("drum")] };
    expect(savedComparison({ overlay, pins })).toMatchObject(laid);
    expect(savedComparison({ overlay, pins, compare })).toMatchObject(laid);
    expect(savedComparison({ overlay, pins, compare: { ...compare, left: bank } })).toMatchObject({
      items: [bank],
    });
  });

  it("has nothing where Compare was not used, whatever is pinned", () => {
    expect(savedComparison({ pins })).toBeUndefined();
  });
});
