import { setImmediate } from "node:timers/promises";
import { damagedCollection } from "../../../errors.ts";
import { CellCounts } from "../../../kernel/cell-counts.ts";
import { CELLS, type Positions } from "../../../kernel/grid.ts";
import { AppendFile, type FileGeneration, fileOf } from "./append-file.ts";
import { BLOCK_ROWS, countRow, packRows, unpackRow } from "./cell-format.ts";
import { PostingLists, TailLists } from "./posting-lists.ts";
import { RowTable } from "./row-table.ts";

/** Bytes that are read at once where rows follow one another, and the widest gap that is read along. */
const RUN_BYTES = 4_194_304;
const WIDEST_GAP = 8192;
/** To look for a run takes as long as to unpack so many bytes more. */
const READ_COST = 4096;
/** A run is longer by at most a row. */
const MOST_RUN_BYTES = RUN_BYTES + 65_536;
const NO_CELLS: Positions = new Uint16Array(0);

/**
 * The cells of the rows: by row in one file, and by cell, in blocks of 16,384 row numbers, in another. The lists of the
 * block that is not yet full are in memory. Both files are only added to; the table of rows says how much of them counts.
 */
export class CellIndex {
  readonly rows = new RowTable();
  readonly #cells: AppendFile;
  readonly #listFile: AppendFile;
  readonly #lists: PostingLists;
  readonly #tail = new TailLists();
  /** What unpacks rows and is not at it: it holds megabytes. */
  readonly #idle: CellCounts[] = [];

  constructor(
    files: FileGeneration,
    lengths: { readonly cells: number; readonly lists: number },
    blocks: readonly number[],
  ) {
    this.#cells = new AppendFile(fileOf(files, "cells"), lengths.cells);
    this.#listFile = new AppendFile(fileOf(files, "lists"), lengths.lists);
    this.#lists = new PostingLists(this.#listFile, blocks);
  }

  /** In memory. */
  get bytes(): number {
    const counting = this.#idle.reduce((sum, { input }) => sum + input.buffer.byteLength, 0);
    return this.rows.bytes + this.#lists.bytes + this.#tail.bytes + counting;
  }

  get lengths() {
    return { cells: this.#cells.length, lists: this.#listFile.length };
  }

  /** Writes cells; the rows exist once `rows.set` has their places, after the commit. */
  append(rows: readonly Positions[]): { at: number; length: number; size: number }[] {
    const { bytes, lengths } = packRows(rows);
    let at = this.#cells.length;
    const places = lengths.map((length, i) => {
      const place = { at, length, size: rows[i]!.length };
      at += length;
      return place;
    });
    this.#cells.append(bytes);
    return places;
  }

  /** Forgets what was written and not committed. */
  cutTo(lengths: { readonly cells: number; readonly lists: number }): void {
    this.#cells.cutTo(lengths.cells);
    this.#listFile.cutTo(lengths.lists);
  }

  /** Blocks that count. */
  get blocks(): number {
    return this.#lists.count;
  }

  /** Writes the lists of blocks that are full and have none; they count once they are committed. @returns their places */
  async sealBlocks(): Promise<number[]> {
    const sealed: number[] = [];
    const full = Math.floor(this.rows.count / BLOCK_ROWS);
    for (let no = this.#lists.count; no < full; no++) {
      const rows = await this.#cellsBetween(no * BLOCK_ROWS, (no + 1) * BLOCK_ROWS);
      sealed.push(this.#lists.write(rows));
    }
    return sealed;
  }

  addPlace(place: number): void {
    this.#lists.add(place);
  }

  cellsOf(no: number): Positions {
    const { at, lengths } = this.rows;
    const reading = this.#reading();
    this.#cells.readInto(reading.input, at[no]!, lengths[no]!);
    const cells = this.#unpack(reading, no, 0).slice();
    this.#idle.push(reading);
    return cells;
  }

  /** Visits the cells of these rows, whose numbers ascend, read in long runs. */
  async eachOf(numbers: Uint32Array, visit: (no: number, cells: Positions) => void): Promise<void> {
    await this.#eachRow(numbers, (no, cells) => visit(no, cells.slice()));
  }

  /** For each row number how many of the query's cells the row has. */
  async matches(query: Positions): Promise<Uint16Array> {
    const counts = new Uint16Array(this.rows.count);
    for (let no = 0; no < this.#lists.count; no++) {
      const own = counts.subarray(no * BLOCK_ROWS, (no + 1) * BLOCK_ROWS);
      this.#lists.countMatches(no, query, own);
      await setImmediate();
    }
    const range = { from: this.#lists.count * BLOCK_ROWS, to: this.rows.count };
    const next = await this.#tail.countMatches(
      range,
      query,
      counts.subarray(range.from),
      (from, to) => this.#cellsBetween(from, to),
    );
    await this.#countInRows(this.#aliveBetween(next, range.to), query, (no, count) => {
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
    const counts = this.#reading();
    counts.begin();
    const { at } = this.rows;
    for (const { rows, start, length, isLong } of this.#runs(numbers)) {
      if (isLong) await setImmediate();
      this.#cells.readInto(counts.input, start, length);
      for (let i = 0; i < rows.length; i++) {
        const no = rows[i]!;
        if (!countRow(counts, this.#bytesOf(no, at[no]! - start))) throw brokenRow(no);
      }
    }
    this.#idle.push(counts);
    return counts.totals();
  }

  close(): void {
    this.#cells.close();
    this.#listFile.close();
  }

  #aliveBetween(from: number, to: number): Uint32Array {
    const numbers: number[] = [];
    for (let no = from; no < to; no++) if (this.rows.isAlive(no)) numbers.push(no);
    return Uint32Array.from(numbers);
  }

  /** The cells of each row between two numbers; none for one that is gone. */
  async #cellsBetween(from: number, to: number): Promise<Positions[]> {
    const rows = new Array<Positions>(to - from).fill(NO_CELLS);
    await this.eachOf(this.#aliveBetween(from, to), (no, cells) => {
      rows[no - from] = cells;
    });
    return rows;
  }

  async #countInRows(
    numbers: Uint32Array,
    query: Positions,
    onCount: (no: number, count: number) => void,
  ): Promise<void> {
    const marks = new Uint8Array(CELLS);
    for (const cell of query) marks[cell] = 1;
    await this.#eachRow(numbers, (no, cells) => {
      let count = 0;
      for (let i = 0; i < cells.length; i++) count += marks[cells[i]!]!;
      onCount(no, count);
    });
  }

  /** Visits the cells of each row, which are there until `visit` returns. */
  async #eachRow(
    numbers: Uint32Array,
    visit: (no: number, cells: Positions) => void,
  ): Promise<void> {
    const reading = this.#reading();
    const { at } = this.rows;
    for (const { rows, start, length, isLong } of this.#runs(numbers)) {
      if (isLong) await setImmediate();
      this.#cells.readInto(reading.input, start, length);
      for (let i = 0; i < rows.length; i++)
        visit(rows[i]!, this.#unpack(reading, rows[i]!, at[rows[i]!]! - start));
    }
    this.#idle.push(reading);
  }

  /** Rows in the order of their numbers, which is their order in the file, as long runs of it. */
  *#runs(numbers: Uint32Array): Generator<Run> {
    let sinceTurn = 0;
    const { at, lengths } = this.rows;
    for (let first = 0, last = 0; first < numbers.length; first = last) {
      const start = at[numbers[first]!]!;
      let end = start + lengths[numbers[first]!]!;
      for (last = first + 1; last < numbers.length; last++) {
        const no = numbers[last]!;
        if (at[no]! - end > WIDEST_GAP || at[no]! + lengths[no]! - start > RUN_BYTES) break;
        end = at[no]! + lengths[no]!;
      }
      sinceTurn += end - start + READ_COST;
      const isLong = sinceTurn >= RUN_BYTES;
      if (isLong) sinceTurn = 0;
      yield { rows: numbers.subarray(first, last), start, length: end - start, isLong };
    }
  }

  /** There until the next row is unpacked. */
  #unpack(reading: CellCounts, no: number, from: number): Positions {
    const cells = unpackRow(reading, this.#bytesOf(no, from));
    if (cells === undefined) throw brokenRow(no);
    return cells;
  }

  /** There may be questions between two runs, so each has its own. */
  #reading(): CellCounts {
    return this.#idle.pop() ?? new CellCounts(MOST_RUN_BYTES);
  }

  /** @param from where its bytes begin among those that were read */
  #bytesOf(no: number, from: number) {
    return { from, to: from + this.rows.lengths[no]!, count: this.rows.sizes[no]! };
  }
}

/** A part of the file of cells that is read at once. */
interface Run {
  /** Numbers of the rows in it that are wanted. */
  readonly rows: Uint32Array;
  /** Byte. */
  readonly start: number;
  readonly length: number;
  /**
   * With those before it so long that others should have their turn first: a run takes some milliseconds, all rows of a
   * large collection take seconds.
   */
  readonly isLong: boolean;
}

const brokenRow = (no: number) => damagedCollection(`the cells of row number ${no} cannot be read`);
