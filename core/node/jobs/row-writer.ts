import { diskTrouble } from "../config/system-error.ts";
import { CHUNK, type JobFolder } from "./job-folder.ts";

/** How long rows may lie in memory, so that slow tasks show results too. */
const LONGEST_WAIT = 500;

/** Writes the rows of a task in chunks. */
export class RowWriter {
  readonly #folder: JobFolder;
  readonly #onWritten: (rows: number) => void;
  #index: number;
  #chunk: unknown[];
  #writtenAt = performance.now();
  #isDirty = false;

  private constructor(
    folder: JobFolder,
    rows: readonly unknown[],
    index: number,
    onWritten: (rows: number) => void,
  ) {
    this.#folder = folder;
    this.#index = index;
    this.#chunk = [...rows];
    this.#onWritten = onWritten;
  }

  /** Goes on behind the rows that a folder holds; `onWritten` is told how many are on disk. */
  static async open(folder: JobFolder, onWritten: (rows: number) => void): Promise<RowWriter> {
    const count = await folder.countRows();
    const index = Math.floor(count / CHUNK);
    const begun = await folder.readRows(index * CHUNK, CHUNK);
    return new RowWriter(folder, begun, index, onWritten);
  }

  /** Rows added so far, in this run and before. */
  get count(): number {
    return this.#index * CHUNK + this.#chunk.length;
  }

  /** Takes a row. @returns a promise to wait for when there is something to write. @throws when the disk takes no more */
  add(row: unknown): Promise<void> | undefined {
    this.#chunk.push(row);
    this.#isDirty = true;
    const isDue = performance.now() - this.#writtenAt > LONGEST_WAIT;
    return isDue || this.#chunk.length === CHUNK ? this.flush() : undefined;
  }

  /** Resolves when all rows are on disk. */
  async flush(): Promise<void> {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    try {
      await this.#folder.writeChunk(this.#index, this.#chunk);
    } catch (cause) {
      throw diskTrouble("What the task found", cause);
    }
    if (this.#chunk.length === CHUNK) {
      this.#index++;
      this.#chunk = [];
    }
    this.#writtenAt = performance.now();
    this.#onWritten(this.count);
  }
}
