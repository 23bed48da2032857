import { damagedCollection } from "../../../errors.ts";
import { CELLS, type Positions } from "../../../kernel/grid.ts";
import { type ListPlaces, RowLists } from "../../../kernel/row-lists.ts";
import type { AppendFile } from "./append-file.ts";
import {
  addMatches,
  type BlockTable,
  buildBlock,
  type PostingBlock,
  packBlock,
  readTable,
  TABLE_BYTES,
  takeList,
} from "./cell-format.ts";

/** Bytes of lists kept in memory: about a million rows. */
const MEMORY = 920_000_000;
/** The widest gap between two lists that is read along with them. */
const WIDEST_GAP = 32_768;

/** What is kept of an open block beside its lists, roughly: some numbers for each cell. */
const OPEN_BLOCK_BYTES = 200_000;

interface OpenBlock extends ListPlaces {
  readonly table: BlockTable;
}

/** The rows of each cell, in blocks of 16,384 row numbers. A list is read when it is first asked for, and kept. */
export class PostingLists {
  readonly #file: AppendFile;
  readonly #places: number[];
  readonly #open = new Map<number, OpenBlock>();
  readonly #lists = new RowLists(MEMORY);

  /** @param places where each block begins in the file */
  constructor(file: AppendFile, places: readonly number[]) {
    this.#file = file;
    this.#places = [...places];
  }

  /** Blocks that count. */
  get count(): number {
    return this.#places.length;
  }

  get bytes(): number {
    return this.#lists.bytes + this.#open.size * OPEN_BLOCK_BYTES;
  }

  /** Writes a block; it counts once `add` has its place, after the commit. @returns its place */
  write(rows: readonly Positions[]): number {
    const place = this.#file.length;
    this.#file.append(packBlock(rows));
    return place;
  }

  add(place: number): void {
    this.#places.push(place);
  }

  /** Writes into `counts`, one for each row of a block, how many of the query's cells the row has. */
  countMatches(no: number, query: Positions, counts: Uint16Array): void {
    const block = this.#block(no);
    this.#lists.begin();
    this.#load(no, block, query);
    this.#lists.countKept(block, query);
    counts.set(this.#lists.counts().subarray(0, counts.length));
  }

  /** Reads lists that are not in memory; those for which there is no room are counted at once. */
  #load(no: number, block: OpenBlock, query: Positions): void {
    const { starts, counts } = block.table;
    const isMissing = (cell: number) =>
      block.addresses[cell] === 0 && starts[cell] !== starts[cell + 1];
    const missing = query.filter(isMissing);
    for (let first = 0; first < missing.length; ) {
      const start = starts[missing[first]!]!;
      let end = starts[missing[first]! + 1]!;
      let last = first + 1;
      for (; last < missing.length && starts[missing[last]!]! - end <= WIDEST_GAP; last++)
        end = starts[missing[last]! + 1]!;
      const bytes = this.#file.read(this.#places[no]! + start, end - start);
      for (; first < last; first++) {
        const cell = missing[first]!;
        const own = bytes.subarray(starts[cell]! - start, starts[cell + 1]! - start);
        if (!takeList(own, counts[cell]!, this.#lists)) throw brokenBlock(no);
        if (!this.#lists.keep(block, cell)) this.#lists.count();
      }
    }
  }

  #block(no: number): OpenBlock {
    const known = this.#open.get(no);
    if (known !== undefined) return known;
    const table = readTable(this.#file.read(this.#places[no]!, TABLE_BYTES));
    if (table === undefined) throw brokenBlock(no);
    const block = {
      table,
      addresses: new Uint32Array(CELLS),
      lengths: new Uint16Array(CELLS),
    };
    this.#open.set(no, block);
    return block;
  }
}

const brokenBlock = (no: number) =>
  damagedCollection(`block ${no} of its index is not as it was written`);

/** Rows that are looked through one by one before lists are made again. */
const MOST_BESIDE = 500;

/** Lists of the rows behind the last full block, in memory alone: they are made when they are first asked for. */
export class TailLists {
  #block: PostingBlock | undefined;
  #from = 0;
  #to = 0;

  get bytes(): number {
    return this.#block === undefined ? 0 : this.#block.rows.byteLength;
  }

  /**
   * Adds to `counts`, one for each row from the number `from` on, how many of the query's cells the row has.
   *
   * @param cellsOf the cells of the rows between two numbers; none for a row that is gone
   * @returns the first number that it did not count
   */
  async countMatches(
    range: { readonly from: number; readonly to: number },
    query: Positions,
    counts: Uint16Array,
    cellsOf: (from: number, to: number) => Promise<Positions[]>,
  ): Promise<number> {
    if (this.#from !== range.from || range.to - this.#to > MOST_BESIDE) {
      this.#block = buildBlock(await cellsOf(range.from, range.to));
      this.#from = range.from;
      this.#to = range.to;
    }
    if (this.#block !== undefined) addMatches(this.#block, query, counts);
    return this.#to;
  }
}
