import { expect, it } from "vitest";
import {
  type CompareItem,
  itemOf,
  whyEmpty,
} from "../../../../../renderer/features/compare/model/comparison.ts";

const text = (typed: string): CompareItem => itemOf({ text: typed }, typed);
const word = (typed: string): CompareItem => itemOf({ term: typed }, typed);
const bank = text("The bank raised rates.");

it("says of an item without cells why it has none, and nothing before they are known", () => {
  expect(whyEmpty(word("violinguitar"), [])).toMatch(/^None of its words is on this map/);
  expect(whyEmpty({ ...word("a"), kind: "line" }, [])).toBe("It has no cells.");
  expect(whyEmpty(bank, [7])).toBe("");
  expect(whyEmpty(bank, undefined)).toBe("");
});
