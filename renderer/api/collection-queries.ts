import { type QueryFilters, queryOptions } from "@tanstack/react-query";
import type { Args, Name, Output } from "../../core/api/client-types.ts";
import type { CollectionQuery, Field, TimeUnit } from "../../core/api/schema/collection-types.ts";
import { call } from "./client.ts";
import { isUnderWay } from "./follow-task.ts";
import { queryClient } from "./query-client.ts";

/** The first member of every key, so that all answers of a collection can be asked for again. */
const ROOT = "collections";

/** The key of what is put together from several answers of a collection. */
export const ofCollection = (collection: string, what: string, ...rest: readonly unknown[]) =>
  [ROOT, collection, what, ...rest] as const;

function asked<N extends Name>(collection: string, name: N, args: Args<N>) {
  return queryOptions({
    queryKey: [ROOT, collection, name, args] as const,
    queryFn: ({ signal }): Promise<Output<N>> => call(name, args, signal),
  });
}

type ListedCollection = Output<"app.collections">["collections"][number];
export type CollectionInfo = Extract<ListedCollection, { readonly rows: number }>;
export type UnavailableCollection = Exclude<ListedCollection, CollectionInfo>;
export type CollectionRow = Output<"app.collectionQuery">["rows"][number];
export type HeatGround = "none" | "rest" | "ordinary";

/** All collections of this person: those that can be asked, and the others with the reason. */
export const collectionsQuery = () =>
  queryOptions({
    queryKey: [ROOT] as const,
    queryFn: async ({ signal }) => {
      const { collections } = await call("app.collections", {}, signal);
      return {
        collections: collections.filter((each) => "rows" in each),
        unavailable: collections.filter((each) => "reason" in each),
      };
    },
  });

export const IMPORTS_MS = 700;
/** The first rows are waited for. */
const FIRST_ROWS_MS = 150;

/** All tasks, newest first; asked again as long as one is under way. */
export const tasksQuery = () =>
  queryOptions({
    queryKey: ["jobs"] as const,
    queryFn: ({ signal }) => call("app.jobs", {}, signal),
    refetchInterval: ({ state }) => {
      const running = state.data?.filter(isUnderWay) ?? [];
      if (running.length === 0) return false;
      const isFirst = running.some(({ kind, counted = 0 }) => kind === "import" && counted === 0);
      return isFirst ? FIRST_ROWS_MS : IMPORTS_MS;
    },
  });

export interface RowsAsked {
  readonly query: CollectionQuery;
  readonly sort: { readonly field: Field; readonly descending: boolean } | null;
  readonly offset: number;
  readonly limit: number;
}

export const rowsQuery = (name: string, { query, sort, offset, limit }: RowsAsked) =>
  asked(name, "app.collectionQuery", {
    name,
    query,
    offset,
    limit,
    ...(sort === null ? {} : { sort }),
  });

/** An estimate is of a random part of the rows, where counting all of them takes long. */
export const heatQuery = (
  name: string,
  query: CollectionQuery,
  over: HeatGround,
  estimate = true,
) => asked(name, "app.collectionHeat", { name, query, over, estimate });

/** The cells of one row as it was read, in whatever language and by whatever reader. */
export const rowCellsQuery = (name: string, id: string) =>
  queryOptions({
    ...asked(name, "app.collectionHeat", {
      name,
      query: { ids: [id] },
      over: "none",
      estimate: false,
    }),
    select: cellsOf,
  });

const cellsOf = ({ counts }: Output<"app.collectionHeat">): readonly number[] =>
  counts.flatMap((count, cell) => (count > 0 ? [cell] : []));

/** At most 20,000 rows, taken at random where more pass. */
export const pointsQuery = (name: string, query: CollectionQuery, field: Field | null) =>
  asked(name, "app.collectionPoints", { name, query, ...(field === null ? {} : { field }) });

export const facetQuery = (name: string, query: CollectionQuery, column: string, limit = 50) =>
  asked(name, "app.collectionFacet", { name, query, column, limit });

export const histogramQuery = (name: string, query: CollectionQuery, field: Field, bins = 30) =>
  asked(name, "app.collectionHistogram", { name, query, field, bins });

/** Without a unit the one that suits the span of the rows. */
export const timelineQuery = (
  name: string,
  query: CollectionQuery,
  column: string,
  unit?: TimeUnit,
) =>
  asked(name, "app.collectionTimeline", {
    name,
    query,
    column,
    ...(unit === undefined ? {} : { unit }),
  });

/** Whatever was asked of the collection is asked again, and the list of all. */
export async function refreshCollection(name: string): Promise<void> {
  await giveUpUnanswered({ queryKey: [ROOT, name] });
  await refreshGrowing(name);
}

/**
 * The same while rows come in. What has no answer yet keeps waiting for its first one: asked again at each step, a slow
 * count would never be shown. `refreshCollection` follows once all rows are in.
 */
export async function refreshGrowing(name: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [ROOT], exact: true }),
    queryClient.invalidateQueries({ queryKey: [ROOT, name] }),
  ]);
}

/** A call under way was asked before the change, and asking again would only wait for its answer while there is no other. */
const giveUpUnanswered = (filters: QueryFilters): Promise<void> =>
  queryClient.cancelQueries({
    ...filters,
    predicate: (query) =>
      query.isActive() && query.state.data === undefined && (filters.predicate?.(query) ?? true),
  });

/** Forgets a collection that is no longer there. */
export async function forgetCollection(name: string): Promise<void> {
  queryClient.removeQueries({ queryKey: [ROOT, name] });
  await queryClient.invalidateQueries({ queryKey: [ROOT], exact: true });
}

/** With those that an earlier version hid. */
export const topicsQuery = (name: string, query: CollectionQuery, level: number) =>
  asked(name, "app.collectionTopics", { name, query, level, hidden: true });

/** Without `b` the other rows of the collection. */
export const differenceQuery = (
  name: string,
  a: CollectionQuery,
  b: CollectionQuery | null,
  level: number,
) =>
  asked(name, "app.collectionDifference", {
    name,
    a,
    level,
    limit: 40,
    ...(b === null ? {} : { b: { query: b } }),
  });

export const groupsQuery = (name: string, query: CollectionQuery, column: string, level: number) =>
  asked(name, "app.collectionGroups", { name, query, column, level, limit: 40 });

export const wordQuery = (name: string, query: CollectionQuery, word: string) =>
  asked(name, "app.collectionWord", { name, query, word });

/** The first lines, which are there before the senses are. */
export const firstLinesQuery = (name: string, query: CollectionQuery, word: string) =>
  asked(name, "app.collectionWord", { name, query, word, limit: 100, preview: true });

export const copiesQuery = (name: string, query: CollectionQuery) =>
  asked(name, "app.collectionNearCopies", { name, query });

export const scoresQuery = (name: string, filter: string, line: number | null) =>
  asked(name, "app.collectionScores", { name, filter, ...(line === null ? {} : { line }) });

export const auditQuery = (name: string, filter: string, line: number) =>
  asked(name, "app.collectionAudit", { name, filter, line, limit: 200 });

/** Calls whose answers hold no label: they stay as they are when rows are labelled. */
const WITHOUT_LABELS: readonly Name[] = [
  "app.collectionTopics",
  "app.collectionDifference",
  "app.collectionGroups",
  "app.collectionNearCopies",
  "app.collectionWord",
];

/** What rows of the collection are labelled as is asked again. */
export async function refreshLabels(name: string): Promise<void> {
  const ofLabels: QueryFilters = {
    queryKey: [ROOT, name],
    predicate: ({ queryKey }) => !WITHOUT_LABELS.includes(queryKey[2] as Name),
  };
  await giveUpUnanswered(ofLabels);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [ROOT], exact: true }),
    queryClient.invalidateQueries(ofLabels),
  ]);
}
