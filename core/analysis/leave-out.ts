import type { Cancellation } from "../cancellation.ts";
import { throwIfCancelled } from "../errors.ts";
import type { Positions } from "../kernel/grid.ts";

/** What can be left out of a filter. */
export interface Foldable {
  readonly positions: Positions;
  /** The same for examples that say nearly the same. */
  readonly group: number;
}

/** Filters that are made again; with more examples several are left out together, to bound the time. */
const MOST_FOLDS = 40;
const FEWEST_FOLDS = 5;
/** Examples put together in all of them. */
const READINGS = 20_000;

/** For each example the cells made without it and its near copies; missing where nothing would be left. */
export function filtersWithoutEach<E extends Foldable>(
  usable: readonly E[],
  makeWithout: (left: ReadonlySet<E>) => Positions,
  signal: Cancellation,
): Map<E, Positions> {
  const filters = new Map<E, Positions>();
  for (const fold of foldsOf(usable)) {
    throwIfCancelled(signal);
    const filter = makeWithout(new Set(fold));
    if (filter.length === 0) continue;
    for (const example of fold) filters.set(example, filter);
  }
  return filters;
}

/** Near copies always are in one fold, so that a copy never vouches for its original. */
function foldsOf<E extends Foldable>(usable: readonly E[]): E[][] {
  const byGroup = new Map<number, E[]>();
  for (const example of usable)
    byGroup.set(example.group, [...(byGroup.get(example.group) ?? []), example]);
  const groups = [...byGroup.values()];
  const affordable = Math.max(FEWEST_FOLDS, Math.floor(READINGS / usable.length));
  const count = Math.min(groups.length, MOST_FOLDS, affordable);
  const folds = Array.from({ length: count }, (): E[] => []);
  groups.forEach((group, i) => {
    folds[i % count]?.push(...group);
  });
  return folds;
}
