import { isRecord } from "./guards.ts";

/** Who wrote an entry, and which of the writer's it is, counted from 1. A page that is loaded again is another writer. */
export interface Stamp {
  readonly by: string;
  readonly n: number;
}

/** The last entry of each writer that a workspace contains, the writer of the latest one last. */
export type Written = { readonly [writer: string]: number };

/** Older writers are forgotten; what they left unsaved has been found long before. */
const MOST_WRITERS = 20;

const stampOf = (entry: unknown): Stamp | null =>
  isRecord(entry) && typeof entry.by === "string" && typeof entry.n === "number"
    ? { by: entry.by, n: entry.n }
    : null;

/** An entry may be sent again when nobody knows whether it arrived. */
export function isWritten(written: Written, entry: unknown): boolean {
  const stamp = stampOf(entry);
  return stamp !== null && stamp.n <= (written[stamp.by] ?? 0);
}

export const latestWriter = (written: Written): string | undefined => Object.keys(written).at(-1);

export function withWritten(written: Written, entry: unknown): Written {
  const stamp = stampOf(entry);
  if (!stamp) return written;
  const { [stamp.by]: _, ...others } = written;
  const latest = Object.entries(others).slice(1 - MOST_WRITERS);
  return Object.fromEntries([...latest, [stamp.by, stamp.n]]);
}

/** What a saved workspace contains, from the file. */
export function readWritten(saved: unknown): Written {
  const written = isRecord(saved) && isRecord(saved.written) ? saved.written : {};
  return Object.fromEntries(
    Object.entries(written).filter((pair): pair is [string, number] => typeof pair[1] === "number"),
  );
}
