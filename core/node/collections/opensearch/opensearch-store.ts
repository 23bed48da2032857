import type { Column, ColumnRoles, Field } from "../../../api/schema/collection-types.ts";
import { type Cancellation, NEVER_CANCELLED } from "../../../cancellation.ts";
import { listCollections } from "../../../collection/port/list-collections.ts";
import type {
  Collection,
  CollectionHead,
  CollectionInfo,
  CollectionStore,
  CountedHeat,
  Facet,
  FacetOptions,
  FoundRow,
  Histogram,
  HistogramOptions,
  LabelMark,
  ListedCollection,
  NewRow,
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
import { ClusterClient, type ClusterConnection } from "./cluster-client.ts";
import { fieldOf } from "./fields.ts";
import { facetOf, heatOf, histogramOf, spanOf, statisticsOf, timelineOf } from "./figures.ts";
import { RowSearch } from "./row-search.ts";
import { labelRows, putRows, removeRows } from "./row-writes.ts";
import { fieldsOf, isRefusal, RowsIndexes } from "./rows-indexes.ts";
import { clauseLimit } from "./selection-query.ts";

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
    return listCollections(await this.#catalogue.names(), (name) => this.open(name).describe());
  }

  open(name: string): Collection {
    return new OpenSearchCollection(name, {
      cluster: this.#cluster,
      catalogue: this.#catalogue,
      indexes: this.#rows,
      clauses: () => this.#clauseLimit(),
    });
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

  async remove(name: string): Promise<void> {
    await this.#rows.remove(await this.#catalogue.remove(name));
  }

  async close(): Promise<void> {
    await this.#cluster.close();
  }

  #clauseLimit(): Promise<number> {
    this.#clauses ??= clauseLimit(this.#cluster);
    return this.#clauses;
  }
}

/** What a collection of a cluster is reached by. */
interface ClusterParts {
  readonly cluster: ClusterClient;
  readonly catalogue: Catalogue;
  readonly indexes: RowsIndexes;
  /** The most clauses of a query. */
  clauses(): Promise<number>;
}

class OpenSearchCollection implements Collection {
  readonly #name: string;
  readonly #place: ClusterParts;

  constructor(name: string, place: ClusterParts) {
    this.#name = name;
    this.#place = place;
  }

  describe(): Promise<CollectionInfo> {
    return this.#searching({}, async (search, entry) => {
      await this.#place.indexes.check(entry);
      return { ...entry.head, ...(await statisticsOf(search, entry)) };
    });
  }

  async extend(columns: readonly Column[], roles: ColumnRoles): Promise<void> {
    // The list first: the place of a column is the name of its field, and only the list gives places away.
    const entry = await this.#place.catalogue.change(this.#name, (now) =>
      extended(now, columns, roles),
    );
    await this.#place.indexes.check(entry);
  }

  put(rows: readonly NewRow[]) {
    return this.#writing((entry) => putRows(this.#place.cluster, entry, rows));
  }

  removeRows(ids: readonly string[]): Promise<number> {
    return this.#writing((entry) => removeRows(this.#place.cluster, entry, ids));
  }

  rows(selection: Selection, page: RowPage): Promise<FoundRow[]> {
    return this.#searching(selection, (search) => search.rows(page));
  }

  count(selection: Selection): Promise<number> {
    return this.#searching(selection, (search) => search.count());
  }

  heat(selection: Selection): Promise<Uint32Array> {
    return this.#searching(selection, (search) => heatOf(search.aggregate));
  }

  /** A cluster counts all of them. */
  estimateHeat(selection: Selection): Promise<CountedHeat> {
    return this.#searching(selection, async (search) => {
      const rows = await search.count();
      return { counts: await heatOf(search.aggregate), rows, of: rows };
    });
  }

  facet(selection: Selection, options: FacetOptions): Promise<Facet> {
    return this.#searching(selection, (search, entry) =>
      facetOf(search.aggregate, knownField(entry, { column: options.column }).name, options),
    );
  }

  span(selection: Selection, field: Field): Promise<Span> {
    return this.#searching(selection, (search, entry) => {
      const known = knownField(entry, field);
      return spanOf(search.aggregateBy(known.score), known);
    });
  }

  histogram(selection: Selection, options: HistogramOptions): Promise<Histogram> {
    return this.#searching(selection, (search, entry) => {
      const known = knownField(entry, options.field);
      return histogramOf(search.aggregateBy(known.score), known, options.edges);
    });
  }

  timeline(selection: Selection, options: TimelineOptions): Promise<Timeline> {
    return this.#searching(selection, (search, entry) =>
      timelineOf(search.aggregate, knownField(entry, { column: options.column }).name, options),
    );
  }

  cells(ids: readonly string[]): Promise<(Positions | null)[]> {
    return this.#searching({}, (search) => search.cells(ids));
  }

  async *stream(selection: Selection): AsyncGenerator<readonly StreamedRow[]> {
    const { search } = await this.#unlessRemoved(() => this.#open(selection));
    yield* search.stream();
  }

  async *scan<P extends RowPart>(
    selection: Selection,
    parts: readonly P[],
  ): AsyncGenerator<readonly ScannedRow<P>[]> {
    const { search } = await this.#unlessRemoved(() => this.#open(selection));
    yield* search.scan(parts);
  }

  points(selection: Selection, field?: Field): Promise<RowPoints> {
    return this.#searching(selection, (search) => search.points(field));
  }

  label(filter: string, marks: readonly LabelMark[], author?: string): Promise<number> {
    const given = { filter, marks, author };
    return this.#writing((entry) => labelRows(this.#place.cluster, entry, given));
  }

  async score(score: ScoreOptions, signal: Cancellation = NEVER_CANCELLED) {
    // Counted first: nothing is kept where the rows cannot be read.
    const rows = await this.count({});
    throwIfCancelled(signal);
    await this.#place.catalogue.change(this.#name, (now) => withScore(now, score));
    return rows;
  }

  async renameScore(score: string, to: string | undefined): Promise<void> {
    await this.#place.catalogue.change(this.#name, (now) => withRenamedScore(now, score, to));
  }

  async note(key: string): Promise<string | undefined> {
    return this.#place.catalogue.note(await this.#entry(), key);
  }

  /** Nothing: the cluster does so by itself. @throws unknown-collection */
  async prepare(): Promise<void> {
    await this.#entry();
  }

  async setNote(key: string, note: string | undefined): Promise<void> {
    await this.#place.catalogue.setNote(await this.#entry(), key, note);
  }

  /** As the catalogue has it now: others may have changed it. */
  #entry(): Promise<Entry> {
    return this.#place.catalogue.entry(this.#name);
  }

  async #open(selection: Selection) {
    const entry = await this.#entry();
    await this.#place.indexes.prepare(entry);
    const { cluster, clauses } = this.#place;
    return { entry, search: new RowSearch(cluster, entry, selection, await clauses()) };
  }

  #searching<T>(
    selection: Selection,
    work: (search: RowSearch, entry: Entry) => Promise<T>,
  ): Promise<T> {
    return this.#unlessRemoved(async () => {
      const { entry, search } = await this.#open(selection);
      return this.#place.indexes.explaining(entry, () => work(search, entry));
    });
  }

  #writing<T>(work: (entry: Entry) => Promise<T>): Promise<T> {
    return this.#unlessRemoved(async () => {
      const entry = await this.#entry();
      await this.#place.indexes.check(entry);
      return this.#place.indexes.writing(entry, () => work(entry));
    });
  }

  /** Rows that are gone with their collection are nobody's fault. @throws unknown-collection where it was removed meanwhile */
  async #unlessRemoved<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (isRefusal(cause)) await this.#entry();
      throw cause;
    }
  }
}

function knownField(entry: Entry, field: Field) {
  const known = fieldOf(fieldsOf(entry), field);
  if (known === undefined) throw new Error("no such score");
  return known;
}
