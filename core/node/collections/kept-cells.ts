import type { CountedHeat } from "../../collection/store.ts";
import { CELLS, type Positions } from "../../kernel/grid.ts";
import type { CellIndex } from "./cell-index.ts";
import { TurnSize } from "./turn-size.ts";

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
export class KeptCells {
  readonly #most: number;
  /** Place of each row's cells by its number; -1 where they are not here. */
  #starts = new Int32Array(0);
  #cells = new Uint16Array(0);
  #length = 0;
  /** Rows of lower numbers have been looked at. */
  #upTo = 0;
  /** One row of 2^depth is kept. */
  #depth = 0;
  readonly #turn = new TurnSize();

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
