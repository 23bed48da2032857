import { READ_AHEAD } from "../../collection/rice.ts";
import { CELLS, type Positions } from "../../kernel/grid.ts";
import { type ListPlaces, RowLists } from "../../kernel/row-lists.ts";
import { type AppendFile, damaged } from "./cell-file.ts";
import { type BlockTable, packBlock, readTable, TABLE_BYTES } from "./cell-format.ts";

/** Bytes of lists kept in memory: about a million rows. */
const MEMORY = 920_000_000;
/** The widest gap between two lists that is read along with them. */
const WIDEST_GAP = 32_768;

/** A block's place in the file of lists. */
export interface BlockPlace {
  readonly at: number;
  readonly length: number;
  readonly hash: string;
}

interface OpenBlock extends ListPlaces {
  readonly table: BlockTable;
}

/** The rows of each cell, in blocks of 16,384 row numbers. A list is read when it is first asked for, and kept. */
export class PostingLists {
  readonly #file: AppendFile;
  readonly #places: BlockPlace[];
  readonly #open = new Map<number, OpenBlock>();
  readonly #lists = new RowLists(MEMORY);

  constructor(file: AppendFile, places: readonly BlockPlace[]) {
    this.#file = file;
    this.#places = [...places];
  }

  /** Blocks that count. */
  get count(): number {
    return this.#places.length;
  }

  /** Writes a block; it counts once `add` is told, after the commit. */
  write(rows: readonly Positions[]): BlockPlace {
    const { bytes, hash } = packBlock(rows);
    const place = { at: this.#file.length, length: bytes.length, hash };
    this.#file.append(bytes);
    return place;
  }

  add(place: BlockPlace): void {
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
    const { starts } = block.table;
    const isMissing = (cell: number) =>
      block.addresses[cell] === 0 && starts[cell] !== starts[cell + 1];
    const missing = query.filter(isMissing);
    for (let first = 0; first < missing.length; ) {
      const start = starts[missing[first]!]!;
      let end = starts[missing[first]! + 1]!;
      let last = first + 1;
      for (; last < missing.length && starts[missing[last]!]! - end <= WIDEST_GAP; last++)
        end = starts[missing[last]! + 1]!;
      const bytes = this.#file.read(this.#places[no]!.at + start, end - start, READ_AHEAD);
      for (; first < last; first++) {
        const cell = missing[first]!;
        if (!block.table.takeList(cell, bytes, starts[cell]! - start, this.#lists))
          throw brokenBlock(no);
        if (!this.#lists.keep(block, cell)) this.#lists.count();
      }
    }
  }

  #block(no: number): OpenBlock {
    const known = this.#open.get(no);
    if (known !== undefined) return known;
    const { at, hash } = this.#places[no]!;
    const table = readTable(this.#file.read(at, TABLE_BYTES), hash);
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

const brokenBlock = (no: number) => damaged(`block ${no} of its index is not as it was written`);
