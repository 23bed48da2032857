import type { RecordPlace } from "./record-file.ts";

/** A row's place in the files. */
export interface RowPlace {
  /** Of its cells. */
  readonly at: number;
  /** Bytes of its cells. */
  readonly length: number;
  /** Cells. */
  readonly size: number;
  readonly record: RecordPlace;
}

/** Where each row's cells and record are in the files, by the row's number: rows are numbered as they come and never again. */
export class RowTable {
  /** Numbers given out so far. */
  count = 0;
  /** Rows that are neither replaced nor removed. */
  alive = 0;
  /** Byte in the file; -1 for a row that is replaced or removed. */
  at = new Float64Array(1024);
  /** Bytes. */
  lengths = new Uint16Array(1024);
  /** Cells. */
  sizes = new Uint16Array(1024);
  #recordsAt = new Float64Array(1024);
  #recordLengths = new Uint32Array(1024);
  /** Every question without a condition begins with them: 4 MB for a million rows. */
  #all: Uint32Array | undefined;

  set(no: number, row: RowPlace): void {
    this.#all = undefined;
    this.#grow(no + 1);
    for (; this.count <= no; this.count++) this.at[this.count] = -1;
    if (this.at[no] === -1) this.alive++;
    this.at[no] = row.at;
    this.lengths[no] = row.length;
    this.sizes[no] = row.size;
    this.#recordsAt[no] = row.record.at;
    this.#recordLengths[no] = row.record.length;
  }

  placeOf(no: number): RowPlace {
    const [at, length, size] = [this.at[no]!, this.lengths[no]!, this.sizes[no]!];
    return { at, length, size, record: this.recordOf(no) };
  }

  recordOf(no: number): RecordPlace {
    return { at: this.#recordsAt[no]!, length: this.#recordLengths[no]! };
  }

  drop(no: number): void {
    this.#all = undefined;
    if (this.at[no] !== -1) this.alive--;
    this.at[no] = -1;
    this.sizes[no] = 0;
    this.lengths[no] = 0;
  }

  isAlive(no: number): boolean {
    return this.at[no] !== -1;
  }

  /** Numbers of all rows there are, ascending. The same list until a row comes or goes: nobody may write into it. */
  all(): Uint32Array {
    this.#all ??= this.#living();
    return this.#all;
  }

  #living(): Uint32Array {
    const numbers = new Uint32Array(this.alive);
    let found = 0;
    for (let no = 0; no < this.count; no++) if (this.at[no] !== -1) numbers[found++] = no;
    return numbers;
  }

  /** How many of the rows there are have no cell. */
  withoutCells(): number {
    let found = 0;
    for (let no = 0; no < this.count; no++) if (this.sizes[no] === 0 && this.at[no] !== -1) found++;
    return found;
  }

  get bytes(): number {
    const lists = [this.at, this.lengths, this.sizes, this.#recordsAt, this.#recordLengths];
    return lists.reduce((sum, { byteLength }) => sum + byteLength, this.#all?.byteLength ?? 0);
  }

  #grow(count: number): void {
    if (count <= this.at.length) return;
    const room = Math.max(count, 2 * this.at.length);
    this.at = grown(this.at, new Float64Array(room));
    this.lengths = grown(this.lengths, new Uint16Array(room));
    this.sizes = grown(this.sizes, new Uint16Array(room));
    this.#recordsAt = grown(this.#recordsAt, new Float64Array(room));
    this.#recordLengths = grown(this.#recordLengths, new Uint32Array(room));
  }
}

function grown<T extends { set(numbers: T): void }>(numbers: T, room: T): T {
  room.set(numbers);
  return room;
}
