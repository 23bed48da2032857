import { type FilterFigures, WAYS } from "./measure-filters.ts";
import { tableOf } from "./print-measures.ts";

const percent = (share: number): string => `${Math.round(100 * share)}%`;

/** How far off predictions are and what the line loses, as a Markdown table, the columns by what is known of other texts. */
export function printFilters(figures: readonly FilterFigures[]): string {
  const headings = [
    "filters",
    ...Object.values(WAYS),
    "true share: range holds",
    "one more costs over 0.1",
  ];
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
