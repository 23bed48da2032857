import type { SortState } from "../../components/table/table-head.tsx";
import type { ClassifyRun, ScoredText } from "./classify-run.ts";

/** Which results are listed: all, those of one filter by its name, or one of these. */
export type Outcome = "all" | "none" | "several" | "unknown" | `filter ${string}`;

/** How many texts ended how. Every text is in exactly one of: one filter only, several, none, unknown. */
export interface Tally {
  readonly byFilter: ReadonlyMap<string, number>;
  readonly several: number;
  readonly none: number;
  /** Texts without a known word: no decision was possible. */
  readonly unknown: number;
}

export function tallyOf(rows: readonly ScoredText[]): Tally {
  const byFilter = new Map<string, number>();
  let several = 0;
  let none = 0;
  let unknown = 0;
  for (const { decisions, margin } of rows) {
    for (const name of decisions) byFilter.set(name, (byFilter.get(name) ?? 0) + 1);
    if (decisions.length > 1) several++;
    else if (margin === null) unknown++;
    else if (decisions.length === 0) none++;
  }
  return { byFilter, several, none, unknown };
}

export function hasOutcome({ decisions, margin }: ScoredText, outcome: Outcome): boolean {
  if (outcome === "all") return true;
  if (outcome === "unknown") return margin === null;
  if (outcome === "none") return decisions.length === 0 && margin !== null;
  if (outcome === "several") return decisions.length > 1;
  return decisions.includes(outcome.slice("filter ".length));
}

/** "Space", "Space, Cooking", "none", or why nothing could be decided. */
export const decisionWords = ({ decisions, margin }: ScoredText): string => {
  if (margin === null) return "no known word";
  return decisions.length === 0 ? "none" : decisions.join(", ");
};

/** The listed rows in order; rows that tie keep the file's order, those without a value come last. */
export function listRows(
  rows: readonly ScoredText[],
  outcome: Outcome,
  { column, direction }: SortState,
): readonly ScoredText[] {
  const listed = outcome === "all" ? rows : rows.filter((row) => hasOutcome(row, outcome));
  const sign = direction === "ascending" ? 1 : -1;
  const value = valueFor(column);
  return listed.toSorted((a, b) => {
    const left = value(a);
    const right = value(b);
    if (left === right) return a.index - b.index;
    if (left === null) return 1;
    return right === null ? -1 : sign * (left < right ? -1 : 1);
  });
}

function valueFor(column: string): (row: ScoredText) => number | string | null {
  if (column === "margin") return ({ margin }) => margin;
  if (column === "decision") return decisionWords;
  if (column === "score") return bestScore;
  return ({ index }) => index;
}

/** The score of the filter that fits best; null without a known word. */
export const bestScore = ({ scores }: ScoredText): number | null =>
  scores.reduce<number | null>(
    (best, score) => (score !== null && (best === null || score > best) ? score : best),
    null,
  );

/** Everything of a run as a table: one column a filter. */
export function resultTable({ rows, texts, filters }: ClassifyRun) {
  return {
    columns: [
      "line",
      "text",
      "decision",
      "margin",
      ...filters.map(({ name }) => `score ${name}`),
      ...filters.map(({ name }) => `threshold ${name}`),
    ],
    rows: rows.map((row) => [
      texts[row.index]?.line ?? row.index + 1,
      texts[row.index]?.text ?? "",
      decisionWords(row),
      row.margin,
      ...row.scores,
      ...filters.map(({ threshold }) => threshold),
    ]),
  };
}
