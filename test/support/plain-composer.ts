import {
  backgroundOf,
  cellHandicaps,
  neighbourShare,
  positionCount,
  usualTimes,
} from "../../core/text/compose.ts";
import { spread } from "../../core/text/spread.ts";
import { effectiveTerms, type TermBag } from "../../core/text/term-bag.ts";
import type { TermCells } from "../../core/text/term-cells.ts";

const CELLS = 16_384;

/** The slow obvious way to choose a text's cells: loops over the whole map in double precision, and sorting. */
export function plainComposer(cells: TermCells, weights: Float64Array) {
  const background = backgroundOf(cells.retina, weights);
  const handicaps = cellHandicaps();
  /** How each cell ranks; 0 where it has no support. */
  const ranks = ({ terms, amounts }: TermBag): Float64Array => {
    const pile = new Float64Array(CELLS);
    terms.forEach((term, i) => {
      for (const cell of cells.positions(term)) pile[cell]! += amounts[i]!;
    });
    const sum = pile.reduce((total, height) => total + height, 0);
    const size = effectiveTerms({ terms, amounts });
    const share = neighbourShare(size);
    const blurred = spread(pile);
    return pile.map((own, cell) => {
      const height = (own + share * blurred[cell]!) / sum / (1 + share);
      const usual = background[cell]!;
      return Math.max(0, height - usualTimes(size) * usual) / Math.sqrt(usual) / handicaps[cell]!;
    });
  };
  const compose = (bag: TermBag): number[] => {
    const all = ranks(bag);
    const limit = all.toSorted().at(-positionCount(effectiveTerms(bag))) ?? 0;
    return [...all.keys()].filter((cell) => all[cell]! > 0 && all[cell]! >= limit);
  };
  return { ranks, compose };
}
