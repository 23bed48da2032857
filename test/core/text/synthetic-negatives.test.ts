import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createComposer } from "../../../core/text/compose.ts";
import { SyntheticNegatives } from "../../../core/text/synthetic-negatives.ts";
import { TermCells } from "../../../core/text/term-cells.ts";
import { termWeights } from "../../../core/text/weights.ts";
import { buildRetina } from "../../support/retina-builder.ts";
import { seededRandom } from "../../support/seeded-random.ts";

/** Stand-ins of a retina of so many terms, the last of which is by far the most frequent. */
function syntheticNegatives(terms: number) {
  const random = seededRandom(terms);
  const rows = Array.from({ length: terms }, (_, i) => ({
    term: `word${"abcdefghijklmnop"[i]}`,
    occurrences: 10 + i,
    posTypes: ["NOUN"] as const,
    positions: random.distinct(120, 16_384),
  }));
  const retina = buildRetina(rows);
  const weights = termWeights(retina);
  const composer = createComposer(new TermCells(retina), weights);
  return { retina, made: new SyntheticNegatives({ retina, weights, composer }) };
}

describe("stand-ins", () => {
  it("of a retina of one term all have that term's cells", () => {
    const { retina, made } = syntheticNegatives(1);
    const list = made.ofLength(3);
    expect(list).toHaveLength(100);
    for (const positions of list) expect([...positions]).toEqual([...retina.positions(0)]);
  });

  it("are made of terms that the retina has, the first and the last among them", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 16 }), (terms) => {
        const { retina, made } = syntheticNegatives(terms);
        const all = made.ofLength(1).map((positions) => String(positions));
        const own = Array.from({ length: terms }, (_, id) => String(retina.positions(id)));
        for (const one of all) expect(own).toContain(one);
        if (terms <= 5) for (const one of own) expect(all).toContain(one);
      }),
      { numRuns: 15 },
    );
  });
});
