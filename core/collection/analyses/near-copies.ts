import { CopyFinder } from "../../analysis/near-copies.ts";
import type { Cancellation } from "../../cancellation.ts";
import type { ScannedRow } from "../port/store.ts";
import { Turns } from "./turns.ts";

/** Called now and then with how much of the reading and then of the comparing is done, as rows. */
export type OnProgress = (doing: "reading" | "comparing", rows: number) => void;

/**
 * Ids of rows that say nearly the same of the same subject, each group in order of id, the largest first, ties by the first id; rows come in
 * order of id. Empty texts are no copies. Memory grows with the words of the rows, some two bytes for each.
 *
 * @throws cancelled, and too-large for too many different words
 */
export async function groupCopies(
  batches: AsyncIterable<readonly ScannedRow<"text">[]>,
  signal: Cancellation,
  onProgress: OnProgress = () => {},
): Promise<string[][]> {
  const turns = new Turns(signal);
  const finder = new CopyFinder();
  const ids: string[] = [];
  for await (const batch of batches) {
    for (const { id, text } of batch) {
      await turns.giveWay();
      if (text.trim() === "") continue;
      finder.add(text);
      ids.push(id);
    }
    onProgress("reading", ids.length);
  }
  const steps = finder.groups();
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    await turns.giveWay();
    onProgress("comparing", Math.round(step.value * ids.length));
  }
  for (const _ of finder.separateTemplates(step.value)) await turns.giveWay();
  return groupsOf(step.value, ids);
}

/** @param first by row the first one of its group */
function groupsOf(first: Uint32Array, ids: readonly string[]): string[][] {
  const sizes = new Uint32Array(first.length);
  for (const row of first) sizes[row]!++;
  const groups = new Map<number, string[]>();
  first.forEach((row, i) => {
    if (sizes[row] === 1) return;
    const group = groups.get(row);
    if (group === undefined) groups.set(row, [ids[i]!]);
    else group.push(ids[i]!);
  });
  // They come in order of their first ids.
  return [...groups.values()].sort((a, b) => b.length - a.length);
}
