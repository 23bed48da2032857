import { findCopies } from "../analysis/near-copies.ts";
import type { TextRow } from "./store.ts";

/** Rows that say nearly the same, with the text of the first. */
export interface CopiesGroup {
  /** In order of id. */
  readonly ids: string[];
  readonly text: string;
}

/** Groups of near copies, the largest first, ties by the first id; rows come in order of id. Empty texts are no copies. */
export async function groupCopies(
  batches: AsyncIterable<readonly TextRow[]>,
): Promise<CopiesGroup[]> {
  const ids: string[] = [];
  const texts: string[] = [];
  for await (const batch of batches)
    for (const row of batch) {
      ids.push(row.id);
      texts.push(row.text);
    }
  const groups = new Map<number, string[]>();
  findCopies(texts).near.forEach((first, i) => {
    groups.set(first, [...(groups.get(first) ?? []), ids[i]!]);
  });
  return [...groups]
    .filter(([first, members]) => members.length > 1 && texts[first]!.trim() !== "")
    .sort((a, b) => b[1].length - a[1].length || a[0] - b[0])
    .map(([first, members]) => ({ ids: members, text: texts[first]! }));
}
