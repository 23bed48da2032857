import type { Field, Value } from "../../../api/collection-types.ts";
import { closeness } from "../../../collection/closeness.ts";
import { byCodePoint } from "../../../collection/code-points.ts";
import { densestPlace } from "../../../collection/densest-place.ts";
import type {
  FoundRow,
  RowPage,
  RowPoints,
  Selection,
  StreamedRow,
  TextRow,
} from "../../../collection/store.ts";
import { dayOf, keyOf } from "../../../collection/values.ts";
import type { Positions } from "../../../retina/types.ts";
import type { Entry } from "./catalogue.ts";
import { withinBudget } from "./clause-budget.ts";
import type { ClusterClient } from "./cluster-client.ts";
import { type Dsl, fieldOf, scoreField } from "./fields.ts";
import { overlapQuery } from "./overlap.ts";
import { fieldsOf } from "./rows-indexes.ts";
import { type SampleEnd, sampleOrder, selectionQuery, usualOrder } from "./selection-query.ts";

/** What the index keeps of a row, as far as it was asked for. */
interface Source {
  readonly id: string;
  readonly row: { readonly text: string; readonly values: readonly Value[] };
  readonly size: number;
  readonly labels: readonly string[];
  readonly cells: readonly number[];
  readonly [score: string]: unknown;
}
interface Hit {
  readonly _id: string;
  readonly _score: number | null;
  readonly _source: Source;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly sort: readonly (string | number)[];
}
interface Reply {
  readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly Hit[] };
  readonly aggregations?: unknown;
}

/** A row as scoring needs it; the last two show whether it has changed since. */
export interface OverlapRow {
  readonly id: string;
  readonly size: number;
  readonly shared: number;
  readonly version: { readonly if_seq_no: number; readonly if_primary_term: number };
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
  #query: Promise<Dsl> | undefined;

  constructor(cluster: ClusterClient, entry: Entry, selection: Selection, clauses: number) {
    this.#cluster = cluster;
    this.#entry = entry;
    this.#selection = selection;
    this.#clauses = clauses;
  }

  async rows({ offset, limit, sort }: RowPage): Promise<FoundRow[]> {
    const field = sort === undefined ? undefined : fieldOf(fieldsOf(this.#entry), sort.field);
    const order = sort?.descending ? "desc" : "asc";
    const { hits } = await this.#search({
      query: await this.query(),
      from: offset,
      size: limit,
      sort:
        field === undefined
          ? usualOrder(this.#selection)
          : [{ [field.name]: { order, missing: "_last" } }, { id: "asc" }],
      track_scores: this.#selection.like !== undefined,
      track_total_hits: false,
      _source: this.#shown,
    });
    return hits.hits.map((hit) => this.#toRow(hit));
  }

  async count(): Promise<number> {
    const query = await this.query();
    const { hits } = await this.#search({ query, size: 0, track_total_hits: true });
    return hits.total?.value ?? 0;
  }

  readonly aggregate = async <T>(aggs: Readonly<Record<string, Dsl>>): Promise<T> => {
    const query = await this.query();
    const reply = await this.#search({ query, size: 0, track_total_hits: false, aggs });
    return reply.aggregations as T;
  };

  async *stream(): AsyncGenerator<readonly StreamedRow[]> {
    const pages = this.#pages(await this.query(), { _source: [...this.#shown, "cells"] });
    for await (const hits of pages)
      yield hits.map((hit) => ({
        ...this.#toRow(hit),
        cells: Uint16Array.from(hit._source.cells),
      }));
  }

  async *texts(): AsyncGenerator<readonly TextRow[]> {
    const pages = this.#pages(await this.query(), { _source: ["row.text", "cells"] });
    for await (const hits of pages)
      yield hits.map(({ _id, _source: { row, cells } }) => ({
        id: _id,
        text: row.text,
        cells: Uint16Array.from(cells),
      }));
  }

  async points(field?: Field): Promise<RowPoints> {
    const own = field === undefined ? undefined : fieldOf(fieldsOf(this.#entry), field);
    const read = own === undefined ? () => null : readerOf(own);
    const kept = own === undefined ? [] : [own.place === -1 ? own.name : "row.values"];
    const pages = this.#pages(await this.query(), { _source: ["cells", ...kept] });
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

  /** Every row of the collection with the positions it shares with these. */
  async *overlaps(positions: Positions): AsyncGenerator<readonly OverlapRow[]> {
    const isShort = positions.length >= this.#clauses;
    const query = {
      bool: {
        must: [{ constant_score: { filter: { match_all: {} }, boost: 0 } }],
        should: [overlapQuery(positions, isShort)],
      },
    };
    for await (const hits of this.#pages(query, { _source: ["size"], seq_no_primary_term: true }))
      yield hits.map(({ _id, _score, _source, _seq_no, _primary_term }) => ({
        id: _id,
        size: _source.size,
        shared: _score ?? 0,
        version: { if_seq_no: _seq_no, if_primary_term: _primary_term },
      }));
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
  query(): Promise<Dsl> {
    this.#query ??= this.#makeQuery();
    return this.#query;
  }

  async #makeQuery(): Promise<Dsl> {
    const { sample } = this.#selection;
    if (sample === undefined) return this.#queryUntil(undefined);
    return this.#queryUntil(await this.#sampleEnd(sample));
  }

  #queryUntil(sampleEnd: SampleEnd | undefined): Dsl {
    const selection = this.#selection;
    const fields = fieldsOf(this.#entry);
    return withinBudget(this.#clauses, selection, (short) =>
      selectionQuery({ selection, fields, sampleEnd, short }),
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

  /** Of all shards or not at all: a missing one must not make a figure smaller. */
  #search(body: Dsl): Promise<Reply> {
    return this.#cluster.send<Reply>({
      method: "POST",
      path: `/${this.#entry.index}/_search`,
      query: { allow_partial_search_results: false },
      body,
    });
  }

  get #shown(): readonly string[] {
    return ["row", "size", "labels", ...Object.values(this.#entry.scores).map(scoreField)];
  }

  #toRow({ _id, _score, _source }: Hit): FoundRow {
    const { like } = this.#selection;
    const { row, size, labels } = _source;
    return {
      id: _id,
      text: row.text,
      values: this.#entry.head.columns.map((_, place) => row.values[place] ?? null),
      size,
      score: like === undefined ? null : closeness(_score ?? 0, like.length, size),
      labels: labels
        .map((term) => ({ filter: term.slice(1), belongs: term.startsWith("+") }))
        .sort((a, b) => byCodePoint(a.filter, b.filter)),
      scores: Object.entries(this.#entry.scores)
        .map(([name, number]) => ({ name, score: _source[scoreField(number)] }))
        .filter((each): each is { name: string; score: number } => typeof each.score === "number")
        .sort((a, b) => byCodePoint(a.name, b.name)),
    };
  }
}

/** The value of a column or score in a row, as rows are grouped by it. */
function readerOf({ name, type, place }: NonNullable<ReturnType<typeof fieldOf>>) {
  return (source: Source): string | number | null => {
    const value = place === -1 ? source[name] : source.row.values[place];
    if (typeof value === "number") return value;
    if (typeof value !== "string") return null;
    return type === "date" ? dayOf(value) : keyOf(value);
  };
}
