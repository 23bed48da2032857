import { expect, it } from "vitest";
import { bridgesBetween } from "../../../core/analysis/bridges.ts";
import type { Model } from "../../../core/analysis/engine.ts";
import type { TextEngine } from "../../../core/text/types.ts";
import { buildRetina } from "../../support/retina-builder.ts";

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

/** "bank" has cells 0 to 99, "water" 200 to 299; each row says how many of both a term between them has. */
const between: [term: string, ofBank: number, ofWater: number][] = [
  ["banks", 90, 90],
  ["shore", 40, 30],
  ["ferry", 10, 80],
  ["money", 60, 0],
  ["waters", 50, 95],
  ["boat", 30, 40],
];
const retina = buildRetina(
  [
    { term: "bank", positions: range(0, 100) },
    { term: "water", positions: range(200, 300) },
    ...between.map(([term, ofBank, ofWater]) => ({
      term,
      positions: [...range(0, ofBank), ...range(200, 200 + ofWater), ...range(500, 520)],
    })),
  ].map((row, i) => ({ ...row, occurrences: 1000 - i, posTypes: ["NOUN"] as const })),
);
// No text is read here.
const model: Model = { retina, text: {} as TextEngine };

it("terms between two words come by the smaller share, without the words and their forms", () => {
  const { rows, total, left, right } = bridgesBetween(model, {
    left: { term: "bank" },
    right: { term: "water" },
    limit: 2,
  });
  expect([left, right, total]).toEqual([100, 100, 3]);
  // 30 of 100 is the smaller share of both; "shore" and "boat" tie in the sum too, and the more frequent one comes first.
  expect(rows.map(({ term, left, right }) => [term, left, right])).toEqual([
    ["shore", 40, 30],
    ["boat", 30, 40],
  ]);
  const { rows: all } = bridgesBetween(model, {
    left: { term: "bank" },
    right: { term: "water" },
    limit: 9,
  });
  expect(all.map(({ term }) => term)).toEqual(["shore", "boat", "ferry"]);
});
