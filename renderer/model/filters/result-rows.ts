import type { ExportTable } from "../export-source.ts";
import { uniqueNames } from "../tables/read-table.ts";
import type { SortState } from "../tables/sort-state.ts";
import type { ClassifyRun, ScoredText } from "./classification.ts";

/** Which results are listed: all, those of one filter by its name, those of two, or one of these. */
export type Outcome =
  | "all"
  | "none"
  | "several"
  | "unknown"
  | `filter ${string}`
  | `both ${string}`;

/** Texts that two filters claim. */
export const bothOf = (names: readonly [string, string]): Outcome =>
  `both ${JSON.stringify(names)}`;

/** The names of the filters whose claims are asked for; none for outcomes of other kinds. */
export function claimantsOf(outcome: Outcome): readonly string[] {
  if (outcome.startsWith("filter ")) return [outcome.slice("filter ".length)];
  return outcome.startsWith("both ") ? (JSON.parse(outcome.slice("both ".length)) as string[]) : [];
}

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

/** How many texts each two filters both claim, the largest number first. */
export function sharedClaims(rows: readonly ScoredText[]) {
  const pairs = new Map<string, { first: string; second: string; count: number }>();
  for (const { decisions } of rows)
    decisions.forEach((first, at) => {
      for (const second of decisions.slice(at + 1)) {
        const key = JSON.stringify([first, second]);
        const known = pairs.get(key);
        if (known) known.count++;
        else pairs.set(key, { first, second, count: 1 });
      }
    });
  return [...pairs.values()].sort((a, b) => b.count - a.count);
}

/** Tells which rows ended like this. */
export function outcomeTest(outcome: Outcome): (row: ScoredText) => boolean {
  switch (outcome) {
    case "all":
      return () => true;
    case "unknown":
      return ({ margin }) => margin === null;
    case "none":
      return ({ decisions, margin }) => decisions.length === 0 && margin !== null;
    case "several":
      return ({ decisions }) => decisions.length > 1;
    default: {
      const names = claimantsOf(outcome);
      return ({ decisions }) => names.every((name) => decisions.includes(name));
    }
  }
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
  filters: readonly { readonly name: string }[] = [],
): readonly ScoredText[] {
  const listed = outcome === "all" ? rows : rows.filter(outcomeTest(outcome));
  const sign = direction === "ascending" ? 1 : -1;
  const value = valueFor(column, filters);
  return listed.toSorted((a, b) => {
    const left = value(a);
    const right = value(b);
    if (left === right) return a.index - b.index;
    if (left === null) return 1;
    return right === null ? -1 : sign * (left < right ? -1 : 1);
  });
}

function valueFor(
  column: string,
  filters: readonly { readonly name: string }[],
): (row: ScoredText) => number | string | null {
  const filter = filters.findIndex(({ name }) => column === `score ${name}`);
  if (filter >= 0) return ({ scores }) => scores[filter] ?? null;
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

/** The columns of the file, each under its own name, and what was found beside them; a name that is taken is numbered. */
export function resultTable({ rows, texts, columns, filters }: ClassifyRun): ExportTable {
  const found = ["line", "decision", "margin", ...filters.map(({ name }) => `score ${name}`)];
  return {
    columns: uniqueNames([...columns, ...found]).columns,
    rows: rows.map((row) => {
      const { line = row.index + 1, cells = [] } = texts[row.index] ?? {};
      const own = columns.map((_, column) => cells[column] ?? "");
      return [...own, line, decisionWords(row), row.margin, ...row.scores];
    }),
  };
}

/** What a table of results was made with, for the file beside it. */
export function resultSettings({ name, rows, texts, filters, retina }: ClassifyRun) {
  return {
    file: name,
    classified: rows.length,
    of: texts.length,
    retina,
    filters: filters.map((filter) => ({
      name: filter.name,
      version: filter.version,
      belongsFrom: filter.threshold,
      cells: filter.positions.length,
    })),
    columns: {
      line: "where the text is in the file, from 1",
      decision: "names of the filters that it belongs to; none; or no known word",
      margin: "distance of the score to the threshold, 0 to 1; small ones are doubtful",
      "score NAME": "cosine of the text and the filter, 0 to 1; it belongs from belongsFrom on",
    },
  };
}
