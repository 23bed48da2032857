import type { Cancellation } from "../cancellation.ts";
import { throwIfCancelled } from "../errors.ts";
import type { Positions } from "../kernel/grid.ts";
import type { Example, MakeWithout, UsableExample } from "./filter-examples.ts";
import { similarity } from "./score-texts.ts";

/** Filters that are made again; with more examples several are left out together, to bound the time. */
const MOST_FOLDS = 40;
const FEWEST_FOLDS = 5;
/** Examples put together in all of them. */
const READINGS = 20_000;

/** For each example the cells made without it and its near copies; missing where nothing would be left. */
export function filtersWithoutEach(
  usable: readonly UsableExample[],
  makeWithout: MakeWithout,
  signal: Cancellation,
): Map<UsableExample, Positions> {
  const filters = new Map<UsableExample, Positions>();
  for (const fold of foldsOf(usable)) {
    throwIfCancelled(signal);
    const filter = makeWithout(new Set(fold));
    if (filter.length === 0) continue;
    for (const example of fold) filters.set(example, filter);
  }
  return filters;
}

/** Cosine of each example with the filter made without it. */
export const scoresAgainst = (
  filters: ReadonlyMap<UsableExample, Positions>,
): Map<Example, number> =>
  new Map(
    Array.from(filters, ([example, filter]) => [example, similarity(example.positions, filter)]),
  );

/** Near copies always are in one fold, so that a copy never vouches for its original. */
function foldsOf(usable: readonly UsableExample[]): UsableExample[][] {
  const groups = copyGroups(usable);
  const affordable = Math.max(FEWEST_FOLDS, Math.floor(READINGS / usable.length));
  const count = Math.min(groups.length, MOST_FOLDS, affordable);
  const folds = Array.from({ length: count }, (): UsableExample[] => []);
  groups.forEach((group, i) => {
    folds[i % count]?.push(...group);
  });
  return folds;
}

/** Examples that say nearly the same, together. */
function copyGroups(usable: readonly UsableExample[]): UsableExample[][] {
  const groups = new Map<number, UsableExample[]>();
  for (const example of usable) {
    const known = groups.get(example.group);
    if (known) known.push(example);
    else groups.set(example.group, [example]);
  }
  return [...groups.values()];
}
