import { type FilterFigures, WAYS } from "./measure-filters.ts";
import { tableOf } from "./print-measures.ts";

const percent = (share: number): string => `${Math.round(100 * share)}%`;

/**
 * How far off predictions are and what the line loses, as a Markdown table, the columns by what is known of other texts. The
 * last two are of the true share: how often the range holds the real F1, and how often one more example costs over 0.1 of it.
 */
export function printFilters(figures: readonly FilterFigures[]): string {
  const headings = ["filters", ...Object.values(WAYS), "range holds", "one more costs"];
  const rows = figures.map(({ set, size, ways, drops }) => [
    `${set}, ${size}`,
    ...Object.keys(WAYS).map((way) => {
      const { off, lost } = ways[way as keyof typeof WAYS];
      return `${off.toFixed(2)}, ${lost.toFixed(3)}`;
    }),
    percent(ways.known.inside),
    percent(drops),
  ]);
  return tableOf([headings, ...rows]);
}
