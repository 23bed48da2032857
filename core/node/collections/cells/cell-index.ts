import { rmSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { damagedCollection } from "../../../errors.ts";
import { CellCounts } from "../../../kernel/cell-piles.ts";
import { CELLS, type Positions } from "../../../kernel/grid.ts";
import { BLOCK_ROWS, lowBitsFor, packBlock } from "./cell-format.ts";
import { ListFile, ListWriter, versionOf } from "./list-file.ts";
import { PostingLists } from "./posting-lists.ts";
import { RowTable } from "./row-table.ts";

/** The tables, which are what counts. */
export interface CellTable {
  /**
   * Visits the cells of these rows as `packRow` writes them, in the order of the numbers, which ascend. The bytes are there
   * until `visit` returns.
   */
  readPacked(numbers: Uint32Array, visit: (no: number, bytes: Uint8Array) => void): Promise<void>;
  /** Numbers of the rows that were written after a version of the tables. */
  changedSince(version: number): Promise<Iterable<number>>;
}

/** The longest row is one of every other cell. */
const MOST_PACKED = 8192;
/** So few rows are looked through as fast as lists are. */
const FEWEST_LISTED = 1000;
/** Lists are made again once more than a tenth of their rows are not as they were. */
const CHANGED_PART = 0.1;
/** Rows whose cells are kept in memory because the lists do not have them: 32 MB. */
const MOST_KEPT = 16_384;
/** Rows after which others have their turn. */
const ROWS_OF_A_TURN = 4000;
const NO_CELLS: Positions = new Uint16Array(0);

/**
 * Which rows have a cell. The cells of the rows are in the tables; beside them is a file of lists (`list-file.ts`) that is
 * made from the tables, a block of 16,384 row numbers after the other. Rows that were written since are looked through one
 * by one. Without a file all rows are.
 */
export class CellIndex {
  readonly rows = new RowTable();
  readonly #file: string;
  readonly #table: CellTable;
  #lists: PostingLists | undefined;
  #isLoaded = false;
  /** Rows that the lists do not have as they are, with their cells as far as they were asked for. */
  #changed = new Map<number, Positions | undefined>();
  /** Rows that the lists have and that are gone. */
  #gone = 0;
  /** Rows that came or went since lists were begun. */
  #since: Set<number> | undefined;
  /** What unpacks rows and is not at it. */
  readonly #idle: CellCounts[] = [];

  /** @param version of the tables: lists from a later one are not theirs */
  constructor(file: string, table: CellTable, version: number) {
    this.#file = file;
    this.#table = table;
    if ((versionOf(file) ?? 0) > version) rmSync(file, { force: true });
  }

  /** In memory. */
  get bytes(): number {
    let kept = 0;
    for (const cells of this.#changed.values()) kept += cells?.byteLength ?? 0;
    return this.rows.bytes + (this.#lists?.bytes ?? 0) + kept;
  }

  /** A row that was added, or that replaced the one of its number. @param size cells */
  set(no: number, size: number): void {
    this.rows.set(no, size);
    // Before that the tables know: an import of a million rows need not write each down.
    if (this.#isLoaded) this.#changed.set(no, undefined);
    this.#since?.add(no);
  }

  drop(no: number): void {
    this.rows.drop(no);
    if (this.#isLoaded && !this.#changed.delete(no)) this.#gone++;
    this.#since?.add(no);
  }

  /** Visits the cells of these rows, whose numbers ascend. */
  async eachOf(numbers: Uint32Array, visit: (no: number, cells: Positions) => void): Promise<void> {
    await this.#eachRow(numbers, (no, cells) => visit(no, cells.slice()));
  }

  /** For each row number how many of the query's cells the row has. */
  async matches(query: Positions): Promise<Uint16Array> {
    await this.#load();
    const counts = new Uint16Array(this.rows.count);
    const lists = this.#lists;
    for (let no = 0; no < (lists?.file.blocks.length ?? 0); no++) {
      const own = counts.subarray(no * BLOCK_ROWS, (no + 1) * BLOCK_ROWS);
      try {
        lists!.countMatches(no, query, own);
      } catch {
        // The file was changed by somebody else: it is not as it was when it was opened.
        this.#forgetLists();
        rmSync(this.#file, { force: true });
        return this.matches(query);
      }
      await setImmediate();
    }
    const countOf = counter(query);
    const unknown: number[] = [];
    for (const [no, cells] of this.#changed)
      if (cells === undefined) unknown.push(no);
      else counts[no] = countOf(cells);
    const isKept = this.#changed.size <= MOST_KEPT;
    await this.#eachRow(Uint32Array.from(unknown).sort(), (no, cells) => {
      counts[no] = countOf(cells);
      if (isKept) this.#changed.set(no, cells.slice());
    });
    return counts;
  }

  /** The same for a few rows, in their order; cheaper when they are a small part of all. */
  async matchesOf(numbers: Uint32Array, query: Positions): Promise<Uint16Array> {
    const counts = new Uint16Array(numbers.length);
    const countOf = counter(query);
    let i = 0;
    await this.#eachRow(numbers, (_, cells) => {
      counts[i++] = countOf(cells);
    });
    return counts;
  }

  /** For each cell how many of these rows have it. */
  async heat(numbers: Uint32Array): Promise<Uint32Array> {
    const counts = this.#reading();
    counts.begin();
    await this.#eachPacked(numbers, counts, (no, place) => {
      if (place.count > 0 && !counts.addPacked(place, lowBitsFor(place.count, CELLS)))
        throw brokenRow(no);
    });
    this.#idle.push(counts);
    return counts.totals();
  }

  /** Whether so many rows are not in the lists as they are that new ones had better be made. */
  async isOutdated(): Promise<boolean> {
    await this.#load();
    return this.isKnownOutdated;
  }

  /** The same as far as it is known: lists are not looked at before somebody asks for something like them. */
  get isKnownOutdated(): boolean {
    if (!this.#isLoaded) return false;
    const listed = this.#lists?.file.blocks.reduce((sum, { rows }) => sum + rows, 0) ?? 0;
    const most = Math.min(CHANGED_PART * listed, MOST_KEPT);
    return this.#changed.size + this.#gone > Math.max(FEWEST_LISTED, most);
  }

  /**
   * Makes the lists again, a block in each turn: nothing else may happen to the collection during one, and everything between
   * two. Blocks of which no row came or went are copied.
   */
  async makeLists(turn: <T>(act: () => Promise<T>) => Promise<T>, version: () => number) {
    const { count, began, writer } = await turn(async () => {
      await this.#load();
      this.#since = new Set();
      const { count } = this.rows;
      const writer = new ListWriter(this.#file);
      return { count, began: version(), writer };
    });
    try {
      for (let no = 0; no * BLOCK_ROWS < count; no++)
        await turn(() => this.#addBlock(writer, no, Math.min(count, (no + 1) * BLOCK_ROWS)));
      await turn(async () => {
        await writer.finish(began);
        const since = this.#since ?? new Set();
        this.#forgetLists();
        this.#isLoaded = true;
        const file = await ListFile.open(this.#file);
        this.#lists = file && new PostingLists(file);
        const changed = this.#lists === undefined ? this.rows.all() : since;
        this.#changed = new Map();
        for (const no of changed) if (this.rows.isAlive(no)) this.#changed.set(no, undefined);
      });
    } catch (cause) {
      await writer.abandon();
      throw cause;
    } finally {
      this.#since = undefined;
    }
  }

  close(): void {
    this.#lists?.file.close();
  }

  async #addBlock(writer: ListWriter, no: number, end: number): Promise<void> {
    const from = no * BLOCK_ROWS;
    const numbers = this.rows.between(from, end);
    const known = this.#lists?.file.blocks[no];
    const isSame = known?.rows === numbers.length && !numbers.some((row) => this.#changed.has(row));
    if (isSame) return writer.add(this.#lists!.file.read(known.at, known.length), known.rows);
    const rows = new Array<Positions>(end - from).fill(NO_CELLS);
    await this.eachOf(numbers, (row, cells) => {
      rows[row - from] = cells;
    });
    writer.add(packBlock(rows), numbers.length);
  }

  /** Opens the lists where they are there and as they were written. */
  async #load(): Promise<void> {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    const file = await ListFile.open(this.#file);
    if (file === undefined) {
      for (const no of this.rows.all()) this.#changed.set(no, undefined);
      return;
    }
    for (const no of await this.#table.changedSince(file.version)) this.#changed.set(no, undefined);
    const listed = file.blocks.reduce((sum, { rows }) => sum + rows, 0);
    this.#gone = Math.max(0, listed - (this.rows.alive - this.#changed.size));
    this.#lists = new PostingLists(file);
  }

  #forgetLists(): void {
    this.#lists?.file.close();
    this.#lists = undefined;
    this.#isLoaded = false;
    this.#changed.clear();
    this.#gone = 0;
  }

  /** Visits the cells of each row, which are there until `visit` returns. */
  async #eachRow(
    numbers: Uint32Array,
    visit: (no: number, cells: Positions) => void,
  ): Promise<void> {
    const reading = this.#reading();
    await this.#eachPacked(numbers, reading, (no, place) => {
      const { count } = place;
      const cells = count === 0 ? NO_CELLS : reading.unpack(place, lowBitsFor(count, CELLS));
      if (cells === undefined) throw brokenRow(no);
      visit(no, cells);
    });
    this.#idle.push(reading);
  }

  async #eachPacked(
    numbers: Uint32Array,
    { input }: CellCounts,
    visit: (no: number, place: { from: number; to: number; count: number }) => void,
  ): Promise<void> {
    for (let from = 0; from < numbers.length; from += ROWS_OF_A_TURN) {
      if (from > 0) await setImmediate();
      await this.#table.readPacked(numbers.subarray(from, from + ROWS_OF_A_TURN), (no, bytes) => {
        if (bytes.length > MOST_PACKED) throw brokenRow(no);
        input.set(bytes);
        visit(no, { from: 0, to: bytes.length, count: this.rows.sizes[no]! });
      });
    }
  }

  /** There may be questions between two turns, so each has its own. */
  #reading(): CellCounts {
    return this.#idle.pop() ?? new CellCounts(MOST_PACKED);
  }
}

/** How many of the query's cells a row has. */
function counter(query: Positions): (cells: Positions) => number {
  const marks = new Uint8Array(CELLS);
  for (const cell of query) marks[cell] = 1;
  return (cells) => {
    let count = 0;
    for (let i = 0; i < cells.length; i++) count += marks[cells[i]!]!;
    return count;
  };
}

const brokenRow = (no: number) => damagedCollection(`the cells of row number ${no} cannot be read`);
