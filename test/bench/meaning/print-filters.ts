import { type FilterFigures, WAYS } from "./measure-filters.ts";
import { tableOf } from "./print-measures.ts";

const percent = (share: number): string => `${Math.round(100 * share)}%`;

/** What the best possible line reaches, which the filter alone decides. */
const best = ({ real, lost }: FilterFigures["ways"][keyof typeof WAYS]): string =>
  (real + lost).toFixed(3);

/**
 * As a Markdown table: the F1 of the best line for filters from the examples alone and for those that learn among the other
 * texts; then how far off predictions are and what the line loses, by what is known of the other texts. The last two columns are
 * of the true share: how often the range holds the real F1, and how often one more example costs over 0.1 of it.
 */
export function printFilters(figures: readonly FilterFigures[]): string {
  const lines = ["best line", "among others"];
  const headings = ["filters", ...lines, ...Object.values(WAYS), "range holds", "one more costs"];
  const rows = figures.map(({ set, size, ways, drops }) => [
    `${set}, ${size}`,
    best(ways.alone),
    best(ways.known),
    ...Object.keys(WAYS).map((way) => {
      const { off, lost } = ways[way as keyof typeof WAYS];
      return `${off.toFixed(2)}, ${lost.toFixed(3)}`;
    }),
    percent(ways.known.inside),
    percent(drops),
  ]);
  return tableOf([headings, ...rows]);
}
