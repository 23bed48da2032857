import { NO_POSITIONS } from "../fingerprint/positions.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import { FILTER_LIMIT } from "./category-filter.ts";
import { SideLearner, type Unlabelled } from "./side-learner.ts";
import { spread } from "./spread.ts";
import type { PreparedFilter } from "./types.ts";

/** How much a cell's neighbours count beside the cell itself. */
const NEIGHBOURS = 0.6;

/**
 * The filter of examples of which nothing is known but their fingerprints, none empty: the cells that a regression of the sides
 * weighs most, among texts without a label where there are any; with neither these nor examples that do not belong, the cells
 * that most of the others share.
 */
export const filterOfPrints = (
  positive: readonly Positions[],
  negative: readonly Positions[],
  unlabelled?: Unlabelled,
): Positions => prepareFilterOfPrints(positive, negative, unlabelled).without(new Set(), new Set());

/** The same for filters of parts of the examples; those whose fingerprint is empty have no say. */
export function prepareFilterOfPrints(
  positive: readonly Positions[],
  negative: readonly Positions[],
  unlabelled: Unlabelled = { prints: [] },
): PreparedFilter {
  const examples = (prints: readonly Positions[]) =>
    prints.map((print) => ({ print, cells: () => print }));
  const [wanted, unwanted] = [examples(positive), examples(negative)];
  const isRead = ({ print }: { readonly print: Positions }) => print.length > 0;
  const learner = new SideLearner([...wanted, ...unwanted].filter(isRead), unlabelled);
  return {
    without(withoutPositive, withoutNegative) {
      const kept = wanted.filter((each, place) => isRead(each) && !withoutPositive.has(place));
      const others = unwanted.filter((each, place) => isRead(each) && !withoutNegative.has(place));
      if (kept.length === 0) return NO_POSITIONS;
      return strongest(
        others.length === 0 && !learner.hasUnlabelled
          ? shared(kept.map(({ print }) => print))
          : learner.weights(new Set(kept), new Set(others)),
      );
    },
  };
}

function strongest(weights: Float64Array): Positions {
  const cells = [...weights.keys()].filter((cell) => weights[cell]! > 0);
  cells.sort((a, b) => weights[b]! - weights[a]! || a - b);
  return Uint16Array.from(cells.slice(0, FILTER_LIMIT)).sort();
}

function shared(prints: readonly Positions[]): Float64Array {
  const pile = new Float64Array(CELLS);
  for (const print of prints) for (const cell of print) pile[cell]!++;
  const around = spread(pile);
  return pile.map((height, cell) => (height > 0 ? height + NEIGHBOURS * around[cell]! : 0));
}
