import path from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  countMarked,
  countPacked,
  packAscending,
  unpackAscending,
} from "../../collection/gap-bytes.ts";
import {
  addMatches,
  BLOCK_ROWS,
  buildBlock,
  type PostingBlock,
} from "../../collection/posting-block.ts";
import { murmur3 } from "../../kernel/murmur3.ts";
import { CELLS, type Positions } from "../../retina/types.ts";
import { AppendFile, damaged } from "./cell-file.ts";
import { RowTable } from "./row-table.ts";

/** Bytes that are read at once where rows follow one another, and the widest gap that is read along. */
const RUN_BYTES = 4_194_304;
const WIDEST_GAP = 65_536;
/** Bytes of lists kept in memory: about a million rows. */
const MEMORY = 1_100_000_000;

/** A block's place in the file of lists. */
export interface BlockPlace {
  readonly at: number;
  readonly length: number;
  readonly hash: string;
}

/**
 * The cells of the rows: by row in one file, and by cell, in blocks of 16,384 row numbers, in another. Rows of the block
 * that is not yet full are looked through one by one. Both files are only added to; the table of rows says how much of
 * them counts.
 */
export class CellIndex {
  readonly rows = new RowTable();
  readonly #cells: AppendFile;
  readonly #lists: AppendFile;
  readonly #places: BlockPlace[];
  readonly #loaded = new Map<number, PostingBlock>();
  #bytesLoaded = 0;

  constructor(
    folder: string,
    lengths: { readonly cells: number; readonly lists: number },
    places: readonly BlockPlace[],
  ) {
    this.#cells = new AppendFile(path.join(folder, "cells.bin"), lengths.cells);
    this.#lists = new AppendFile(path.join(folder, "lists.bin"), lengths.lists);
    this.#places = [...places];
  }

  get lengths() {
    return { cells: this.#cells.length, lists: this.#lists.length };
  }

  /** Writes cells; the rows exist once `rows.set` is told, after the commit. */
  append(rows: readonly Positions[]): { at: number; length: number; size: number }[] {
    const packed = rows.map((cells) => packAscending(cells));
    let at = this.#cells.length;
    const places = packed.map((bytes, i) => {
      const place = { at, length: bytes.length, size: rows[i]!.length };
      at += bytes.length;
      return place;
    });
    this.#cells.append(Buffer.concat(packed));
    return places;
  }

  /** Forgets what was written and not committed. */
  cutTo(lengths: { readonly cells: number; readonly lists: number }): void {
    this.#cells.cutTo(lengths.cells);
    this.#lists.cutTo(lengths.lists);
  }

  /** Blocks that are full and have no lists yet, with their lists written; they count once they are committed. */
  sealBlocks(): { no: number; place: BlockPlace }[] {
    const sealed: { no: number; place: BlockPlace }[] = [];
    const full = Math.floor(this.rows.count / BLOCK_ROWS);
    for (let no = this.#places.length; no < full; no++)
      sealed.push({ no, place: this.#writeBlock(no) });
    return sealed;
  }

  addPlace(place: BlockPlace): void {
    this.#places.push(place);
  }

  cellsOf(no: number): Positions {
    const { at, lengths, sizes } = this.rows;
    const bytes = this.#cells.read(at[no]!, lengths[no]!);
    const cells = unpackAscending(bytes, sizes[no]!, CELLS);
    if (cells === undefined) throw damaged(`the cells of row number ${no} cannot be read`);
    return cells;
  }

  /** Tells the cells of these rows, whose numbers ascend, read in long runs. */
  async eachOf(numbers: Uint32Array, visit: (no: number, cells: Positions) => void): Promise<void> {
    await this.#eachRow(numbers, (no, bytes, from, to) => {
      const cells = unpackAscending(bytes.subarray(from, to), this.rows.sizes[no]!, CELLS);
      if (cells === undefined) throw damaged(`the cells of row number ${no} cannot be read`);
      visit(no, cells);
    });
  }

  /** For each row number how many of the query's cells the row has. */
  async matches(query: Positions): Promise<Uint16Array> {
    const counts = new Uint16Array(this.rows.count);
    for (let no = 0; no < this.#places.length; no++) {
      const own = counts.subarray(no * BLOCK_ROWS, (no + 1) * BLOCK_ROWS);
      addMatches(this.#block(no), query, own);
      await setImmediate();
    }
    const tail = this.#tail();
    await this.#countInRows(tail, query, (no, count) => {
      counts[no] = count;
    });
    return counts;
  }

  /** The same for a few rows, in their order; cheaper when they are a small part of all. */
  async matchesOf(numbers: Uint32Array, query: Positions): Promise<Uint16Array> {
    const counts = new Uint16Array(numbers.length);
    let i = 0;
    await this.#countInRows(numbers, query, (_, count) => {
      counts[i++] = count;
    });
    return counts;
  }

  /** For each cell how many of these rows have it. */
  async heat(numbers: Uint32Array): Promise<Uint32Array> {
    const heat = new Uint32Array(CELLS);
    await this.#eachRow(numbers, (_, bytes, from, to) => {
      countPacked(bytes, from, to, heat);
    });
    return heat;
  }

  close(): void {
    this.#cells.close();
    this.#lists.close();
  }

  #tail(): Uint32Array {
    const tail: number[] = [];
    for (let no = this.#places.length * BLOCK_ROWS; no < this.rows.count; no++)
      if (this.rows.isAlive(no)) tail.push(no);
    return Uint32Array.from(tail);
  }

  async #countInRows(
    numbers: Uint32Array,
    query: Positions,
    tell: (no: number, count: number) => void,
  ): Promise<void> {
    const marks = new Uint8Array(CELLS);
    for (const cell of query) marks[cell] = 1;
    await this.#eachRow(numbers, (no, bytes, from, to) => {
      tell(no, countMarked(bytes, from, to, marks));
    });
  }

  /**
   * Rows in the order of their numbers, which is their order in the file, read in long runs. Others have their turn
   * between two runs: a run takes some milliseconds, all rows of a large collection take seconds.
   */
  async #eachRow(
    numbers: Uint32Array,
    visit: (no: number, bytes: Uint8Array, from: number, to: number) => void,
  ): Promise<void> {
    let sinceTurn = 0;
    const { at, lengths } = this.rows;
    for (let first = 0; first < numbers.length; ) {
      const start = at[numbers[first]!]!;
      let end = start + lengths[numbers[first]!]!;
      let last = first + 1;
      for (; last < numbers.length; last++) {
        const no = numbers[last]!;
        if (at[no]! - end > WIDEST_GAP || at[no]! + lengths[no]! - start > RUN_BYTES) break;
        end = at[no]! + lengths[no]!;
      }
      const bytes = this.#cells.read(start, end - start);
      sinceTurn += bytes.length;
      if (sinceTurn >= RUN_BYTES) {
        sinceTurn = 0;
        await setImmediate();
      }
      for (; first < last; first++) {
        const no = numbers[first]!;
        visit(no, bytes, at[no]! - start, at[no]! - start + lengths[no]!);
      }
    }
  }

  #writeBlock(no: number): BlockPlace {
    const empty = new Uint16Array(0);
    const rows = Array.from({ length: BLOCK_ROWS }, (_, i) => {
      const row = no * BLOCK_ROWS + i;
      return this.rows.isAlive(row) ? this.cellsOf(row) : empty;
    });
    const { offsets, lists } = buildBlock(rows);
    const bytes = new Uint8Array(4 * Math.ceil((offsets.byteLength + lists.length) / 4));
    bytes.set(new Uint8Array(offsets.buffer));
    bytes.set(lists, offsets.byteLength);
    const place = { at: this.#lists.length, length: bytes.length, hash: hashOf(bytes) };
    this.#lists.append(bytes);
    return place;
  }

  #block(no: number): PostingBlock {
    const known = this.#loaded.get(no);
    if (known !== undefined) return known;
    const { at, length, hash } = this.#places[no]!;
    const bytes = this.#lists.read(at, length);
    if (hashOf(bytes) !== hash) throw damaged(`block ${no} of its index is not as it was written`);
    const block = {
      offsets: new Uint32Array(bytes.buffer, 0, CELLS + 1),
      lists: bytes.subarray(4 * (CELLS + 1)),
    };
    // Searches go through all blocks in order: where not all fit, those that are in stay, or none would ever be found.
    if (this.#bytesLoaded + length <= MEMORY) {
      this.#loaded.set(no, block);
      this.#bytesLoaded += length;
    }
    return block;
  }
}

const hashOf = (bytes: Uint8Array) =>
  murmur3(new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4));
