import type { CellCounts } from "../../kernel/cell-counts.ts";
import type { Positions } from "../../kernel/grid.ts";
import type { RowLists } from "../../kernel/row-lists.ts";
import { formatOfBits } from "./format-of-bits.ts";
import { formatOfBytes } from "./format-of-bytes.ts";

/** Bytes that were read from a file, with `READ_AHEAD` more behind them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** How a collection's cells are written in its two files. A collection keeps the format that it was made in. */
export interface CellFormat {
  packRow(cells: Positions): Uint8Array;
  /** Into the beginning of `cells`. False where the bytes are not so many cells. */
  unpackRow(bytes: Bytes, place: RowBytes, cells: Uint16Array): boolean;
  /** Counts the cells of a row in the input of `counts`. False where the bytes are not so many cells. */
  countRow(counts: CellCounts, place: RowBytes): boolean;
  /** @returns the bytes, and a hash of what `readTable` looks at */
  packBlock(rows: readonly Positions[]): { readonly bytes: Uint8Array; readonly hash: string };
  /** How many bytes from a block's beginning on `readTable` looks at. */
  tableLength(blockLength: number): number;
  /** `undefined` where they are not as they were written. */
  readTable(bytes: Bytes, length: number, hash: string): BlockTable | undefined;
}

interface RowBytes {
  readonly from: number;
  readonly to: number;
  /** Cells. */
  readonly count: number;
}

/** Where the lists of a block lie, and how they are read. */
export interface BlockTable {
  /** Cell `c` has the bytes from `starts[c]` of the block up to, not including, `starts[c + 1]`. */
  readonly starts: Uint32Array;
  /** Has `lists` take the list of a cell, which begins at `from`. False where it is not as it was written. */
  takeList(cell: number, bytes: Bytes, from: number, lists: RowLists): boolean;
}

/**
 * Of new collections. Formats 3 and 4 have the cells of format 2; 3 has its texts packed each by itself in the database,
 * 4 its rows in a file of records.
 */
export const FORMAT = 4;
/** From it on there is a file of records. */
export const FORMAT_OF_RECORDS = 4;
const FORMATS: Readonly<Record<number, CellFormat>> = {
  1: formatOfBytes,
  2: formatOfBits,
  3: formatOfBits,
  4: formatOfBits,
};

export const formatOf = (format: number): CellFormat => FORMATS[format]!;
