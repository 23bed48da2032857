/** For each row the different titles that hold it, as far as they matter: at most `limit` of them. */
export class TitleSets {
  private readonly limit: number;
  private titles: Int32Array;
  private counts: Uint8Array;

  constructor(rows: number, limit: number) {
    this.limit = limit;
    this.titles = new Int32Array(rows * limit);
    this.counts = new Uint8Array(rows);
  }

  note(row: number, title: number): void {
    const count = this.counts[row]!;
    if (count >= this.limit) return;
    const start = row * this.limit;
    for (let i = start; i < start + count; i++) if (this.titles[i] === title) return;
    this.titles[start + count] = title;
    this.counts[row] = count + 1;
  }

  /** Whether `limit` different titles were noted. */
  isFull(row: number): boolean {
    return this.counts[row]! >= this.limit;
  }

  /** Makes room for more rows. */
  grow(rows: number): void {
    const titles = new Int32Array(rows * this.limit);
    titles.set(this.titles);
    this.titles = titles;
    const counts = new Uint8Array(rows);
    counts.set(this.counts);
    this.counts = counts;
  }
}
