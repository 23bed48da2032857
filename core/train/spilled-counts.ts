import type { SparseShard } from "./sparse-shard.ts";
import { bytesOf } from "./token-stream.ts";
import type { Scratch } from "./types.ts";

/** Where a shard's counts lie in a spill file. */
export interface Spilled {
  readonly offset: number;
  readonly rows: number;
  readonly entries: number;
}

type Counts = SparseShard<Uint32Array<ArrayBuffer>> | SparseShard<Float32Array<ArrayBuffer>>;

/** Appends counts at `offset`, the present end of the file. */
export function spill(
  scratch: Scratch,
  { name, offset }: { name: string; offset: number },
  counts: Counts,
): Spilled {
  scratch.append(name, bytesOf(counts.starts));
  scratch.append(name, bytesOf(counts.values));
  scratch.append(name, bytesOf(counts.columns));
  return { offset, rows: counts.starts.length - 1, entries: counts.columns.length };
}

/** Bytes that spilled counts take in their file. */
export const spilledBytes = ({ rows, entries }: Spilled) => 4 * (rows + 1) + 6 * entries;

/** Reads counts back; the values are four bytes each, of whichever kind was spilled. */
export function unspill(scratch: Scratch, name: string, { offset, rows, entries }: Spilled) {
  const valuesAt = offset + 4 * (rows + 1);
  const columnsAt = valuesAt + 4 * entries;
  return {
    starts: new Uint32Array(scratch.read(name, offset, 4 * (rows + 1)).buffer),
    values: scratch.read(name, valuesAt, 4 * entries).buffer,
    columns: new Uint16Array(scratch.read(name, columnsAt, 2 * entries).buffer),
  };
}
