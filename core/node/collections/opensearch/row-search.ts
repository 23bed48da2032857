import type { Field, Value } from "../../../api/schema/collection-types.ts";
import { closeness, densestPlace } from "../../../collection/port/cells.ts";
import type {
  FoundRow,
  RowPage,
  RowPart,
  RowPoints,
  ScannedRow,
  Selection,
  StreamedRow,
} from "../../../collection/port/store.ts";
import { byCodePoint, dayOf, keyOf } from "../../../collection/port/values.ts";
import type { Positions } from "../../../kernel/grid.ts";
import type { Entry } from "./catalogue.ts";
import type { ClusterClient } from "./cluster-client.ts";
import type { Dsl } from "./dsl.ts";
import { fieldOf, type Known, labelsIn } from "./fields.ts";
import {
  type ComputedScore,
  SCORED_PARTS,
  type ScoredSource,
  scoreOrder,
  scoreReader,
  sharedWith,
} from "./overlap.ts";
import { fieldsOf } from "./rows-indexes.ts";
import {
  type SampleEnd,
  type Scored,
  sampleOrder,
  selectionQuery,
  usualOrder,
  withinBudget,
} from "./selection-query.ts";

/** What the index keeps of a row, as far as it was asked for. */
interface Source extends ScoredSource {
  readonly id: string;
  readonly row: { readonly text: string; readonly values: readonly Value[] };
  readonly size: number;
  readonly labels: readonly string[];
}
interface Hit {
  readonly _id: string;
  readonly _score: number | null;
  readonly _source: Source;
  readonly sort: readonly (string | number)[];
}
interface Reply {
  readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly Hit[] };
  readonly aggregations?: unknown;
}

const ROWS_OF_A_BATCH = 500;
/** The most that one request may ask for. */
const ROWS_OF_A_DRAW = 10_000;

/** Reads the rows of one selection. */
export class RowSearch {
  readonly #cluster: ClusterClient;
  readonly #entry: Entry;
  readonly #selection: Selection;
  readonly #clauses: number;
  #end: Promise<SampleEnd | undefined> | undefined;
  readonly #kept: readonly (readonly [string, ValueReader])[];
  #shared: ReturnType<typeof sharedWith> | undefined;

  constructor(cluster: ClusterClient, entry: Entry, selection: Selection, clauses: number) {
    this.#cluster = cluster;
    this.#entry = entry;
    this.#selection = selection;
    this.#clauses = clauses;
    this.#kept = Object.entries(entry.scores)
      .map(([name, score]) => [name, scoreReader(score)] as const)
      .sort(([a], [b]) => byCodePoint(a, b));
  }

  async rows({ offset, limit, sort }: RowPage): Promise<FoundRow[]> {
    const field = sort === undefined ? undefined : fieldOf(fieldsOf(this.#entry), sort.field);
    const { hits } = await this.#search({
      query: await this.query(field?.score ?? "like"),
      from: offset,
      size: limit,
      sort:
        field === undefined
          ? usualOrder(this.#selection)
          : fieldOrder(field, sort?.descending ? "desc" : "asc"),
      track_scores: this.#selection.like !== undefined || field?.score !== undefined,
      track_total_hits: false,
      _source: this.#shown,
    });
    // Then the cluster's score is the one that is sorted by.
    const isOther = field?.score !== undefined;
    return hits.hits.map((hit) =>
      this.#toRow(hit, isOther ? this.#sharedWithLike(hit) : undefined),
    );
  }

  async count(): Promise<number> {
    const query = await this.query();
    const { hits } = await this.#search({ query, size: 0, track_total_hits: true });
    return hits.total?.value ?? 0;
  }

  /** Asks for aggregations in which `_score` is the overlap with a score's positions. */
  aggregateBy(score: ComputedScore | undefined) {
    return async <T>(aggs: Readonly<Record<string, Dsl>>): Promise<T> => {
      const query = await this.query(score);
      const reply = await this.#search({ query, size: 0, track_total_hits: false, aggs });
      return reply.aggregations as T;
    };
  }

  readonly aggregate = this.aggregateBy(undefined);

  async *stream(): AsyncGenerator<readonly StreamedRow[]> {
    const pages = this.#pages(await this.query("like"), { _source: [...this.#shown, "cells"] });
    for await (const hits of pages)
      yield hits.map((hit) => ({
        ...this.#toRow(hit),
        cells: Uint16Array.from(hit._source.cells),
      }));
  }

  async *scan<P extends RowPart>(parts: readonly P[]): AsyncGenerator<readonly ScannedRow<P>[]> {
    const wanted = new Set<RowPart>(parts);
    const fields = [
      ...(wanted.has("text") ? ["row.text"] : []),
      ...(wanted.has("cells") ? ["cells"] : []),
    ];
    const pages = this.#pages(await this.query(), { _source: fields.length > 0 && fields });
    for await (const hits of pages) {
      const rows = hits.map(({ _id, _source }) => ({
        id: _id,
        ...(wanted.has("text") ? { text: _source.row.text } : {}),
        ...(wanted.has("cells") ? { cells: Uint16Array.from(_source.cells) } : {}),
      }));
      // It has what `parts` names; the compiler cannot follow that.
      yield rows as ScannedRow<P>[];
    }
  }

  async points(field?: Field): Promise<RowPoints> {
    const own = field === undefined ? undefined : fieldOf(fieldsOf(this.#entry), field);
    const read = own === undefined ? () => null : readerOf(own);
    const parts = own?.score === undefined ? ["cells", "row.values"] : SCORED_PARTS;
    const pages = this.#pages(await this.query(), { _source: own === undefined ? "cells" : parts });
    const ids: string[] = [];
    const places: number[] = [];
    const values: (string | number | null)[] = [];
    for await (const hits of pages)
      for (const { _id, _source } of hits) {
        ids.push(_id);
        places.push(densestPlace(Uint16Array.from(_source.cells).sort()));
        values.push(read(_source));
      }
    return { ids, places, values };
  }

  /** In the order of the ids. */
  async cells(ids: readonly string[]): Promise<(Positions | null)[]> {
    if (ids.length === 0) return [];
    const { docs } = await this.#cluster.send<{ docs: { found?: boolean; _source: Source }[] }>({
      method: "POST",
      path: `/${this.#entry.index}/_mget`,
      query: { _source: "cells" },
      body: { ids },
    });
    return docs.map(({ found, _source }) => (found ? Uint16Array.from(_source.cells) : null));
  }

  /** The selection as a query; the end of a sample is looked for once. */
  async query(scored?: Scored): Promise<Dsl> {
    const { sample } = this.#selection;
    if (sample === undefined) return this.#queryUntil(undefined, scored);
    this.#end ??= this.#sampleEnd(sample);
    return this.#queryUntil(await this.#end, scored);
  }

  #queryUntil(sampleEnd: SampleEnd | undefined, scored?: Scored): Dsl {
    const selection = this.#selection;
    const fields = fieldsOf(this.#entry);
    return withinBudget(this.#clauses, selection, (short) =>
      selectionQuery({ selection, fields, sampleEnd, short, scored }),
    );
  }

  /** The row that a sample ends with; nothing where there are not that many rows. */
  async #sampleEnd({ rows, seed }: NonNullable<Selection["sample"]>) {
    const query = this.#queryUntil(undefined);
    let after: Hit["sort"] | undefined;
    let key = -1;
    for (let left = rows; left > 0; left -= ROWS_OF_A_DRAW) {
      const size = Math.min(left, ROWS_OF_A_DRAW);
      const { hits } = await this.#search({
        query,
        size,
        sort: sampleOrder(seed),
        track_total_hits: false,
        _source: false,
        ...(after === undefined ? {} : { search_after: after }),
      });
      after = hits.hits.at(-1)?.sort;
      if (hits.hits.length < size || after === undefined) return undefined;
      key = Number(after[0]);
    }
    return { key, id: String(after?.[1] ?? "") };
  }

  async *#pages(query: Dsl, more: Dsl): AsyncGenerator<readonly Hit[]> {
    let after: Hit["sort"] | undefined;
    do {
      const { hits } = await this.#search({
        query,
        size: ROWS_OF_A_BATCH,
        sort: [{ id: "asc" }],
        track_scores: true,
        track_total_hits: false,
        ...more,
        ...(after === undefined ? {} : { search_after: after }),
      });
      if (hits.hits.length > 0) yield hits.hits;
      after = hits.hits.length < ROWS_OF_A_BATCH ? undefined : hits.hits.at(-1)?.sort;
    } while (after !== undefined);
  }

  #search(body: Dsl): Promise<Reply> {
    return this.#cluster.search<Reply>(this.#entry.index, body);
  }

  get #shown(): readonly string[] {
    return ["row", "size", "labels", ...(this.#kept.length > 0 ? SCORED_PARTS : [])];
  }

  #sharedWithLike({ _source }: Hit): number {
    this.#shared ??= sharedWith(this.#selection.like ?? []);
    return this.#shared(_source.cells);
  }

  #toRow({ _id, _score, _source }: Hit, shared = _score ?? 0): FoundRow {
    const { like } = this.#selection;
    const { row, size, labels } = _source;
    return {
      id: _id,
      text: row.text,
      values: this.#entry.head.columns.map((_, place) => row.values[place] ?? null),
      size,
      score: like === undefined ? null : closeness(shared, like.length, size),
      labels: labelsIn(labels),
      scores: this.#kept.flatMap(([name, read]) => {
        const score = read(_source);
        return typeof score === "number" ? [{ name, score }] : [];
      }),
    };
  }
}

const fieldOrder = ({ name, score }: Known, order: "asc" | "desc"): readonly Dsl[] => [
  score === undefined ? { [name]: { order, missing: "_last" } } : scoreOrder(score, order),
  { id: "asc" },
];

type ValueReader = (source: Source) => string | number | null;

/** The value of a column or score in a row, as rows are grouped by it. */
function readerOf({ type, place, score }: Known): ValueReader {
  if (score !== undefined) return scoreReader(score);
  return (source: Source): string | number | null => {
    const value = source.row.values[place];
    if (typeof value === "number") return value;
    if (typeof value !== "string") return null;
    return type === "date" ? dayOf(value) : keyOf(value);
  };
}
