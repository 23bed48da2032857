/** Which rows there are and how many cells each has, by the row's number. A row that replaces another keeps its number. */
export class RowTable {
  /** Numbers below it are given out, or were. */
  count = 0;
  /** Rows that there are. */
  alive = 0;
  /** Cells; 0 for a number without a row. */
  sizes = new Uint16Array(1024);
  #living = new Uint8Array(1024);
  /** All numbers below it have a row. */
  #firstFree = 0;
  /** Every question without a condition begins with them: 4 MB for a million rows. */
  #all: Uint32Array | undefined;

  /** @param size cells */
  set(no: number, size: number): void {
    this.#all = undefined;
    this.#grow(no + 1);
    this.count = Math.max(this.count, no + 1);
    if (this.#living[no] === 0) this.alive++;
    this.#living[no] = 1;
    this.sizes[no] = size;
  }

  drop(no: number): void {
    if (!this.isAlive(no)) return;
    this.#all = undefined;
    this.alive--;
    this.#living[no] = 0;
    this.sizes[no] = 0;
    this.#firstFree = Math.min(this.#firstFree, no);
  }

  isAlive(no: number): boolean {
    return no < this.count && this.#living[no] === 1;
  }

  /** Numbers for so many new rows: those of removed ones first. */
  numbersFor(rows: number): number[] {
    while (this.isAlive(this.#firstFree)) this.#firstFree++;
    const numbers: number[] = [];
    for (let no = this.#firstFree; numbers.length < rows; no++)
      if (!this.isAlive(no)) numbers.push(no);
    return numbers;
  }

  /** Numbers of all rows there are, ascending. The same list until a row comes or goes: nobody may write into it. */
  all(): Uint32Array {
    this.#all ??= this.between(0, this.count);
    return this.#all;
  }

  /** Numbers of the rows from one number up to, not including, another one; ascending. */
  between(from: number, to: number): Uint32Array {
    const numbers = new Uint32Array(to - from);
    let found = 0;
    for (let no = from; no < to; no++) if (this.#living[no] === 1) numbers[found++] = no;
    return numbers.slice(0, found);
  }

  /** How many of the rows there are have no cell. */
  withoutCells(): number {
    let found = 0;
    for (let no = 0; no < this.count; no++)
      if (this.sizes[no] === 0 && this.#living[no] === 1) found++;
    return found;
  }

  get bytes(): number {
    return this.sizes.byteLength + this.#living.byteLength + (this.#all?.byteLength ?? 0);
  }

  #grow(count: number): void {
    if (count <= this.sizes.length) return;
    const room = Math.max(count, 2 * this.sizes.length);
    const [sizes, living] = [new Uint16Array(room), new Uint8Array(room)];
    sizes.set(this.sizes);
    living.set(this.#living);
    [this.sizes, this.#living] = [sizes, living];
  }
}
