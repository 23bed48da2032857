import type { Positions } from "../../../../../core/kernel/grid.ts";
import { packRow } from "../../../../../core/node/collections/cells/cell-format.ts";
import {
  CellIndex,
  type CellTable,
} from "../../../../../core/node/collections/cells/cell-index.ts";

/** Rows in memory with an index of their cells, written to as a collection writes to both. */
export class MemoryTable implements CellTable {
  readonly rows = new Map<number, { readonly cells: Positions; readonly version: number }>();
  version = 0;
  /** Rows that were read so far. */
  reads = 0;
  readonly #file: string;
  index: CellIndex;

  /** @param file of the lists */
  constructor(file: string) {
    this.#file = file;
    this.index = new CellIndex(file, this, 0);
  }

  async readPacked(numbers: Uint32Array, visit: (no: number, bytes: Uint8Array) => void) {
    this.reads += numbers.length;
    for (const no of numbers) visit(no, packRow(this.rows.get(no)!.cells));
  }

  async changedSince(version: number) {
    return [...this.rows].filter(([, row]) => row.version > version).map(([no]) => no);
  }

  /** Adds rows. @returns their numbers */
  add(rows: readonly Positions[]): number[] {
    const numbers = this.index.rows.numbersFor(rows.length);
    this.replace(numbers.map((no, i) => [no, rows[i]!]));
    return numbers;
  }

  replace(rows: readonly (readonly [no: number, cells: Positions])[]): void {
    this.version++;
    for (const [no, cells] of rows) {
      this.rows.set(no, { cells, version: this.version });
      this.index.set(no, cells.length);
    }
  }

  drop(numbers: readonly number[]): void {
    this.version++;
    for (const no of numbers) {
      this.rows.delete(no);
      this.index.drop(no);
    }
  }

  /** @param between is called between two turns */
  makeLists(between = () => {}): Promise<void> {
    return this.index.makeLists(
      async (act) => {
        between();
        return act();
      },
      () => this.version,
    );
  }

  reopen(): void {
    this.index.close();
    this.index = new CellIndex(this.#file, this, this.version);
    for (const [no, { cells }] of this.rows) this.index.rows.set(no, cells.length);
  }

  /** What `matches` has to say of each row. */
  obvious(query: Positions): Map<number, number> {
    const wanted = new Set(query);
    const counts = [...this.rows].map(
      ([no, { cells }]) => [no, cells.filter((cell) => wanted.has(cell)).length] as const,
    );
    return new Map(counts.sort(([a], [b]) => a - b));
  }

  /** Numbers without a row may count something: nobody asks. */
  async matches(query: Positions): Promise<Map<number, number>> {
    const counts = await this.index.matches(query);
    return new Map(Array.from(this.index.rows.all(), (no) => [no, counts[no]!]));
  }
}
