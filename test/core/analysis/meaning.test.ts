import { expect, it } from "vitest";
import { otherWords } from "../../../core/analysis/meaning.ts";

it("names no further form of a word", () => {
  expect(otherWords(["religion", "religions", "faith", "religious"])).toEqual([
    "religion",
    "faith",
  ]);
  expect(otherWords(["communities", "community", "worship", "worshipping"])).toEqual([
    "communities",
    "worship",
  ]);
  expect(otherWords(["cat", "cats", "car"])).toEqual(["cat", "cats", "car"]);
});
