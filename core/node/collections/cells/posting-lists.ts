import { CELLS, type Positions } from "../../../kernel/grid.ts";
import { type ListPlaces, RowLists } from "../../../kernel/row-lists.ts";
import { BLOCK_ROWS, type BlockTable, lowBitsFor, readTable, TABLE_BYTES } from "./cell-format.ts";
import type { ListFile } from "./list-file.ts";

/** Bytes of lists kept in memory: about a million rows. */
const MEMORY = 920_000_000;
/** The widest gap between two lists that is read along with them. */
const WIDEST_GAP = 32_768;

/** What is kept of an open block beside its lists, roughly: some numbers for each cell. */
const OPEN_BLOCK_BYTES = 200_000;

interface OpenBlock extends ListPlaces {
  readonly at: number;
  readonly table: BlockTable;
}

/** The rows of each cell, in blocks of 16,384 row numbers. A list is read when it is first asked for, and kept. */
export class PostingLists {
  readonly file: ListFile;
  readonly #open = new Map<number, OpenBlock>();
  readonly #lists = new RowLists(MEMORY);

  constructor(file: ListFile) {
    this.file = file;
  }

  get bytes(): number {
    return this.#lists.bytes + this.#open.size * OPEN_BLOCK_BYTES;
  }

  /** Writes into `counts`, one for each row of a block, how many of the query's cells the row has. */
  countMatches(no: number, query: Positions, counts: Uint16Array): void {
    const block = this.#block(no);
    this.#lists.begin();
    this.#load(block, query);
    this.#lists.countKept(block, query);
    counts.set(this.#lists.counts().subarray(0, counts.length));
  }

  /** Reads lists that are not in memory; those for which there is no room are counted at once. */
  #load(block: OpenBlock, query: Positions): void {
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
      const bytes = this.file.read(block.at + start, end - start);
      for (; first < last; first++) {
        const cell = missing[first]!;
        const own = bytes.subarray(starts[cell]! - start, starts[cell + 1]! - start);
        const count = counts[cell]!;
        if (!this.#lists.unpack({ bytes: own, count, low: lowBitsFor(count, BLOCK_ROWS) }))
          throw new RangeError("A list is not as it was written.");
        if (!this.#lists.keep(block, cell)) this.#lists.count();
      }
    }
  }

  #block(no: number): OpenBlock {
    const known = this.#open.get(no);
    if (known !== undefined) return known;
    const { at } = this.file.blocks[no]!;
    const block = {
      at,
      table: readTable(this.file.read(at, TABLE_BYTES)),
      addresses: new Uint32Array(CELLS),
      lengths: new Uint16Array(CELLS),
    };
    this.#open.set(no, block);
    return block;
  }
}
