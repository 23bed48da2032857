import type { Value } from "../../../api/schema/collection-types.ts";
import type {
  CollectionInfo,
  Facet,
  FacetOptions,
  Histogram,
  LabelCount,
  Span,
  Timeline,
  TimelineOptions,
} from "../../../collection/port/store.ts";
import { dayAt, startOfUnit } from "../../../collection/port/time-units.ts";
import { byCodePoint } from "../../../collection/port/values.ts";
import { CELLS } from "../../../kernel/grid.ts";
import type { Entry } from "./catalogue.ts";
import { type Dsl, not } from "./dsl.ts";
import { type Known, readTerm } from "./fields.ts";
import { hasScore, scoreValue } from "./overlap.ts";
import type { RowSearch } from "./row-search.ts";

interface Bucket {
  readonly key: string | number;
  readonly doc_count: number;
}
interface Terms {
  readonly doc_count_error_upper_bound: number;
  readonly sum_other_doc_count: number;
  readonly buckets: readonly Bucket[];
}
interface Composite {
  readonly after_key?: { readonly value: string | number };
  readonly buckets: readonly {
    readonly key: { value: string | number };
    readonly doc_count: number;
  }[];
}

/** Asks for aggregations over one selection. */
export type Aggregate = <T>(aggregations: Readonly<Record<string, Dsl>>) => Promise<T>;

/** With fewer places than cells a shard would leave out the rare ones, and sums would be wrong. */
const HEAT = { terms: { field: "cells", size: CELLS } };

export async function heatOf(aggregate: Aggregate): Promise<Uint32Array> {
  const { cells } = await aggregate<{ cells: Terms }>({ cells: HEAT });
  const heat = new Uint32Array(CELLS);
  for (const { key, doc_count } of cells.buckets) heat[Number(key)] = doc_count;
  return heat;
}

const missingIn = (field: string): Dsl => ({ missing: { field } });

/** Where the numbers of a column or score come from, as an aggregation asks for them, and the rows that have none. */
const numbersOf = ({ name, score }: Known): { numbers: Dsl; missing: Dsl } =>
  score === undefined
    ? { numbers: { field: name }, missing: missingIn(name) }
    : {
        numbers: { script: scoreValue(score) },
        missing: { filter: not(hasScore(score)) },
      };

/** Values that each shard sends; where one has more, the answer could be wrong and all values are fetched instead. */
const VALUES_OF_A_SHARD = 20_000;
const VALUES_OF_A_PAGE = 10_000;

/** Fewer values at a time, for tests. */
interface Portions {
  readonly perShard?: number;
  readonly perPage?: number;
}

interface Missing {
  readonly missing: { readonly doc_count: number };
}

export async function facetOf(
  aggregate: Aggregate,
  field: string,
  { limit, perShard = VALUES_OF_A_SHARD, perPage }: FacetOptions & Portions,
): Promise<Facet> {
  const { values, missing } = await aggregate<{ values: Terms } & Missing>({
    values: { terms: { field, size: limit, shard_size: perShard } },
    missing: missingIn(field),
  });
  const found = isExact(values)
    ? { top: values.buckets, others: values.sum_other_doc_count }
    : divideValues(await allValues(aggregate, field, perPage), limit);
  return {
    values: found.top.map(({ key, doc_count }) => ({ value: String(key), rows: doc_count })),
    others: found.others,
    missing: missing.doc_count,
  };
}

const isExact = ({ doc_count_error_upper_bound }: Terms) => doc_count_error_upper_bound === 0;

const byKey = (a: Bucket["key"], b: Bucket["key"]): number =>
  typeof a === "number" && typeof b === "number" ? a - b : byCodePoint(String(a), String(b));

function divideValues(all: Bucket[], limit: number): { top: Bucket[]; others: number } {
  all.sort((a, b) => b.doc_count - a.doc_count || byKey(a.key, b.key));
  const others = all.slice(limit).reduce((sum, { doc_count }) => sum + doc_count, 0);
  return { top: all.slice(0, limit), others };
}

/** Every value of a field with its rows, page by page, in order of value. */
async function allValues(
  aggregate: Aggregate,
  field: string,
  size = VALUES_OF_A_PAGE,
): Promise<Bucket[]> {
  const all: Bucket[] = [];
  let after: Dsl = {};
  for (;;) {
    const { page } = await aggregate<{ page: Composite }>({
      page: {
        composite: { size, sources: [{ value: { terms: { field } } }], ...after },
      },
    });
    for (const { key, doc_count } of page.buckets) all.push({ key: key.value, doc_count });
    if (page.after_key === undefined || page.buckets.length < size) return all;
    after = { after: page.after_key };
  }
}

export async function spanOf(aggregate: Aggregate, known: Known): Promise<Span> {
  const { numbers, missing: without } = numbersOf(known);
  type Reply = Record<"least" | "greatest" | "rows", { value: number | null }> & Missing;
  const { least, greatest, rows, missing } = await aggregate<Reply>({
    least: { min: numbers },
    greatest: { max: numbers },
    rows: { value_count: numbers },
    missing: without,
  });
  const isDate = known.type === "date";
  const shown = (value: number | null): Value & (string | number | null) =>
    value === null || rows.value === 0 ? null : isDate ? dayAt(value) : value;
  return {
    least: shown(least.value),
    greatest: shown(greatest.value),
    rows: rows.value ?? 0,
    missing: missing.doc_count,
  };
}

export async function histogramOf(
  aggregate: Aggregate,
  known: Known,
  edges: readonly number[],
): Promise<Histogram> {
  const { numbers, missing: without } = numbersOf(known);
  const last = edges.at(-1) ?? 0;
  // The upper end of a range does not belong to it, except that of the last bin.
  const past = nextDouble(last);
  const bins = edges.slice(1).map((edge, i) => ({
    key: `bin-${i}`,
    from: edges[i],
    ...(i < edges.length - 2 ? { to: edge } : upTo(past)),
  }));
  const ranges = [
    { key: "below", to: edges[0] },
    ...bins,
    ...(Number.isFinite(past) ? [{ key: "above", from: past }] : []),
  ];
  const { all, missing } = await aggregate<{ all: { buckets: Bucket[] } } & Missing>({
    all: { range: { ...numbers, ranges } },
    missing: without,
  });
  const counts = new Map(all.buckets.map(({ key, doc_count }) => [key, doc_count]));
  return {
    counts: bins.map(({ key }) => counts.get(key) ?? 0),
    below: counts.get("below") ?? 0,
    above: counts.get("above") ?? 0,
    missing: missing.doc_count,
  };
}

const upTo = (limit: number) => (Number.isFinite(limit) ? { to: limit } : {});

/** The least double that is greater. */
export function nextDouble(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

/** 164 years of them, in one request; clusters answer with at most 65,535 values. */
const DAYS_OF_A_SHARD = 60_000;

/** The cluster counts days, and the same code as everywhere makes weeks and decades of them. */
export async function timelineOf(
  aggregate: Aggregate,
  field: string,
  { unit, perShard = DAYS_OF_A_SHARD, perPage }: TimelineOptions & Portions,
): Promise<Timeline> {
  const { days, missing } = await aggregate<{ days: Terms } & Missing>({
    days: { terms: { field, size: perShard, shard_size: perShard } },
    missing: missingIn(field),
  });
  const isWhole = isExact(days) && days.sum_other_doc_count === 0;
  const counts = new Map<string, number>();
  for (const { key, doc_count } of isWhole
    ? days.buckets
    : await allValues(aggregate, field, perPage)) {
    const start = startOfUnit(dayAt(Number(key)), unit);
    counts.set(start, (counts.get(start) ?? 0) + doc_count);
  }
  const steps = [...counts].map(([start, rows]) => ({ start, rows }));
  return {
    steps: steps.sort((a, b) => byCodePoint(a.start, b.start)),
    missing: missing.doc_count,
  };
}

/** Two terms for each filter that has labels, and one for each of its authors. */
const MOST_LABEL_TERMS = 20_000;

interface Counted {
  readonly doc_count: number;
}
interface Reply {
  readonly empty: Counted;
  readonly labels: { readonly buckets: readonly (Counted & { readonly key: string })[] };
  readonly [score: string]: unknown;
}

/** What changes with the rows of a collection. */
export async function statisticsOf(
  search: RowSearch,
  { scores }: Entry,
): Promise<Pick<CollectionInfo, "rows" | "withoutCells" | "labels" | "scores">> {
  const kept = Object.entries(scores).sort(([a], [b]) => byCodePoint(a, b));
  const having = kept.map(([, score], i): [string, Dsl] => [
    `score-${i}`,
    { filter: hasScore(score) },
  ]);
  const rows = await search.count();
  const reply = await search.aggregate<Reply>({
    empty: { filter: { term: { size: 0 } } },
    labels: { terms: { field: "labels", size: MOST_LABEL_TERMS } },
    ...Object.fromEntries(having),
  });
  return {
    rows,
    withoutCells: reply.empty.doc_count,
    labels: labelCounts(reply.labels.buckets),
    scores: kept
      .filter((_, i) => (reply[`score-${i}`] as Counted).doc_count > 0)
      .map(([name]) => name),
  };
}

function labelCounts(buckets: Reply["labels"]["buckets"]): LabelCount[] {
  const counts = new Map<string, LabelCount>();
  for (const { key, doc_count: rows } of buckets) {
    const { filter, ...said } = readTerm(key);
    const count = counts.get(filter) ?? { filter, belongs: 0, not: 0, authors: [] };
    const more =
      "author" in said
        ? { authors: [...count.authors, { author: said.author, rows }] }
        : { [said.belongs ? "belongs" : "not"]: rows };
    counts.set(filter, { ...count, ...more });
  }
  return [...counts.values()]
    .map((count) => ({
      ...count,
      authors: count.authors.toSorted((a, b) => byCodePoint(a.author, b.author)),
    }))
    .sort((a, b) => byCodePoint(a.filter, b.filter));
}
