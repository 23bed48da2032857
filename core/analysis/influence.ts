import type { Cancellation } from "../cancellation.ts";
import { throwIfCancelled } from "../errors.ts";
import type { Positions } from "../kernel/grid.ts";
import { applyEdits, type CellEdit } from "./filter-edits.ts";
import type { Example, MakeWithout, UsableExample } from "./filter-examples.ts";
import { similarity } from "./score-texts.ts";

/** Every two are left out together once, so the time grows with the square. */
const MOST_WEIGHED = 24;
/** Without these many that belong, a filter without two of them is no filter. */
const FEWEST_BELONGING = 3;

interface InfluenceSetting {
  readonly makeWithout: MakeWithout;
  /** Made-up texts that do not belong. */
  readonly standIns: readonly Positions[];
  readonly signal: Cancellation;
}

/**
 * How well each example goes with the others, as a sum of cosines; below 0 when the filter is better off without it. It is
 * how much further apart the others of both sides lie on average thanks to it, and how far it lies itself on its own side of
 * the middle between them: where two contradict each other, the one that its own side contradicts too is the misfit.
 * Everything is scored by filters that do not know it, for a filter always speaks well of its own. Empty where there are
 * too few or too many examples.
 */
export function influences(
  usable: readonly UsableExample[],
  { makeWithout, standIns, signal }: InfluenceSetting,
): Map<Example, number> {
  const groups = copyGroups(usable);
  const belonging = groups.filter(([first]) => first?.side === "positive").length;
  const found = new Map<Example, number>();
  if (groups.length > MOST_WEIGHED || belonging < FEWEST_BELONGING) return found;
  const filters = pairFilters(groups, makeWithout, signal);
  for (const [i, group] of groups.entries()) {
    const kept = groups.flatMap((others, j) => (j === i ? [] : [{ others, j }]));
    const mean = (side: Example["side"], isWithout: boolean) => {
      const scores = kept.flatMap(({ others, j }) =>
        others
          .filter((other) => other.side === side)
          .map(({ positions }) => similarity(positions, filters(j, isWithout ? i : j))),
      );
      const madeUp =
        side === "positive"
          ? []
          : standIns.map((positions) =>
              similarity(positions, isWithout ? filters(i, i) : filters(-1, -1)),
            );
      return average([...scores, ...madeUp]);
    };
    const [belong, not] = [mean("positive", false), mean("negative", false)];
    const effect = belong - not - (mean("positive", true) - mean("negative", true));
    for (const example of group) {
      const above = similarity(example.positions, filters(i, i)) - (belong + not) / 2;
      const influence = effect + (example.side === "positive" ? above : -above);
      if (!Number.isNaN(influence)) found.set(example, influence);
    }
  }
  return found;
}

/** The filter without one or two groups, each made once; -1 means no group. */
function pairFilters(
  groups: readonly (readonly UsableExample[])[],
  makeWithout: MakeWithout,
  signal: Cancellation,
) {
  const known = new Map<string, Positions>();
  return (a: number, b: number): Positions => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    const made = known.get(key);
    if (made) return made;
    throwIfCancelled(signal);
    const filter = makeWithout(new Set([...(groups[a] ?? []), ...(groups[b] ?? [])]));
    known.set(key, filter);
    return filter;
  };
}

/** NaN for none. */
const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

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

/** Cosine of each example with its own filter, edited as the whole one is; missing where an edit leaves nothing. */
export function scoresAgainst(
  filters: ReadonlyMap<UsableExample, Positions>,
  edits: readonly CellEdit[],
): Map<Example, number> {
  const edited = new Map<Positions, Positions>();
  const scores = new Map<Example, number>();
  for (const [example, made] of filters) {
    const filter = edited.get(made) ?? applyEdits(made, edits);
    edited.set(made, filter);
    if (filter.length > 0) scores.set(example, similarity(example.positions, filter));
  }
  return scores;
}

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
