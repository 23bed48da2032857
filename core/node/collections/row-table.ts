/** Where each row's cells are in the file, by the row's number: rows are numbered as they come and never again. */
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
  /** Every question without a condition begins with them: 4 MB for a million rows. */
  #all: Uint32Array | undefined;

  set(no: number, row: { at: number; length: number; size: number }): void {
    this.#all = undefined;
    this.#grow(no + 1);
    for (; this.count <= no; this.count++) this.at[this.count] = -1;
    if (this.at[no] === -1) this.alive++;
    this.at[no] = row.at;
    this.lengths[no] = row.length;
    this.sizes[no] = row.size;
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

  #grow(count: number): void {
    if (count <= this.at.length) return;
    const room = Math.max(count, 2 * this.at.length);
    const [at, lengths, sizes] = [this.at, this.lengths, this.sizes];
    this.at = new Float64Array(room);
    this.lengths = new Uint16Array(room);
    this.sizes = new Uint16Array(room);
    this.at.set(at);
    this.lengths.set(lengths);
    this.sizes.set(sizes);
  }
}
