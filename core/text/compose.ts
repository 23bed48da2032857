import { CellPiles, type UsualHeights } from "../kernel/cell-piles.ts";
import type { Positions } from "../kernel/grid.ts";
import { TEXT_LIMIT } from "../retina/types.ts";
import { divideCells } from "./divide-cells.ts";
import { cellHandicaps } from "./handicap.ts";
import { backgroundOf, pileUp } from "./pile.ts";
import { BELL, REACH } from "./spread.ts";
import { effectiveTerms, type TermBag } from "./term-bag.ts";
import type { TermCells } from "./term-cells.ts";

/** Makes fingerprints out of piles of terms. */
export interface Composer {
  /** The fingerprint of a bag: its one term's own, or at most 983 positions chosen from the pile. */
  compose(bag: TermBag): Positions;
  /** How high the bag piles up on each cell, neighbours included; the cells add up to 1. */
  heights(bag: TermBag): Float32Array;
  /** What each cell speaks for the bag beyond what any text would; 0 or more. */
  support(bag: TermBag): Float32Array;
  /** The `count` highest cells of a map above 0, in rising order; of equally high ones the lower. */
  highest(map: Float32Array, count: number): Positions;
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
/**
 * A cell of a text has to be this many times as high as in running text of no subject: once in a sentence, more in a
 * paragraph, whose few dozen terms pile up the usual words of its field beside what it says itself.
 */
const SHORT_DEMAND = { terms: 15, times: 1 };
const LONG_DEMAND = { terms: 35, times: 1.5 };
/** The bell curve from its middle on. */
const BELL_SIDE = [...BELL.subarray(REACH)];

export function createComposer(cells: TermCells, weights: Float64Array): Composer {
  let made: CellPiles | undefined;
  const piles = () => {
    made ??= new CellPiles(BELL_SIDE, usualHeights(backgroundOf(cells.retina, weights)));
    return made;
  };
  /** The piles with the heights of a bag, adding up to `sum`. */
  const raise = (bag: TermBag, sum = 1): CellPiles => {
    const { pile } = piles();
    const share = neighbourShare(effectiveTerms(bag));
    pileUp(bag, cells, { pile: pile.fill(0), total: sum / (1 + share) });
    return piles().raise(share);
  };
  const compose = (bag: TermBag) => {
    const [only] = bag.terms;
    if (only !== undefined && bag.terms.length === 1) return cells.positions(only).slice();
    const terms = effectiveTerms(bag);
    // Only the order of the cells matters: lower heights are the same as usual heights that are more.
    return raise(bag, 1 / usualTimes(terms)).best(positionCount(terms));
  };
  const credits = (bag: TermBag, divided: Positions) =>
    divideCells(bag, divided, {
      cells,
      neighbours: bag.terms.length === 1 ? 0 : neighbourShare(effectiveTerms(bag)),
    });
  return {
    compose,
    heights: (bag) => raise(bag).heights.slice(),
    support: (bag) => raise(bag).support(),
    highest: (map, count) => piles().highest(map, count),
    credits,
  };
}

/** How many positions a text of so many effective terms gets. */
export function positionCount(terms: number): number {
  return Math.min(TEXT_LIMIT, Math.round(FIRST_POSITIONS * terms ** GROWTH));
}

/** How many times the usual height counts against a cell of a text of so many effective terms. */
export function usualTimes(terms: number): number {
  const span = LONG_DEMAND.terms - SHORT_DEMAND.terms;
  const share = Math.min(1, Math.max(0, (terms - SHORT_DEMAND.terms) / span));
  return SHORT_DEMAND.times + share * (LONG_DEMAND.times - SHORT_DEMAND.times);
}

/** The weight of the spread pile beside the pile, for so many effective terms. */
export function neighbourShare(terms: number): number {
  return NEIGHBOURS * Math.min(1, SHORT_TEXT / Math.max(terms, 1));
}

/**
 * Heights count beyond what running text of no subject piles up, on the scale of its own chance variation; when the cells
 * of a text are chosen, in proportion to their handicap.
 */
function usualHeights(usual: Float64Array): UsualHeights {
  const scale = usual.map((height) => 1 / Math.sqrt(height));
  const handicaps = cellHandicaps();
  return { usual, scale, rankScale: scale.map((value, cell) => value / handicaps[cell]!) };
}
