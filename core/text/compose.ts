import { CELLS, type Positions, type Retina, TEXT_LIMIT } from "../retina/types.ts";
import { chooseCells } from "./choose-cells.ts";
import { divideCells } from "./divide-cells.ts";
import { backgroundOf, pileOf } from "./pile.ts";
import { spread } from "./spread.ts";
import { effectiveTerms, type TermBag } from "./term-bag.ts";

/** Makes fingerprints out of piles of terms. */
export interface Composer {
  /** The fingerprint of a bag: its one term's own, or at most 983 positions chosen from the pile. */
  compose(bag: TermBag): Positions;
  /** How high the bag piles up on each cell, neighbours included; the cells add up to 1. */
  heights(bag: TermBag): Float64Array;
  /** What each cell speaks for the bag beyond what any text would; 0 or more. */
  support(bag: TermBag): Float64Array;
  /** How many of the cells each term of the bag accounts for, in the order of the bag; the sum is their number. */
  credits(bag: TermBag, cells: Positions): Float64Array;
}

/** How much a cell's neighbours count beside the cell itself in a short text. */
const NEIGHBOURS = 0.6;
/** Up to this many terms neighbours count fully; in longer texts their share falls, since the pile is dense. */
const SHORT_TEXT = 6;
/** Positions of a text of n equal terms: 220 times n to the power of 0.7, up to 983. */
const FIRST_POSITIONS = 220;
const GROWTH = 0.7;

export function createComposer(retina: Retina, weights: Float64Array): Composer {
  let background: Background | undefined;
  const heights = (bag: TermBag) =>
    withNeighbours(pileOf(bag, retina), neighbourShare(effectiveTerms(bag)));
  const support = (bag: TermBag) => {
    background ??= measureBackground(backgroundOf(retina, weights));
    return supportOf(heights(bag), background);
  };
  const compose = (bag: TermBag) => {
    const [only] = bag.terms;
    if (only !== undefined && bag.terms.length === 1) return retina.positions(only).slice();
    return chooseCells(support(bag), positionCount(effectiveTerms(bag)));
  };
  const credits = (bag: TermBag, cells: Positions) =>
    divideCells(bag, cells, {
      retina,
      neighbours: bag.terms.length === 1 ? 0 : neighbourShare(effectiveTerms(bag)),
    });
  return { compose, heights, support, credits };
}

/** How many positions a text of so many effective terms gets. */
export function positionCount(terms: number): number {
  return Math.min(TEXT_LIMIT, Math.round(FIRST_POSITIONS * terms ** GROWTH));
}

/** The weight of the spread pile beside the pile, for so many effective terms. */
export function neighbourShare(terms: number): number {
  return NEIGHBOURS * Math.min(1, SHORT_TEXT / Math.max(terms, 1));
}

function withNeighbours(pile: Float64Array, share: number): Float64Array {
  const blurred = spread(pile);
  for (let cell = 0; cell < CELLS; cell++)
    blurred[cell] = (pile[cell]! + share * blurred[cell]!) / (1 + share);
  return blurred;
}

/** What running text of no subject piles up on each cell, and one over the root of it. */
export interface Background {
  readonly heights: Float64Array;
  readonly scale: Float64Array;
}

export function measureBackground(heights: Float64Array): Background {
  return { heights, scale: heights.map((height) => 1 / Math.sqrt(height)) };
}

/** Heights less the background, on the scale of the background's own chance variation. */
export function supportOf(heights: Float64Array, { heights: usual, scale }: Background) {
  const support = new Float64Array(CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    const more = heights[cell]! - usual[cell]!;
    if (more > 0) support[cell] = more * scale[cell]!;
  }
  return support;
}
