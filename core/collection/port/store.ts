import type {
  Column,
  ColumnRoles,
  Field,
  Predicate,
  TimeUnit,
  Value,
} from "../../api/schema/collection-types.ts";
import type { Cancellation } from "../../cancellation.ts";
import type { Positions } from "../../kernel/grid.ts";
import type { WordsQuery } from "./words.ts";

/** What read the rows of a collection, and reads every question to it. */
export interface ReadWith {
  readonly name: string;
  readonly checksum: string;
  /** The reader by whose encoder texts are read; by their words when left out. */
  readonly reader?: { readonly name: string; readonly checksum: string };
}

/** What is decided when a collection is made. Columns and roles can be added to later. */
export interface CollectionHead {
  /** 1 to 100 letters, digits, spaces, `-`, `_` and `.`; see `checkCollectionName`. */
  readonly name: string;
  readonly retina: ReadWith;
  readonly columns: readonly Column[];
  readonly roles: ColumnRoles;
  /** ISO moment. */
  readonly created: string;
}

export interface CollectionInfo extends CollectionHead {
  readonly rows: number;
  /** Rows without a cell: no text, or no known word. */
  readonly withoutCells: number;
  /** By filter, in order of code points. */
  readonly labels: readonly LabelCount[];
  /** Names of saved scores, in order of code points. */
  readonly scores: readonly string[];
}

export interface LabelCount {
  readonly filter: string;
  readonly belongs: number;
  readonly not: number;
  /** Who gave some of them beside the person, in order of code points, and how many. */
  readonly authors: readonly { readonly author: string; readonly rows: number }[];
}

/** What a list shows of a collection. */
export type ListedCollection =
  | (CollectionInfo & { readonly state: "ready" })
  | UnavailableCollection;

/** A collection that cannot be asked anything now. */
export interface UnavailableCollection {
  readonly name: string;
  /** `in-use`: another program has it. `damaged`: it will not get better by itself, and can be removed. */
  readonly state: "in-use" | "damaged" | "unavailable";
  /** A sentence that says why, and what to do. */
  readonly reason: string;
}

/** A row to keep. */
export interface NewRow {
  /** 1 to 500 UTF-8 bytes. */
  readonly id: string;
  readonly text: string;
  /** One for each column of the collection, in its order, as `cleanValue` leaves them. */
  readonly values: readonly Value[];
  /** Ascending and unique; empty for a text without a known word. */
  readonly cells: Positions;
}

export interface FoundRow {
  readonly id: string;
  readonly text: string;
  /** In order of the collection's columns; null where the row is older than the column. */
  readonly values: readonly Value[];
  /** How many cells its fingerprint has. */
  readonly size: number;
  /** `closeness` to `like`; null without one. */
  readonly score: number | null;
  /** In order of the filters' code points. Without an author it is the person's own. */
  readonly labels: readonly {
    readonly filter: string;
    readonly belongs: boolean;
    readonly author?: string;
  }[];
  /** In order of the names' code points. */
  readonly scores: readonly { readonly name: string; readonly score: number }[];
}

/** A query with its expressions evaluated and its words read; see `toSelection`. All members restrict together. */
export interface Selection {
  /** Never empty. Rows that share no position are not part of the selection. */
  readonly like?: Positions;
  /** Rows whose `closeness` to `like` is at least this. */
  readonly least?: number;
  /** By `tokensOf` the text: every one of `all` and none of `none`. */
  readonly words?: WordsQuery;
  readonly where?: Predicate;
  /** Rows with at least one position in the region, and (positions inside / size) >= share. Never empty. */
  readonly region?: { readonly positions: Positions; readonly share: number };
  readonly labels?: Predicate;
  /** Unknown ids select nothing. */
  readonly ids?: readonly string[];
  /** Of the rows that fulfil the rest, the `rows` with the smallest `sampleKey`, ties by id. */
  readonly sample?: { readonly rows: number; readonly seed: number };
}

export interface RowPage {
  readonly offset: number;
  /** `offset + limit` is at most `DEEPEST_ROW`; whoever wants more uses `stream`. */
  readonly limit: number;
  /** Instead of the usual order. Rows without the value come last; ties by id. Lists cannot be sorted by. */
  readonly sort?: { readonly field: Field; readonly descending: boolean };
}

export const DEEPEST_ROW = 10_000;

/** Values of a column and how many rows have each: most rows first, then the value's code points, or the smaller number. */
export interface Facet {
  readonly values: readonly { readonly value: string; readonly rows: number }[];
  /** Rows of values that are not listed; a row with several such values counts for each. */
  readonly others: number;
  readonly missing: number;
}

/** Smallest and largest value; null where no row has one. Days for dates. */
export interface Span {
  readonly least: string | number | null;
  readonly greatest: string | number | null;
  readonly rows: number;
  readonly missing: number;
}

/** `counts[i]` rows lie in `edges[i] <= value < edges[i + 1]`; the last bin includes its upper edge. */
export interface Histogram {
  readonly counts: readonly number[];
  readonly below: number;
  readonly above: number;
  readonly missing: number;
}

/** Rows for each unit that has any, ascending; `start` is the first day, by `startOfUnit`. */
export interface Timeline {
  readonly steps: readonly { readonly start: string; readonly rows: number }[];
  readonly missing: number;
}

/** A row in a `stream`. */
export interface StreamedRow extends FoundRow {
  readonly cells: Positions;
}

/** What `scan` reads of a row beside its id; each part costs a reading of its own. */
export type RowPart = "text" | "cells";
export type ScannedRow<P extends RowPart> = Pick<StreamedRow, "id" | P>;

/** Rows as points of the map, each list in order of id. */
export interface RowPoints {
  readonly ids: readonly string[];
  /** `densestPlace` of each. */
  readonly places: readonly number[];
  /** Of the field that was asked for: texts by `keyOf`, days for dates; null where it is missing. */
  readonly values: readonly (string | number | null)[];
}

/** JSON that is kept beside a collection, e.g. how far an import has come, or its topics. */
export type Note = string;

/**
 * Where collections are kept. Two adapters pass the same contract suite (`test/core/collection/port/store-contract.ts`),
 * so that nothing but speed and place differs between them.
 */
export interface CollectionStore {
  /**
   * In order of name, with what others have made or removed since. One that cannot be described says why, and keeps none
   * of the others from being listed.
   */
  list(): Promise<ListedCollection[]>;
  /**
   * The collection of a name, to be asked and written to. Nothing is looked for yet: `unknown-collection` comes from the
   * questions. It may be kept for as long as the store: memory is given back between two questions.
   */
  open(name: string): Collection;
  /** @throws conflict where a collection has the name already */
  create(head: CollectionHead): Promise<void>;
  /** With all rows, labels, scores and notes. @throws unknown-collection */
  remove(name: string): Promise<void>;
  /** Ends what is open, after what was asked already. */
  close(): Promise<void>;
}

/**
 * - **Order**: without `like` and without `sort`, rows come in order of id; with `like`, the highest `closeness`
 *   first, then id. Ids, values and names are ordered by Unicode code point (that is, by UTF-8 bytes), never by locale.
 * - **Scores** are those of `closeness`, to the last bit of a double.
 * - **Numbers** are finite doubles; NaN and infinities never reach a store, -0 arrives as 0.
 * - **Figures** are exact and count everything; a store never samples unasked (`estimateHeat` is asking).
 * - **Durability**: when a writing call has resolved, what it wrote survives a kill, and every later call sees it. A
 *   call that was cut short may have written any whole number of its rows; sending it again repairs that.
 * - **Errors**: `unknown-collection` from every call where there is none of the name. Selections and pages are checked by
 *   the caller (`toSelection`, `checkPage`), so a store may rely on them.
 */
export interface Collection {
  describe(): Promise<CollectionInfo>;
  /** Adds columns at the end and replaces the roles. A column that is there already, of the same type, is left. */
  extend(columns: readonly Column[], roles: ColumnRoles): Promise<void>;

  /**
   * Adds rows; a row whose id is there replaces the old one, keeps its labels and loses its scores. Of a repeated id
   * within the batch the last one counts. At most 5,000 rows a call.
   */
  put(rows: readonly NewRow[]): Promise<PutCount>;
  /** After many rows: makes what questions are answered from. No answer depends on it. */
  prepare(): Promise<void>;
  /** Unknown ids are passed over. Answers how many were removed. */
  removeRows(ids: readonly string[]): Promise<number>;

  rows(selection: Selection, page: RowPage): Promise<FoundRow[]>;
  count(selection: Selection): Promise<number>;
  /** For each of the 16,384 cells the number of selected rows that have it. */
  heat(selection: Selection): Promise<Uint32Array>;
  /** The same for a random part of the rows where counting all takes long; of all rows in a store that cannot. */
  estimateHeat(selection: Selection): Promise<CountedHeat>;
  /** Of a column of texts, lists or numbers; texts by `keyOf`. A list counts once for each different element. */
  facet(selection: Selection, facet: FacetOptions): Promise<Facet>;
  /** Of a number or date column, or of a score. */
  span(selection: Selection, field: Field): Promise<Span>;
  /** Of a number column or a score; `edges` ascend and are at least two. */
  histogram(selection: Selection, bins: HistogramOptions): Promise<Histogram>;
  /** Of a date column. */
  timeline(selection: Selection, options: TimelineOptions): Promise<Timeline>;

  /** In the order of the ids, null for an unknown one. At most 1,000. */
  cells(ids: readonly string[]): Promise<(Positions | null)[]>;
  /** Every selected row in order of id, in batches; `score` as in `rows`. Rows written meanwhile may or may not come. */
  stream(selection: Selection): AsyncIterable<readonly StreamedRow[]>;
  /** The same rows in the same order, with their ids and the parts that are named alone. */
  scan<P extends RowPart>(
    selection: Selection,
    parts: readonly P[],
  ): AsyncIterable<readonly ScannedRow<P>[]>;
  /** Every selected row with its place on the map, and a value: of any column but a list, or of a score. */
  points(selection: Selection, field?: Field): Promise<RowPoints>;

  /** Labels rows for a filter, or takes the label away; a later mark of the same row counts. Unknown ids are passed over. */
  label(filter: string, marks: readonly LabelMark[], author?: string): Promise<number>;
  /** Keeps for each row its `closeness` to these positions (0 where they share none) as a score of this name. */
  score(score: ScoreOptions, signal?: Cancellation): Promise<number>;
  /**
   * Gives a score another name, in the place of one that has it; `undefined` forgets it. There need not be one.
   */
  renameScore(score: string, to: string | undefined): Promise<void>;

  /** `undefined` where nothing is kept under the key. */
  note(key: string): Promise<Note | undefined>;
  /** `undefined` takes it away. */
  setNote(key: string, note: Note | undefined): Promise<void>;
}

export interface PutCount {
  readonly added: number;
  readonly updated: number;
}
/** `counts[i]` of `rows` rows have cell i; they are a random part `of` all that the selection means. */
export interface CountedHeat {
  readonly counts: Uint32Array;
  readonly rows: number;
  readonly of: number;
}
export interface FacetOptions {
  readonly column: string;
  /** 1 to 10,000. */
  readonly limit: number;
}
export interface HistogramOptions {
  readonly field: Field;
  readonly edges: readonly number[];
}
export interface TimelineOptions {
  readonly column: string;
  readonly unit: TimeUnit;
}
export interface LabelMark {
  readonly id: string;
  /** null takes the label away. */
  readonly belongs: boolean | null;
}
export interface ScoreOptions {
  readonly name: string;
  readonly positions: Positions;
}
