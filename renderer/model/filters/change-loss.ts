import type { Output } from "../../../core/api/client-types.ts";

/** A text as the engine judges it by several filters. */
type ScoredText = Output<"app.filterScore">[number];

/** What a change of a filter does to what it finds among some texts. */
export interface Loss {
  /** Texts that were found before. */
  readonly found: number;
  /** Texts that are found after it, those that are new among them. */
  readonly kept: number;
  /** Texts that were found and no longer are, those that scored highest first. */
  readonly lost: readonly string[];
  /** Texts that were looked at. */
  readonly of: number;
}

/** Half of fewer hits is no news. */
const FEWEST_FOUND = 4;

/** @param rows each text against the filter before and the filter after, in this order */
export function lossOf(rows: readonly ScoredText[], texts: readonly string[]): Loss {
  const isIn = ({ decisions }: ScoredText, name: string) => decisions.includes(name);
  const found = rows.filter((row) => isIn(row, "before"));
  const lost = found
    .filter((row) => !isIn(row, "after"))
    .sort((a, b) => (b.scores[0] ?? 0) - (a.scores[0] ?? 0));
  return {
    found: found.length,
    kept: rows.filter((row) => isIn(row, "after")).length,
    lost: lost.map(({ index }) => texts[index] ?? ""),
    of: rows.length,
  };
}

/** More than half of what was found would be gone. */
export const dropsTooMuch = ({ found, lost }: Loss): boolean =>
  found >= FEWEST_FOUND && 2 * lost.length > found;
