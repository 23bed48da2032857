import { CellPiles, type UsualHeights } from "../kernel/cell-piles.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import { type Retina, TEXT_LIMIT } from "../retina/types.ts";
import { BELL, REACH, spread } from "./spread.ts";
import { effectiveTerms, type TermBag } from "./term-bag.ts";
import type { TermCells } from "./term-cells.ts";
import { termFrequency } from "./weights.ts";

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

/** Piles up the fingerprints of a bag's terms in an empty map, each as high as its amount; all cells add up to `total`. */
export function pileUp(
  { terms, amounts }: TermBag,
  cells: TermCells,
  { pile, total }: { readonly pile: Float32Array; readonly total: number },
): void {
  let sum = 0;
  for (let i = 0; i < terms.length; i++) sum += amounts[i]! * cells.size(terms[i]!);
  const factor = sum > 0 ? total / sum : 0;
  for (let i = 0; i < terms.length; i++) cells.addTo(pile, terms[i]!, amounts[i]! * factor);
}

/**
 * The pile that running text of no particular subject makes: every term as often as the corpus has it.
 * One pass over all fingerprints, about 0.05 s for 100,000 terms.
 */
export function backgroundOf(retina: Retina, weights: Float64Array): Float64Array {
  const amounts = weights.map((weight, id) => termFrequency(retina, id) * weight);
  const background = retina.pile(amounts);
  const sum = amounts.reduce((all, amount, id) => all + amount * retina.size(id), 0);
  const floor = LOWEST / CELLS;
  return background.map((height) => Math.max(sum > 0 ? height / sum : 0, floor));
}

/** No cell's background is taken for less than this share of the mean: rare cells must not win by default. */
const LOWEST = 0.2;

const SEED = 0x5e_3a_5c;
/** 1 would draw cells exactly in proportion to their support, 0 would always take the best supported ones. */
const STRENGTH = 0.9;

let table: Float64Array | undefined;

/**
 * A fixed handicap for each cell, above 0, the same for all texts and retinas. A text's support is divided by it
 * before the best cells are taken, which draws cells in proportion to their support: a word that
 * counts a third as much as another keeps about a third as many of its cells, instead of none. Because the
 * handicaps never change, two texts that share a word keep the same cells of it.
 */
export function cellHandicaps(): Float64Array {
  table ??= drawn();
  return table;
}

/** Exponentially distributed over a fixed shuffle of the cells, so that every value occurs exactly once. */
function drawn(): Float64Array {
  const order = shuffledCells();
  const handicaps = new Float64Array(CELLS);
  for (let rank = 0; rank < CELLS; rank++)
    handicaps[order[rank]!] = (-Math.log(1 - (rank + 0.5) / CELLS)) ** STRENGTH;
  return handicaps;
}

function shuffledCells(): Uint16Array {
  const order = Uint16Array.from({ length: CELLS }, (_, cell) => cell);
  let state = SEED;
  for (let i = CELLS - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    const kept = order[i]!;
    order[i] = order[j]!;
    order[j] = kept;
  }
  return order;
}

export interface DivideOptions {
  readonly cells: TermCells;
  /** What a neighbour counted for when the cells were chosen. */
  readonly neighbours: number;
}

/**
 * Divides each cell among the terms of a bag in proportion to what they put there when the text was composed. The
 * parts add up to the number of cells that any term reaches. Cost: the positions of all terms, and two spreads.
 */
export function divideCells(
  { terms, amounts }: TermBag,
  divided: Positions,
  { cells, neighbours }: DivideOptions,
): Float64Array {
  const pile = new Float64Array(CELLS);
  terms.forEach((term, i) => {
    for (const position of cells.positions(term)) pile[position]! += amounts[i]!;
  });
  const heights = withShare(pile, neighbours);
  const perHeight = new Float64Array(CELLS);
  for (const cell of divided) if (heights[cell]! > 0) perHeight[cell] = 1 / heights[cell]!;
  // What a position gives to a cell near it, that cell gives back to the position: the curve is symmetric.
  const worth = withShare(perHeight, neighbours);
  return Float64Array.from(terms, (term, i) => {
    let sum = 0;
    for (const position of cells.positions(term)) sum += worth[position]!;
    return sum * amounts[i]!;
  });
}

/** A map plus a share of its spread. */
function withShare(map: Float64Array, share: number): Float64Array {
  if (share === 0) return map;
  const blurred = spread(map);
  for (let cell = 0; cell < CELLS; cell++) blurred[cell] = map[cell]! + share * blurred[cell]!;
  return blurred;
}
