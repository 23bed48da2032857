import { rm } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { TaskQueue } from "../../../collection/port/task-queue.ts";
import { syncFolder } from "../../config/write-safely.ts";
import type { Duck } from "../../files/duck.ts";
import { FILE_KINDS, type FileGeneration, fileOf } from "../cells/append-file.ts";
import { CellIndex } from "../cells/cell-index.ts";
import { RecordFile } from "../cells/record-file.ts";
import type { RowPlace, RowTable } from "../cells/row-table.ts";
import { type CollectionState, lengthsOf } from "./collection-state.ts";
import { appendBlocks, type Meta, writeMeta } from "./collection-tables.ts";

/** Of fewer rows that are gone nobody notices the room. */
const LEAST_GONE = 1000;
/** Rows copied in one turn: as many as a batch of an import, so that it does not run away from a compaction beside it. */
const ROWS_OF_A_TURN = 1000;
/** So many rows are copied with the last turn, or when the collection is closed: some hundred milliseconds. */
const LAST_ROWS = 5000;
/** The new number of a row that is gone. */
export const GONE = 0xffffffff;

const isWasteful = ({ count, alive }: RowTable): boolean =>
  count - alive > Math.max(alive, LEAST_GONE);

/**
 * The living rows of a collection in new files, under new numbers. Until the tables say so, in one commit, the old ones
 * count: a kill at any moment leaves files that the next opening removes, and no other trace.
 */
class Compaction {
  readonly #files: FileGeneration;
  readonly #index: CellIndex;
  readonly #records: RecordFile;
  readonly #blocks: number[] = [];
  /** New numbers by the old ones. */
  #moved = new Uint32Array(0);
  /** Rows of lower numbers have been looked at. */
  #upTo = 0;

  constructor(folder: string, { meta }: CollectionState) {
    this.#files = { folder, generation: meta.generation + 1 };
    this.#index = new CellIndex(this.#files, { cells: 0, lists: 0 }, []);
    this.#records = new RecordFile(this.#files, 0);
  }

  isAlmostDone({ index: { rows } }: CollectionState): boolean {
    return rows.count - this.#upTo <= LAST_ROWS;
  }

  /** Copies the next rows. */
  async copyMore({ index, records }: CollectionState): Promise<void> {
    const { rows } = index;
    this.#grow(rows.count);
    const numbers: number[] = [];
    for (; this.#upTo < rows.count && numbers.length < ROWS_OF_A_TURN; this.#upTo++)
      if (rows.isAlive(this.#upTo)) numbers.push(this.#upTo);
    const cells: Uint16Array[] = [];
    await index.eachOf(Uint32Array.from(numbers), (_, own) => cells.push(own));
    const first = this.#index.rows.count;
    const places = this.#index.append(cells);
    const kept = this.#records.copy(
      records,
      numbers.map((no) => rows.recordOf(no)),
    );
    numbers.forEach((old, i) => {
      this.#index.rows.set(first + i, { ...places[i]!, record: kept[i]! });
      this.#moved[old] = first + i;
    });
    for (const place of await this.#index.sealBlocks()) {
      this.#index.addPlace(place);
      this.#blocks.push(place);
    }
  }

  /** Copies what is left, and has the new files count. */
  async finish(state: CollectionState): Promise<{ state: CollectionState; moved: Uint32Array }> {
    const { duck, index } = state;
    while (this.#upTo < index.rows.count) await this.copyMore(state);
    const moved = this.#moved;
    const rows: MovedRow[] = [];
    for (let old = 0; old < index.rows.count; old++) {
      const no = moved[old]!;
      if (no === GONE) continue;
      if (index.rows.isAlive(old)) rows.push({ old, no, place: this.#index.rows.placeOf(no) });
      else this.#index.rows.drop(no);
      if (!index.rows.isAlive(old)) moved[old] = GONE;
    }
    const { generation } = this.#files;
    const next = { ...state, index: this.#index, records: this.#records };
    const version = state.meta.version + 1;
    const meta: Meta = { ...state.meta, generation, version, lengths: lengthsOf(next) };
    await syncFolder(this.#files.folder);
    await duck.transaction(async () => {
      await moveRows(duck, rows, this.#blocks);
      await writeMeta(duck, meta);
    });
    index.close();
    state.records.close();
    await removeFiles({ ...this.#files, generation: generation - 1 });
    return { state: { ...next, meta }, moved };
  }

  async abandon(): Promise<void> {
    this.#index.close();
    this.#records.close();
    await removeFiles(this.#files);
  }

  #grow(count: number): void {
    if (count <= this.#moved.length) return;
    const moved = new Uint32Array(Math.max(count, 2 * this.#moved.length)).fill(GONE);
    moved.set(this.#moved);
    this.#moved = moved;
  }
}

/** A row that compaction has given another number. */
interface MovedRow {
  readonly old: number;
  readonly no: number;
  readonly place: RowPlace;
}

/** Says in the tables where rows are by now, and which blocks there are. */
async function moveRows(
  duck: Duck,
  moved: readonly MovedRow[],
  blocks: readonly number[],
): Promise<void> {
  await duck.run(
    "CREATE OR REPLACE TEMP TABLE moved (old INTEGER, no INTEGER, place DOUBLE, record DOUBLE)",
  );
  await duck.append(
    "moved",
    moved.map(({ old, no, place }) => [old, no, place.at, place.record.at]),
  );
  const from = (table: string) => `FROM moved WHERE ${table}.no = moved.old`;
  await duck.run(
    `UPDATE rows SET no = moved.no, place = moved.place, record = moved.record ${from("rows")}`,
  );
  for (const table of ["labels", "scores"])
    await duck.run(`UPDATE ${table} SET no = moved.no ${from(table)}`);
  await duck.run("DROP TABLE moved");
  await duck.run("DELETE FROM blocks");
  await appendBlocks(duck, 0, blocks);
}

/** What cannot be removed now is removed at the next opening. */
async function removeFiles(files: FileGeneration): Promise<void> {
  for (const kind of FILE_KINDS)
    await rm(fileOf(files, kind), { force: true }).catch(() => undefined);
}

/** The collection whose rows are compacted. */
export interface CompactionPlace {
  readonly folder: string;
  readonly queue: TaskQueue;
  /** As it is by now. */
  state(): CollectionState;
  /** @param moved by old number the new one, or `GONE` */
  replace(state: CollectionState, moved: Uint32Array): void;
}

/** Compacts once more than half of the rows that were ever written are gone; a turn at a time, beside questions and writes. */
export class Compactor {
  readonly #place: CompactionPlace;
  #current: Compaction | undefined;
  #isRunning = false;
  /** By a row that cannot be read, or a full disk: the question that needs it says so. */
  #isStopped = false;

  constructor(place: CompactionPlace) {
    this.#place = place;
  }

  /** After a write. */
  async check(): Promise<void> {
    if (this.#isRunning || this.#isStopped || !isWasteful(this.#rows)) return;
    this.#isRunning = true;
    // A collection that is closed gives no more turns.
    const turn = () => this.#place.queue.run(() => this.#turn()).catch(() => false);
    while (await turn()) await setImmediate();
    this.#isRunning = false;
  }

  /** In the last turn of the collection: what takes no time is done, and the rest given up. */
  async close(): Promise<void> {
    const state = this.#place.state();
    if (!this.#isStopped && isWasteful(this.#rows)) {
      this.#current ??= new Compaction(this.#place.folder, state);
      if (this.#current.isAlmostDone(state)) await this.#turn();
    }
    this.#isStopped = true;
    await this.#current?.abandon();
    this.#current = undefined;
  }

  /** False where there is nothing more to do. Never rejects. */
  async #turn(): Promise<boolean> {
    if (this.#isStopped) return false;
    try {
      const state = this.#place.state();
      this.#current ??= new Compaction(this.#place.folder, state);
      await this.#current.copyMore(state);
      if (!this.#current.isAlmostDone(state)) return true;
      const done = await this.#current.finish(state);
      this.#current = undefined;
      this.#place.replace(done.state, done.moved);
    } catch {
      this.#isStopped = true;
      await this.#current?.abandon();
      this.#current = undefined;
    }
    return false;
  }

  get #rows(): RowTable {
    return this.#place.state().index.rows;
  }
}
