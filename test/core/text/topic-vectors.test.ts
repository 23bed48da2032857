import { expect, test } from "vitest";
import { createLexicon } from "../../../core/text/lexicon.ts";
import { topicVectors } from "../../../core/text/slices.ts";
import { TermCells } from "../../../core/text/term-cells.ts";
import { termWeights } from "../../../core/text/weights.ts";
import { buildRetina } from "../../support/retina-builder.ts";

/** Terms far from each other on the map, so that only their letters tell that two are akin. */
const retina = buildRetina(
  ["gardening", "gardener", "garlic", "guitar"].map((term, i) => ({
    term,
    occurrences: 50,
    posTypes: ["NOUN"] as const,
    positions: Array.from({ length: 100 }, (_, k) => 4000 * i + k),
  })),
);
const tools = {
  retina,
  lexicon: createLexicon(retina),
  cells: new TermCells(retina),
  weights: termWeights(retina),
};

test("sentences with forms of one word are alike, whatever their places on the map", () => {
  const { size, values } = topicVectors(["gardening", "gardener", "garlic", "guitar"], tools);
  const row = (i: number) => values.subarray(i * size, (i + 1) * size);
  const cosine = (a: number, b: number) => {
    const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, v, k) => sum + v * y[k]!, 0);
    return dot(row(a), row(b)) / Math.sqrt(dot(row(a), row(a)) * dot(row(b), row(b)));
  };
  // The mean of the four is taken off, so that those with nothing in common point away from each other.
  expect(cosine(0, 1)).toBeGreaterThan(0);
  for (const [a, b] of [
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 3],
    [2, 3],
  ] as const)
    expect(cosine(a, b)).toBeLessThan(0);
});
