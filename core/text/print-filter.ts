import { CELLS, type Positions } from "../kernel/grid.ts";
import { FILTER_LIMIT } from "./category-filter.ts";
import { SideLearner, type Unlabelled } from "./side-learner.ts";
import { spread } from "./spread.ts";

/** How much a cell's neighbours count beside the cell itself. */
const NEIGHBOURS = 0.6;

/**
 * The filter of examples of which nothing is known but their fingerprints, none empty: the cells that a regression of the sides
 * weighs most, among texts without a label where there are any; with neither these nor examples that do not belong, the cells
 * that most of the others share.
 */
export function filterOfPrints(
  positive: readonly Positions[],
  negative: readonly Positions[],
  unlabelled: Unlabelled = { prints: [] },
): Positions {
  const isShared = negative.length === 0 && unlabelled.prints.length === 0;
  const weights = isShared ? shared(positive) : sides(positive, negative, unlabelled);
  const cells = [...weights.keys()].filter((cell) => weights[cell]! > 0);
  cells.sort((a, b) => weights[b]! - weights[a]! || a - b);
  return Uint16Array.from(cells.slice(0, FILTER_LIMIT)).sort();
}

function sides(
  positive: readonly Positions[],
  negative: readonly Positions[],
  unlabelled: Unlabelled,
): Float64Array {
  const examples = (prints: readonly Positions[]) =>
    prints.map((print) => ({ cells: () => print }));
  const [wanted, unwanted] = [examples(positive), examples(negative)];
  const learner = new SideLearner([...wanted, ...unwanted], unlabelled);
  return learner.weights(new Set(wanted), new Set(unwanted));
}

function shared(prints: readonly Positions[]): Float64Array {
  const pile = new Float64Array(CELLS);
  for (const print of prints) for (const cell of print) pile[cell]!++;
  const around = spread(pile);
  return pile.map((height, cell) => (height > 0 ? height + NEIGHBOURS * around[cell]! : 0));
}
