import { setImmediate } from "node:timers/promises";
import type { CountedHeat, Selection } from "../../../collection/port/store.ts";
import type { TaskQueue } from "../../../collection/port/task-queue.ts";
import { cancelled } from "../../../errors.ts";
import { CELLS, type Positions } from "../../../kernel/grid.ts";
import { currentCall } from "../../threads/current-call.ts";
import type { CellIndex } from "./cell-index.ts";

/** The rows of a selection, as far as it is counted. */
interface CountedRows {
  /** Ascending. */
  readonly numbers: Uint32Array;
  readonly isAll: boolean;
}

interface CountedState {
  readonly index: CellIndex;
  /** Of all rows. */
  readonly heat: Uint32Array;
  /** `version` counts what changed the cells. */
  readonly meta: { readonly version: number };
}

/** The collection that is counted. */
interface HeatPlace {
  readonly queue: TaskQueue;
  /** As it is by now. */
  state(): CountedState;
  choose(selection: Selection): Promise<CountedRows>;
  /** Whether what is in memory suffices for that. */
  isAtHand(selection: Selection): boolean;
}

/**
 * Heat under a hand that moves. What can be counted quickly goes before all else that is asked of the collection, and a
 * long count takes a turn at a time, so that others need not wait for it and it ends when nobody wants it any more.
 */
export class CollectionHeat {
  readonly #place: HeatPlace;
  #kept = new CellCache();
  #isReading = false;
  #isClosed = false;

  constructor(place: HeatPlace) {
    this.#place = place;
  }

  async of(selection: Selection): Promise<Uint32Array> {
    const begun = await this.#soon(selection, async () => {
      const chosen = await this.#choose(selection);
      if (chosen.isAll) return { counts: this.#place.state().heat.slice() };
      if (this.#kept.isQuick(chosen.numbers)) return { counts: await this.#count(chosen.numbers) };
      return { chosen, version: this.#place.state().meta.version };
    });
    if ("counts" in begun) return begun.counts;
    const found = await this.#inTurns(begun.chosen, begun.version);
    return (
      found ??
      this.#turn(async () => {
        const { numbers } = await this.#choose(selection);
        return this.#count(numbers);
      })
    );
  }

  /** A random part of the rows where all of them take long. */
  estimate(selection: Selection): Promise<CountedHeat> {
    return this.#soon(selection, async () => {
      const { numbers, isAll } = await this.#choose(selection);
      const rows = numbers.length;
      if (isAll) return { counts: this.#place.state().heat.slice(), rows, of: rows };
      return this.#kept.isQuick(numbers)
        ? { counts: await this.#count(numbers), rows, of: rows }
        : this.#kept.estimate(numbers, this.#index);
    });
  }

  /** After rows have got other numbers. */
  forgetNumbers(): void {
    this.#kept = new CellCache();
  }

  get bytes(): number {
    return this.#kept.bytes;
  }

  /** What is being read ahead is not read any further. */
  close(): void {
    this.#isClosed = true;
  }

  /** Nothing where rows were changed meanwhile. */
  async #inTurns({ numbers }: CountedRows, version: number): Promise<Uint32Array | undefined> {
    const { index, heat: whole } = this.#place.state();
    // Of most rows the others are counted, and taken away from all.
    const isMost = 2 * numbers.length > index.rows.alive;
    const all = whole.slice();
    const wanted = isMost ? without(index.rows.all(), numbers) : numbers;
    const heat = new Uint32Array(CELLS);
    const turn = new RowsPerTurn();
    for (let from = 0, to = 0; from < wanted.length; from = to) {
      to = from + turn.rows;
      const part = await this.#turn(async () => {
        if (this.#place.state().meta.version !== version) return undefined;
        const start = performance.now();
        const counted = await this.#count(wanted.subarray(from, to));
        turn.took(performance.now() - start);
        return counted;
      });
      if (part === undefined) return undefined;
      for (let cell = 0; cell < CELLS; cell++) heat[cell] = heat[cell]! + part[cell]!;
      // What is asked meanwhile is heard of.
      await setImmediate();
    }
    return isMost ? all.map((count, cell) => count - heat[cell]!) : heat;
  }

  #count(numbers: Uint32Array): Promise<Uint32Array> {
    return this.#kept.heat(numbers, this.#index);
  }

  get #index() {
    return this.#place.state().index;
  }

  #choose(selection: Selection): Promise<CountedRows> {
    void this.#readAhead();
    return this.#place.choose(selection);
  }

  /** Before all that waits; beside what reads the tables, where they are not needed. */
  #soon<T>(selection: Selection, act: () => Promise<T>): Promise<T> {
    const { queue } = this.#place;
    const task = unlessCancelled(act);
    return this.#place.isAtHand(selection) ? queue.beside(task) : queue.run(task, "urgent");
  }

  #turn<T>(act: () => Promise<T>): Promise<T> {
    return this.#place.queue.run(unlessCancelled(act));
  }

  async #readAhead(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const readMore = async () => !this.#isClosed && (await this.#kept.readMore(this.#index));
    try {
      while (await this.#place.queue.run(readMore)) await setImmediate();
    } catch {
      // The question that needs a row that cannot be read says so.
    } finally {
      this.#isReading = false;
    }
  }
}

/** A call that is cancelled while it waits for its turn is refused, so that the next one need not wait for it. */
function unlessCancelled<T>(act: () => Promise<T>): () => Promise<T> {
  const call = currentCall();
  return async () => {
    if (call.aborted) throw cancelled();
    return act();
  };
}

/** Both ascending. */
function without(all: Uint32Array, some: Uint32Array): Uint32Array {
  let next = 0;
  return all.filter((no) => {
    if (some[next] !== no) return true;
    next++;
    return false;
  });
}

/** Cells in memory, of two bytes each: some 30,000 texts. */
const MOST_CELLS = 32_000_000;
/** An estimate is of at least so many rows, and of at most twice as many that are not in memory, each of which is a read. */
const LEAST_ROWS = 1000;
const DEEPEST = 30;

/**
 * The cells of rows in memory, unpacked: of all rows where there is room, else of a random part. The part is by the
 * row's number alone, so the rows of it in any selection are a random part of the selection. They are read a turn at a
 * time; a number is given to one row only, so that what was read stays right.
 */
export class CellCache {
  readonly #most: number;
  /** Place of each row's cells by its number; -1 where they are not here. */
  #starts = new Int32Array(0);
  #cells = new Uint16Array(0);
  #length = 0;
  /** Rows of lower numbers have been looked at. */
  #upTo = 0;
  /** One row of 2^depth is kept. */
  #depth = 0;
  readonly #turn = new RowsPerTurn();

  /** @param most cells kept at a time */
  constructor(most = MOST_CELLS) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#cells.byteLength + this.#starts.byteLength;
  }

  /** Reads some more rows. False where there was nothing left to read. */
  async readMore(index: CellIndex): Promise<boolean> {
    const { rows } = index;
    this.#makeRoom(index);
    const start = performance.now();
    const numbers: number[] = [];
    for (; this.#upTo < rows.count && numbers.length < this.#turn.rows; this.#upTo++)
      if (rows.isAlive(this.#upTo) && depthOf(this.#upTo) >= this.#depth) numbers.push(this.#upTo);
    await index.eachOf(Uint32Array.from(numbers), (no, cells) => this.#keep(no, cells));
    this.#turn.took(performance.now() - start);
    return this.#upTo < rows.count;
  }

  /** Whether counting these rows takes no longer than an estimate would. */
  isQuick(numbers: Uint32Array): boolean {
    let missing = 0;
    for (let i = 0; i < numbers.length && missing <= 2 * LEAST_ROWS; i++)
      if (!this.#has(numbers[i]!)) missing++;
    return missing <= 2 * LEAST_ROWS;
  }

  /** For each cell how many of these rows have it. */
  async heat(numbers: Uint32Array, index: CellIndex): Promise<Uint32Array> {
    const heat = new Uint32Array(CELLS);
    const missing = numbers.filter((no) => !this.#has(no));
    const { sizes } = index.rows;
    // Some millions of steps: what is looked up outside of them costs a third of the time.
    const [starts, cells] = [this.#starts, this.#cells];
    for (let i = 0; i < numbers.length; i++) {
      const no = numbers[i]!;
      const start = no < starts.length ? starts[no]! : -1;
      if (start < 0) continue;
      const end = start + sizes[no]!;
      for (let k = start; k < end; k++) heat[cells[k]!]!++;
    }
    if (missing.length === 0) return heat;
    // More rows may come into memory meanwhile: these are counted here alone.
    const read = await index.heat(missing);
    for (let cell = 0; cell < CELLS; cell++) heat[cell]! += read[cell]!;
    return heat;
  }

  /** The heat of a random part of these rows, the largest that is quick to count. */
  async estimate(numbers: Uint32Array, index: CellIndex): Promise<CountedHeat> {
    const atDepth = new Uint32Array(DEEPEST + 1);
    for (let i = 0; i < numbers.length; i++) atDepth[depthOf(numbers[i]!)]!++;
    let depth = DEEPEST;
    for (let rows = atDepth[depth]!; depth > 0 && rows < LEAST_ROWS; rows += atDepth[depth]!)
      depth--;
    const isRead = this.#upTo === index.rows.count;
    const wanted = isRead ? Math.min(depth, this.#depth) : depth;
    const part = numbers.filter((no) => depthOf(no) >= wanted);
    return { counts: await this.heat(part, index), rows: part.length, of: numbers.length };
  }

  #has(no: number): boolean {
    return no < this.#starts.length && this.#starts[no]! >= 0;
  }

  #keep(no: number, cells: Positions): void {
    if (this.#length + cells.length > this.#cells.length) return;
    this.#cells.set(cells, this.#length);
    this.#starts[no] = this.#length;
    this.#length += cells.length;
  }

  /** Once there are more rows: for all that are to be kept, of which there are fewer where all would take too much. */
  #makeRoom({ rows: { count, sizes } }: CellIndex): void {
    if (this.#starts.length === count) return;
    const starts = new Int32Array(count).fill(-1);
    starts.set(this.#starts);
    this.#starts = starts;
    const atDepth = new Float64Array(DEEPEST + 1);
    for (let no = 0; no < count; no++) atDepth[depthOf(no)]! += sizes[no]!;
    let cells = atDepth.reduce((sum, each) => sum + each);
    let depth = 0;
    while (cells > this.#most) cells -= atDepth[depth++]!;
    this.#depth = Math.max(depth, this.#depth);
    const before = this.#cells;
    const last = this.#length;
    if (cells > before.length) this.#cells = new Uint16Array(cells);
    this.#length = 0;
    if (last > 0) this.#move(before, sizes);
  }

  #move(before: Uint16Array, sizes: Uint16Array): void {
    for (let no = 0; no < this.#upTo; no++) {
      const start = this.#starts[no]!;
      this.#starts[no] = -1;
      // A row that was dropped has no size any more.
      const size = sizes[no]!;
      if (start < 0 || size === 0 || depthOf(no) < this.#depth) continue;
      // In one array, never ahead of what is still to be moved: rows were kept in order of their numbers.
      this.#cells.set(before.subarray(start, start + size), this.#length);
      this.#starts[no] = this.#length;
      this.#length += size;
    }
  }
}

/** As by chance: half of all numbers have at least 1, a quarter at least 2, and so on. */
function depthOf(no: number): number {
  let hash = Math.imul(no ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
  return Math.min(DEEPEST, Math.clz32((hash ^ (hash >>> 15)) | 1));
}

/** A turn of a long piece of work is to take so many milliseconds: what is more urgent waits for one of them. */
const TURN_MS = 10;
const FEWEST_ROWS = 50;
const MOST_ROWS = 4000;

/** How many rows are worked on in one turn: rows that lie together are read ten times as fast as those far apart. */
export class RowsPerTurn {
  #rows = 500;

  get rows(): number {
    return this.#rows;
  }

  /** @param milliseconds what a turn of so many rows took */
  took(milliseconds: number): void {
    const wanted = (this.#rows * TURN_MS) / Math.max(milliseconds, TURN_MS / 2);
    this.#rows = Math.round(Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, wanted)));
  }
}
