import { bytesOf, grown } from "../run/arrays.ts";
import type { Scratch } from "../run/context.ts";

/** Consecutive sparse rows: row `r` has entries `starts[r]` up to, not including, `starts[r + 1]`, columns ascending. */
export interface SparseShard<Values extends Uint32Array | Float32Array> {
  /** rows + 1 offsets. */
  readonly starts: Uint32Array;
  readonly columns: Uint16Array;
  readonly values: Values;
}

/** Columns are stored in two bytes. */
export const MOST_COLUMNS = 65_536;

/** Collects sparse rows from an accumulator with one slot per column. */
export class ShardBuilder {
  /** One slot per column; `touch` before the first addition to a slot. */
  readonly sums: Float64Array;
  private readonly touched: Uint16Array;
  private touchedCount = 0;
  private readonly starts: Uint32Array<ArrayBuffer>;
  private columns = new Uint16Array(1 << 16);
  private values = new Float64Array(1 << 16);
  private row = 0;
  private length = 0;

  constructor(rows: number, columns: number) {
    this.sums = new Float64Array(columns);
    this.touched = new Uint16Array(columns);
    this.starts = new Uint32Array(rows + 1);
  }

  add(column: number, amount: number): void {
    const sum = this.sums[column]!;
    if (sum === 0) this.touched[this.touchedCount++] = column;
    this.sums[column] = sum + amount;
  }

  /** Ends the present row: its touched columns become entries in ascending order. */
  endRow(): void {
    const touched = this.touched.subarray(0, this.touchedCount).sort();
    this.reserve(touched.length);
    for (const column of touched) {
      this.columns[this.length] = column;
      this.values[this.length++] = this.sums[column]!;
      this.sums[column] = 0;
    }
    this.touchedCount = 0;
    this.starts[++this.row] = this.length;
  }

  /** Counts as whole numbers. */
  finishCounts(): SparseShard<Uint32Array<ArrayBuffer>> {
    const values = Uint32Array.from(this.values.subarray(0, this.length));
    return { starts: this.starts, columns: this.columns.slice(0, this.length), values };
  }

  finish(): SparseShard<Float32Array<ArrayBuffer>> {
    const values = Float32Array.from(this.values.subarray(0, this.length));
    return { starts: this.starts, columns: this.columns.slice(0, this.length), values };
  }

  private reserve(more: number): void {
    if (this.length + more <= this.columns.length) return;
    const room = Math.max(this.columns.length * 2, this.length + more);
    this.columns = grown(this.columns, new Uint16Array(room));
    this.values = grown(this.values, new Float64Array(room));
  }
}

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
