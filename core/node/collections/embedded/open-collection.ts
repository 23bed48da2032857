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
  type Written,
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
import { facetOf, histogramOf, spanOf, timelineOf } from "./figures.ts";
import { pageOf, type RowReading, readPoints, readRows, scanRows } from "./read-rows.ts";
import { RowCache } from "./row-cache.ts";

/** Rows a batch of a stream. */
const BATCH = 500;
const SCANNED = 2000;

/** One open collection: the tables in DuckDB, and the lists of `CellIndex` that are made of them. Calls run one after the other. */
export class OpenCollection implements Collection {
  readonly #queue = new TaskQueue();
  readonly #header: HeaderFile;
  #state: CollectionState;
  #hasWritten = false;
  readonly #memory = new RowCache(() => this.#state);
  readonly #heat = new CollectionHeat({
    queue: this.#queue,
    state: () => this.#state,
    choose: (selection) => this.#memory.choose(selection),
  });
  #making: Promise<void> | undefined;
  /** On a full disk; rows are looked through then. */
  #cannotMake = false;

  private constructor(folder: string, state: CollectionState) {
    this.#header = new HeaderFile(folder);
    this.#state = state;
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
      const rows = await this.#read({ numbers, scores: closenessesOf(chosen, numbers) });
      return rows.map(({ no: _, ...row }) => row);
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
      const cells = new Map<number, Positions>();
      const known = Uint32Array.from(new Set(numbers.values())).sort();
      await this.#index.eachOf(known, (no, own) => cells.set(no, own));
      return ids.map((id) => {
        const no = numbers.get(id);
        return no === undefined ? null : (cells.get(no) ?? null);
      });
    });
  }

  stream(selection: Selection): AsyncGenerator<readonly StreamedRow[]> {
    return this.#inBatches(selection, BATCH, async (reading) => {
      const rows = await this.#read(reading);
      const cells = new Map<number, Positions>();
      const numbers = Uint32Array.from(rows, ({ no }) => no).sort();
      await this.#index.eachOf(numbers, (no, own) => cells.set(no, own));
      return rows.map(({ no, ...row }) => ({ ...row, cells: cells.get(no)! }));
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
    return this.#inBatches(selection, SCANNED, (reading) => scanRows(this.#state, reading, parts));
  }

  /** Reads the chosen rows in order of id. Those that are replaced or removed between two batches are passed over. */
  async *#inBatches<T>(
    selection: Selection,
    size: number,
    read: (reading: Required<RowReading>) => Promise<T[]>,
  ): AsyncGenerator<readonly T[]> {
    const { chosen, order, until } = await this.#queue.run(async () => ({
      ...(await this.#memory.inOrder(selection)),
      until: this.#state.meta.version,
    }));
    for (let from = 0; from < order.length; from += size)
      yield await this.#queue.run(() => {
        const isAlive = (no: number) => this.#index.rows.isAlive(no);
        const numbers = [...order.subarray(from, from + size)].filter(isAlive);
        return read({ numbers, scores: closenessesOf(chosen, numbers), until });
      });
  }

  /**
   * Makes the lists of rows by cell where there are none or too many rows are not in them. Never rejects: what keeps it from
   * that is said by the question that meets it, and a collection that is closed meanwhile is prepared by a later question.
   */
  async prepare(): Promise<void> {
    try {
      if (await this.#queue.run(() => this.#index.isOutdated())) await this.#makeLists();
      await this.#queue.run(async () => {
        await writeHeat(this.#duck, this.#state.meta.version, this.#state.heat);
        await this.#duck.run("CHECKPOINT");
      });
    } catch {
      // The rows are there.
    }
  }

  /** A block a turn, beside questions and writes. */
  #makeLists(): Promise<void> {
    const turn = <T>(act: () => Promise<T>) => this.#queue.run(act);
    this.#making ??= this.#index
      .makeLists(turn, () => this.#state.meta.version)
      .catch(() => {
        this.#cannotMake = true;
      })
      .finally(() => {
        this.#making = undefined;
      });
    return this.#making;
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
      this.#memory.forgetColumns();
      return scores.length;
    });
  }

  renameScore(name: string, to: string | undefined): Promise<void> {
    return this.#write(async () => {
      await renameScores(this.#duck, name, to);
      this.#memory.forgetColumns();
    });
  }

  note(key: string): Promise<string | undefined> {
    return this.#queue.run(() => readNote(this.#duck, key));
  }

  setNote(key: string, note: string | undefined): Promise<void> {
    return this.#queue.run(() => writeNote(this.#duck, key, note));
  }

  /** What it holds in memory, roughly: large lists, and what the database may keep of its file. */
  get bytes(): number {
    return this.#duck.bytes + this.#index.bytes + this.#memory.bytes;
  }

  /** After what waits already; whatever is asked later, the next batch of a stream too, is refused as busy. */
  close(): Promise<void> {
    this.#cannotMake = true;
    const refusal = () => busy("The collection was closed meanwhile; ask again.");
    return this.#queue.end(async () => {
      const info = await this.#lastWrites().finally(() => {
        this.#duck.close();
        this.#index.close();
      });
      await this.#header.write(info);
    }, refusal);
  }

  async #lastWrites(): Promise<CollectionInfo> {
    if (this.#hasWritten) await writeHeat(this.#duck, this.#state.meta.version, this.#state.heat);
    return describeState(this.#state);
  }

  /** A call that changes which rows there are. */
  #writeRows<T>(act: (state: CollectionState) => Promise<Written<T>>): Promise<T> {
    return this.#write(async () => {
      const { state, count, hasReplaced } = await act(this.#state);
      this.#state = state;
      this.#hasWritten = true;
      this.#memory.forgetRows();
      if (hasReplaced) this.#memory.forgetPlaces();
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
    urgency: Urgency = "usual",
  ): Promise<T> {
    const call = currentCall();
    return this.#queue.run(async () => {
      if (call.aborted) throw cancelled();
      const chosen = await this.#memory.choose(selection);
      if (!this.#cannotMake && this.#index.isKnownOutdated) void this.#makeLists();
      return act(chosen);
    }, urgency);
  }

  get #duck(): Duck {
    return this.#state.duck;
  }

  get #index(): CellIndex {
    return this.#state.index;
  }

  async #read(reading: RowReading) {
    return readRows(this.#state, await this.#memory.info(), reading);
  }
}

const closenessesOf = ({ close }: ChosenRows, numbers: readonly number[]) =>
  numbers.map((no) => close?.scoreOfRow(no) ?? null);
