import type { Column, ColumnRoles, Field } from "../../../api/schema/collection-types.ts";
import { closeness } from "../../../collection/port/cells.ts";
import type {
  Collection,
  CollectionInfo,
  CountedHeat,
  Facet,
  FacetOptions,
  FoundRow,
  Histogram,
  HistogramOptions,
  LabelMark,
  NewRow,
  PutCount,
  RowPage,
  RowPart,
  RowPoints,
  ScannedRow,
  ScoreOptions,
  Selection,
  Span,
  StreamedRow,
  Timeline,
  TimelineOptions,
} from "../../../collection/port/store.ts";
import { TaskQueue, type Urgency } from "../../../collection/port/task-queue.ts";
import { busy, cancelled } from "../../../errors.ts";
import type { Positions } from "../../../kernel/grid.ts";
import type { Duck } from "../../files/duck.ts";
import { currentCall } from "../../threads/current-call.ts";
import type { CellIndex } from "../cells/cell-index.ts";
import { CollectionHeat } from "../cells/heat.ts";
import type { ChosenRows } from "./chosen-sql.ts";
import { HeaderFile } from "./collection-folders.ts";
import {
  type CollectionState,
  describeState,
  dropRows,
  extendColumns,
  loadState,
  putRows,
  sealBlocks,
} from "./collection-state.ts";
import {
  numbersOf,
  readNote,
  renameScores,
  writeHeat,
  writeLabels,
  writeNote,
  writeScores,
} from "./collection-tables.ts";
import { Compactor, GONE } from "./compaction.ts";
import { facetOf, histogramOf, spanOf, timelineOf } from "./figures.ts";
import { pageOf, readPoints, readRows, scanRows } from "./read-rows.ts";
import { RowCache } from "./row-cache.ts";

/** A stream that has not come to its end. */
interface Reading {
  readonly chosen: ChosenRows;
  /** Numbers of its rows, in order of id, as they were when it began. */
  readonly order: Uint32Array;
  /** By such a number the present one, or `GONE`, where rows have got other numbers since. */
  moved: Uint32Array | undefined;
}

/** Rows a batch of a stream. */
const BATCH = 500;
const SCANNED = 2000;

/**
 * One open collection: the tables in DuckDB, the cells in the files of `CellIndex`. A commit of the tables is what makes
 * anything count: cells that were written beyond the committed length are cut off at the next opening. Calls run one
 * after the other.
 */
export class OpenCollection implements Collection {
  readonly #queue = new TaskQueue();
  readonly #header: HeaderFile;
  #state: CollectionState;
  #hasWritten = false;
  readonly #readings = new Set<Reading>();
  readonly #memory = new RowCache(() => this.#state);
  readonly #heat = new CollectionHeat({
    queue: this.#queue,
    state: () => this.#state,
    choose: (selection) => this.#memory.choose(selection),
    isAtHand: (selection) => this.#memory.isAtHand(selection),
  });
  readonly #compactor: Compactor;

  private constructor(folder: string, state: CollectionState) {
    this.#header = new HeaderFile(folder);
    this.#state = state;
    this.#compactor = new Compactor({
      folder,
      queue: this.#queue,
      state: () => this.#state,
      replace: (compacted, moved) => this.#renumber(compacted, moved),
    });
  }

  /** @throws conflict for a damaged one, one of another format, or while another process has it */
  static async open(folder: string): Promise<OpenCollection> {
    return new OpenCollection(folder, await loadState(folder));
  }

  /** Kept until the next write: every question begins with it, and none has to wait in the queue for it. */
  async describe(): Promise<CollectionInfo> {
    return this.#memory.knownInfo ?? this.#queue.run(() => this.#memory.info(), "urgent");
  }

  extend(columns: readonly Column[], roles: ColumnRoles): Promise<void> {
    return this.#write(async () => {
      this.#state = await extendColumns(this.#state, columns, roles);
    });
  }

  put(rows: readonly NewRow[]): Promise<PutCount> {
    return this.#writeRows((state) => putRows(state, rows));
  }

  removeRows(ids: readonly string[]): Promise<number> {
    return this.#writeRows((state) => dropRows(state, ids));
  }

  rows(selection: Selection, page: RowPage): Promise<FoundRow[]> {
    const call = currentCall();
    return this.#chosen(selection, async (chosen) => {
      const numbers = await pageOf(this.#memory.tables, chosen, page, () => this.#memory.order());
      if (call.aborted) throw cancelled();
      return this.#read(numbers, closenessesOf(chosen, numbers));
    });
  }

  count(selection: Selection): Promise<number> {
    return this.#chosen(selection, async ({ numbers }) => numbers.length, "urgent");
  }

  heat(selection: Selection): Promise<Uint32Array> {
    return this.#heat.of(selection);
  }

  estimateHeat(selection: Selection): Promise<CountedHeat> {
    return this.#heat.estimate(selection);
  }

  facet(selection: Selection, options: FacetOptions): Promise<Facet> {
    return this.#chosen(selection, (chosen) => facetOf(this.#memory.tables, chosen, options));
  }

  span(selection: Selection, field: Field): Promise<Span> {
    return this.#chosen(selection, (chosen) => spanOf(this.#memory.tables, chosen, field));
  }

  histogram(selection: Selection, options: HistogramOptions): Promise<Histogram> {
    return this.#chosen(selection, (chosen) => histogramOf(this.#memory.tables, chosen, options));
  }

  timeline(selection: Selection, options: TimelineOptions): Promise<Timeline> {
    return this.#chosen(selection, (chosen) => timelineOf(this.#memory.tables, chosen, options));
  }

  cells(ids: readonly string[]): Promise<(Positions | null)[]> {
    return this.#queue.run(async () => {
      const numbers = await numbersOf(this.#duck, ids);
      return ids.map((id) => {
        const no = numbers.get(id);
        return no === undefined ? null : this.#index.cellsOf(no);
      });
    });
  }

  stream(selection: Selection): AsyncGenerator<readonly StreamedRow[]> {
    return this.#inBatches(selection, BATCH, async (numbers, closenesses) => {
      const rows = await this.#read(numbers, closenesses);
      return rows.map((row, i) => ({ ...row, cells: this.#index.cellsOf(numbers[i]!) }));
    });
  }

  points(selection: Selection, field?: Field): Promise<RowPoints> {
    return this.#chosen(selection, async (chosen) => {
      const { ranks } = await this.#memory.order();
      const places = await this.#memory.placesOf(chosen.numbers);
      return readPoints(this.#memory.tables, chosen, { field, ranks, places });
    });
  }

  scan<P extends RowPart>(
    selection: Selection,
    parts: readonly P[],
  ): AsyncGenerator<readonly ScannedRow<P>[]> {
    return this.#inBatches(selection, SCANNED, (numbers) => scanRows(this.#state, numbers, parts));
  }

  /** Reads the chosen rows in order of id. Rows may be replaced, removed or numbered again between two batches. */
  async *#inBatches<T>(
    selection: Selection,
    size: number,
    read: (numbers: readonly number[], closenesses: readonly (number | null)[]) => Promise<T[]>,
  ): AsyncGenerator<readonly T[]> {
    const reading: Reading = await this.#queue.run(async () => ({
      ...(await this.#memory.inOrder(selection)),
      moved: undefined,
    }));
    this.#readings.add(reading);
    try {
      for (let from = 0; from < reading.order.length; from += size)
        yield await this.#queue.run(() => {
          const { chosen, order, moved } = reading;
          const now = (no: number) => moved?.[no] ?? no;
          const isAlive = (no: number) => now(no) !== GONE && this.#index.rows.isAlive(now(no));
          const numbers = [...order.subarray(from, from + size)].filter(isAlive);
          return read(numbers.map(now), closenessesOf(chosen, numbers));
        });
    } finally {
      this.#readings.delete(reading);
    }
  }

  /** Compaction has given the rows other numbers. */
  #renumber(state: CollectionState, moved: Uint32Array): void {
    for (const reading of this.#readings)
      reading.moved = reading.moved?.map((no) => (no === GONE ? GONE : moved[no]!)) ?? moved;
    this.#state = state;
    // Its heat is kept with the version.
    this.#hasWritten = true;
    this.#memory.forgetNumbers();
    this.#heat.forgetNumbers();
  }

  label(filter: string, marks: readonly LabelMark[], author?: string): Promise<number> {
    return this.#write(() => writeLabels(this.#duck, { filter, marks, author }));
  }

  score({ name, positions }: ScoreOptions): Promise<number> {
    return this.#write(async () => {
      const { rows } = this.#index;
      const shared = await this.#index.matches(positions);
      const scores = Array.from(
        rows.all(),
        (no) => [no, closeness(shared[no]!, positions.length, rows.sizes[no]!)] as const,
      );
      await writeScores(this.#duck, name, scores);
      return scores.length;
    });
  }

  renameScore(name: string, to: string | undefined): Promise<void> {
    return this.#write(() => renameScores(this.#duck, name, to));
  }

  note(key: string): Promise<string | undefined> {
    return this.#queue.run(() => readNote(this.#duck, key));
  }

  setNote(key: string, note: string | undefined): Promise<void> {
    return this.#queue.run(() => writeNote(this.#duck, key, note));
  }

  /** What it holds in memory, roughly: large lists, and what the database may keep of its file. */
  get bytes(): number {
    return this.#duck.bytes + this.#index.bytes + this.#memory.bytes + this.#heat.bytes;
  }

  /** After what waits already; whatever is asked later, the next batch of a stream too, is refused as busy. */
  close(): Promise<void> {
    this.#heat.close();
    const refusal = () => busy("The collection was closed meanwhile; ask again.");
    return this.#queue.end(async () => {
      const info = await this.#lastWrites().finally(() => {
        this.#duck.close();
        this.#index.close();
        this.#state.records.close();
      });
      await this.#header.write(info);
    }, refusal);
  }

  async #lastWrites(): Promise<CollectionInfo> {
    await this.#compactor.close();
    if (this.#hasWritten) await writeHeat(this.#duck, this.#state.meta.version, this.#state.heat);
    return describeState(this.#state);
  }

  /** A call that changes which rows there are. */
  #writeRows<T>(
    act: (state: CollectionState) => Promise<{ state: CollectionState; count: T }>,
  ): Promise<T> {
    return this.#write(async () => {
      const { state, count } = await act(this.#state);
      this.#state = state;
      this.#hasWritten = true;
      this.#memory.forgetRows();
      this.#state = await sealBlocks(state);
      void this.#compactor.check();
      return count;
    });
  }

  /** A call after which a selection may mean other rows. */
  #write<T>(act: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      this.#memory.forgetChoices();
      await this.#header.drop();
      return act();
    });
  }

  /** A call that is cancelled while it waits for its turn is refused, so that the next one need not wait for it. */
  #chosen<T>(
    selection: Selection,
    act: (chosen: ChosenRows) => Promise<T>,
    urgency: Urgency = "shared",
  ): Promise<T> {
    const call = currentCall();
    return this.#queue.run(async () => {
      if (call.aborted) throw cancelled();
      return act(await this.#memory.choose(selection));
    }, urgency);
  }

  get #duck(): Duck {
    return this.#state.duck;
  }

  get #index(): CellIndex {
    return this.#state.index;
  }

  async #read(
    numbers: readonly number[],
    closenesses: readonly (number | null)[],
  ): Promise<FoundRow[]> {
    return readRows(this.#state, await this.#memory.info(), numbers, closenesses);
  }
}

const closenessesOf = ({ close }: ChosenRows, numbers: readonly number[]) =>
  numbers.map((no) => close?.scoreOfRow(no) ?? null);
