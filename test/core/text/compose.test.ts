import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CellPiles } from "../../../core/kernel/cell-piles.ts";
import {
  backgroundOf,
  cellHandicaps,
  createComposer,
  positionCount,
  usualTimes,
} from "../../../core/text/compose.ts";
import { effectiveTerms } from "../../../core/text/term-bag.ts";
import { TermCells } from "../../../core/text/term-cells.ts";
import { termWeights } from "../../../core/text/weights.ts";
import { plainComposer } from "../../support/plain-composer.ts";
import { textRetina } from "./text-retina.ts";

const CELLS = 16_384;
const retina = textRetina();
const cells = new TermCells(retina);
const weights = termWeights(retina);
const plain = plainComposer(cells, weights);
const composer = createComposer(cells, weights);
const bags = fc
  .uniqueArray(fc.nat(retina.termCount - 1), { minLength: 2, maxLength: 60 })
  .chain((terms) =>
    fc.record({
      terms: fc.constant(terms.sort((a, b) => a - b)),
      amounts: fc.array(fc.double({ min: 0.01, max: 5, noNaN: true }), {
        minLength: terms.length,
        maxLength: terms.length,
      }),
    }),
  );

describe("composing", () => {
  it("takes the cells that rank highest, but for ties within single precision", () => {
    fc.assert(
      fc.property(bags, (bag) => {
        const ranks = plain.ranks(bag);
        const chosen = composer.compose(bag);
        const count = positionCount(effectiveTerms(bag));
        const ordered = ranks.toSorted().reverse();
        const limit = ordered[count - 1]!;
        const supported = ranks.filter((rank) => rank > 0).length;
        expect(chosen.length).toBe(Math.min(count, supported));
        const inside = new Set(chosen);
        const isWrong = (rank: number, cell: number) =>
          inside.has(cell) ? rank < limit * (1 - TOLERANCE) : rank > limit * (1 + TOLERANCE);
        expect(ranks.filter(isWrong)).toHaveLength(0);
      }),
      { numRuns: 30 },
    );
  });

  it("gives one term its own positions, and further ones room", () => {
    const [first, second] = ["apple", "guitar"].map((word) => retina.idOf(word)).sort();
    const alone = composer.compose({ terms: [first!], amounts: [0.2] });
    expect([...alone]).toEqual([...retina.positions(first!)]);
    const two = composer.compose({ terms: [first!, second!], amounts: [1, 1] });
    expect(two).toHaveLength(357);
  });

  it("asks more of a cell in a paragraph than in a sentence", () => {
    expect([1, 15, 25, 35, 200].map(usualTimes)).toEqual([1, 1, 1.25, 1.5, 1.5]);
    const bag = { terms: [...Array(60).keys()], amounts: Array(60).fill(1) };
    const usual = backgroundOf(retina, weights);
    const heights = composer.heights(bag);
    const chosen = composer.compose(bag);
    expect(chosen.length).toBeGreaterThan(100);
    for (const cell of chosen) expect(heights[cell]! / usual[cell]!).toBeGreaterThan(1.4999);
  });
});

/** Heights are sums of a few hundred numbers, each rounded by at most 2 ** -24, less a background not much lower. */
const TOLERANCE = 1e-4;

describe("cellHandicaps", () => {
  it("are above 0, all different, and so fall evenly over the map", () => {
    const handicaps = cellHandicaps();
    expect(new Set(handicaps).size).toBe(CELLS);
    expect(Math.min(...handicaps)).toBeGreaterThan(0);
    const easy = [...handicaps].flatMap((h, cell) => (h < 0.3 ? [cell] : []));
    const top = easy.filter((cell) => cell < CELLS / 2).length;
    expect(Math.abs(top / easy.length - 0.5)).toBeLessThan(0.05);
  });

  it("keep more cells of a word that counts for more, and some of one that counts for less", () => {
    const even = new Float32Array(CELLS).fill(1);
    const rankScale = cellHandicaps().map((handicap) => 1 / handicap);
    const piles = new CellPiles([1, 0, 0, 0, 0], { usual: even, scale: even, rankScale });
    piles.pile.fill(4, 0, 300).fill(2, 300, 600);
    const chosen = piles.raise(0).best(200);
    const strong = chosen.filter((cell) => cell < 300).length;
    expect(strong).toBeGreaterThan(120);
    expect(strong).toBeLessThan(180);
  });
});
