import type { TimeUnit } from "../../../../core/api/schema/collection-types.ts";
import { dayAt, dayNumber, startOfUnit } from "../../../../core/collection/port/time-units.ts";

export interface TimeStep {
  /** First day, `YYYY-MM-DD`. */
  readonly start: string;
  readonly rows: number;
}

/** More days than any unit has, so that this many after its start lie in the next one. */
const BEYOND: Readonly<Record<TimeUnit, number>> = {
  day: 1,
  week: 7,
  month: 32,
  quarter: 93,
  year: 367,
  decade: 3654,
};

/** First day of the next unit. */
export const nextStart = (start: string, unit: TimeUnit): string =>
  startOfUnit(dayAt(dayNumber(start) + BEYOND[unit]), unit);

/** A strip of more steps is not drawn, and could not be read. */
const MOST_STEPS = 400;

/** Steps without a gap: units without a row are there with 0. A span that would be too long stays as it is. */
export function fillSteps(steps: readonly TimeStep[], unit: TimeUnit): readonly TimeStep[] {
  const first = steps[0];
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return [];
  const rows = new Map(steps.map((step) => [step.start, step.rows]));
  const filled: TimeStep[] = [];
  for (let start = first.start; start <= last.start; start = nextStart(start, unit)) {
    filled.push({ start, rows: rows.get(start) ?? 0 });
    if (filled.length > MOST_STEPS) return steps;
  }
  return filled;
}

/** Steps from `first` to `last`, both included, as a range of days. */
export function rangeOfSteps(
  steps: readonly TimeStep[],
  unit: TimeUnit,
  first: number,
  last: number,
): { readonly from: string; readonly below: string } {
  const [low, high] = first <= last ? [first, last] : [last, first];
  return { from: steps[low]!.start, below: nextStart(steps[high]!.start, unit) };
}

/** The steps that a range of days covers, as edges; all of them for no range. */
export function edgesOfRange(
  steps: readonly TimeStep[],
  range: { readonly from?: string | number; readonly below?: string | number } | null,
): readonly [number, number] {
  if (range === null) return [0, steps.length];
  const inside = steps.flatMap(({ start }, index) =>
    (range.from === undefined || start >= String(range.from)) &&
    (range.below === undefined || start < String(range.below))
      ? [index]
      : [],
  );
  return inside.length === 0 ? [0, 0] : [inside[0]!, inside.at(-1)! + 1];
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** "1850s", "1987", "Q2 1987", "Mar 1987", "3 Mar 1987". */
export function stepName(start: string, unit: TimeUnit): string {
  const [year = "", month = "", day = ""] = start.split("-");
  const plainYear = String(Number(year));
  const name = MONTHS[Number(month) - 1] ?? "";
  if (unit === "decade") return `${plainYear}s`;
  if (unit === "year") return plainYear;
  if (unit === "quarter") return `Q${Math.ceil(Number(month) / 3)} ${plainYear}`;
  if (unit === "month") return `${name} ${plainYear}`;
  return `${Number(day)} ${name} ${plainYear}`;
}

/** "1850s to 1890s", or the one name. */
export function rangeName(
  steps: readonly TimeStep[],
  unit: TimeUnit,
  [from, below]: readonly [number, number],
): string {
  const first = stepName(steps[from]!.start, unit);
  const last = stepName(steps[below - 1]!.start, unit);
  return first === last ? first : `${first} to ${last}`;
}

/** The rows of each step, for steps of a part of the same collection by the same unit. */
export function countsOn(steps: readonly TimeStep[], part: readonly TimeStep[]): readonly number[] {
  const rows = new Map(part.map(({ start, rows }) => [start, rows]));
  return steps.map(({ start }) => rows.get(start) ?? 0);
}
