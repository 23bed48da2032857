import type { Column, ColumnRoles, Field } from "../../../api/collection-types.ts";
import { type Cancellation, NEVER_CANCELLED } from "../../../cancellation.ts";
import { listCollections } from "../../../collection/list-collections.ts";
import type {
  CollectionHead,
  CollectionInfo,
  CollectionStore,
  Facet,
  FacetOptions,
  FoundRow,
  Histogram,
  HistogramOptions,
  LabelMark,
  ListedCollection,
  NewRow,
  RowPage,
  RowPoints,
  ScoreOptions,
  Selection,
  Span,
  StreamedRow,
  TextRow,
  Timeline,
  TimelineOptions,
} from "../../../collection/store.ts";
import { throwIfCancelled } from "../../../errors.ts";
import type { Positions } from "../../../kernel/grid.ts";
import {
  Catalogue,
  type Entry,
  extended,
  newEntry,
  withRenamedScore,
  withScore,
} from "./catalogue.ts";
import { clauseLimit } from "./clause-budget.ts";
import { ClusterClient, type ClusterConnection } from "./cluster-client.ts";
import { fieldOf } from "./fields.ts";
import { facetOf, heatOf, histogramOf, spanOf, timelineOf } from "./figures.ts";
import { RowSearch } from "./row-search.ts";
import { labelRows, putRows, removeRows } from "./row-writes.ts";
import { fieldsOf, RowsIndexes } from "./rows-indexes.ts";
import { statisticsOf } from "./statistics.ts";

export interface OpenSearchOptions extends ClusterConnection {
  /** How the names of all indexes begin. */
  readonly prefix?: string | undefined;
}

const PREFIX = "semascope";

/**
 * Collections in an OpenSearch cluster: an index of rows for each, and one index with the list of collections and their
 * notes. Rows are documents with their own id, so that a request that arrives twice changes nothing.
 */
export class OpenSearchStore implements CollectionStore {
  readonly #cluster: ClusterClient;
  readonly #catalogue: Catalogue;
  readonly #rows: RowsIndexes;
  #clauses: Promise<number> | undefined;

  constructor({ prefix = PREFIX, ...connection }: OpenSearchOptions) {
    this.#cluster = new ClusterClient(connection);
    this.#catalogue = new Catalogue(this.#cluster, prefix);
    this.#rows = new RowsIndexes(this.#cluster);
  }

  async list(): Promise<ListedCollection[]> {
    return listCollections(await this.#catalogue.names(), (name) => this.describe(name));
  }

  async create(head: CollectionHead): Promise<void> {
    const entry = newEntry(head, this.#catalogue.newIndexName());
    await this.#rows.create(entry);
    try {
      await this.#catalogue.add(entry);
    } catch (cause) {
      await this.#rows.remove(entry);
      throw cause;
    }
  }

  describe(name: string): Promise<CollectionInfo> {
    return this.#searching(name, {}, async (search, entry) => {
      await this.#rows.check(entry);
      return { ...entry.head, ...(await statisticsOf(search, entry)) };
    });
  }

  async remove(name: string): Promise<void> {
    await this.#rows.remove(await this.#catalogue.remove(name));
  }

  async extend(name: string, columns: readonly Column[], roles: ColumnRoles): Promise<void> {
    // The list first: the place of a column is the name of its field, and only the list gives places away.
    const entry = await this.#catalogue.change(name, (now) => extended(now, columns, roles));
    await this.#rows.check(entry);
  }

  put(name: string, rows: readonly NewRow[]) {
    return this.#writing(name, (entry) => putRows(this.#cluster, entry, rows));
  }

  removeRows(name: string, ids: readonly string[]): Promise<number> {
    return this.#writing(name, (entry) => removeRows(this.#cluster, entry, ids));
  }

  rows(name: string, selection: Selection, page: RowPage): Promise<FoundRow[]> {
    return this.#searching(name, selection, (search) => search.rows(page));
  }

  count(name: string, selection: Selection): Promise<number> {
    return this.#searching(name, selection, (search) => search.count());
  }

  heat(name: string, selection: Selection): Promise<Uint32Array> {
    return this.#searching(name, selection, (search) => heatOf(search.aggregate));
  }

  facet(name: string, selection: Selection, options: FacetOptions): Promise<Facet> {
    return this.#searching(name, selection, (search, entry) =>
      facetOf(search.aggregate, knownField(entry, { column: options.column }).name, options),
    );
  }

  span(name: string, selection: Selection, field: Field): Promise<Span> {
    return this.#searching(name, selection, (search, entry) => {
      const known = knownField(entry, field);
      return spanOf(search.aggregateBy(known.score), known);
    });
  }

  histogram(name: string, selection: Selection, options: HistogramOptions): Promise<Histogram> {
    return this.#searching(name, selection, (search, entry) => {
      const known = knownField(entry, options.field);
      return histogramOf(search.aggregateBy(known.score), known, options.edges);
    });
  }

  timeline(name: string, selection: Selection, options: TimelineOptions): Promise<Timeline> {
    return this.#searching(name, selection, (search, entry) =>
      timelineOf(search.aggregate, knownField(entry, { column: options.column }).name, options),
    );
  }

  cells(name: string, ids: readonly string[]): Promise<(Positions | null)[]> {
    return this.#searching(name, {}, (search) => search.cells(ids));
  }

  async *stream(name: string, selection: Selection): AsyncGenerator<readonly StreamedRow[]> {
    const { search } = await this.#open(name, selection);
    yield* search.stream();
  }

  async *texts(name: string, selection: Selection): AsyncGenerator<readonly TextRow[]> {
    const { search } = await this.#open(name, selection);
    yield* search.texts();
  }

  points(name: string, selection: Selection, field?: Field): Promise<RowPoints> {
    return this.#searching(name, selection, (search) => search.points(field));
  }

  label(name: string, filter: string, marks: readonly LabelMark[]): Promise<number> {
    return this.#writing(name, (entry) => labelRows(this.#cluster, entry, filter, marks));
  }

  async score(name: string, score: ScoreOptions, signal: Cancellation = NEVER_CANCELLED) {
    // Counted first: nothing is kept where the rows cannot be read.
    const rows = await this.count(name, {});
    throwIfCancelled(signal);
    await this.#catalogue.change(name, (now) => withScore(now, score));
    return rows;
  }

  async renameScore(name: string, score: string, to: string | undefined): Promise<void> {
    await this.#catalogue.change(name, (now) => withRenamedScore(now, score, to));
  }

  async note(name: string, key: string): Promise<string | undefined> {
    return this.#catalogue.note(await this.#catalogue.entry(name), key);
  }

  async setNote(name: string, key: string, note: string | undefined): Promise<void> {
    await this.#catalogue.setNote(await this.#catalogue.entry(name), key, note);
  }

  async close(): Promise<void> {
    await this.#cluster.close();
  }

  async #open(name: string, selection: Selection) {
    const entry = await this.#catalogue.entry(name);
    this.#clauses ??= clauseLimit(this.#cluster);
    await this.#rows.prepare(entry);
    return { entry, search: new RowSearch(this.#cluster, entry, selection, await this.#clauses) };
  }

  async #searching<T>(
    name: string,
    selection: Selection,
    work: (search: RowSearch, entry: Entry) => Promise<T>,
  ): Promise<T> {
    const { entry, search } = await this.#open(name, selection);
    return this.#rows.explaining(entry, () => work(search, entry));
  }

  async #writing<T>(name: string, work: (entry: Entry) => Promise<T>): Promise<T> {
    const entry = await this.#catalogue.entry(name);
    await this.#rows.check(entry);
    return this.#rows.writing(entry, () => work(entry));
  }
}

function knownField(entry: Entry, field: Field) {
  const known = fieldOf(fieldsOf(entry), field);
  if (known === undefined) throw new Error("no such score");
  return known;
}
