import {
  keepPreviousData,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { parseJson } from "../../../core/expression/parse-json.ts";
import { printJson } from "../../../core/expression/print-json.ts";
import { engineQuery } from "../../api/query-client.ts";
import { evaluateQuery, matchQuery } from "../../api/subject-queries.ts";
import { type ColourName, hueOf, letterOf } from "../../model/map/layers.ts";
import { prepare, type Resolve } from "../../model/prepare-expression.ts";
import { useRetina } from "../../state/retina.ts";
import { useReferences } from "../../state/use-references.ts";
import { comparison } from "./comparison-store.ts";
import { type CompareItem, MOST_LAID, nameOf } from "./model/comparison.ts";

const TERMS_SHOWN = 40;

/** Everything about a pair in one retina. */
export const compareQuery = (retina: string, left: ExpressionJson, right: ExpressionJson) =>
  queryOptions(
    engineQuery(retina, "app.compare", { retina_name: retina, left, right, limit: TERMS_SHOWN }),
  );

/** Stands in a query that is not asked. */
export const NOTHING_ASKED: ExpressionJson = { positions: [0] };

/** An item as it takes part: what goes to the engine for it, how it is drawn, and its cells once they are known. */
export interface Member {
  /** Its place in the list. */
  readonly index: number;
  readonly item: CompareItem;
  readonly name: string;
  readonly json: ExpressionJson;
  readonly colour: ColourName;
  /** "" for one of two, which their marks tell apart, and where there are more items than colours. */
  readonly letter: string;
  readonly positions: readonly number[] | undefined;
}

type Sent = { readonly json: ExpressionJson } | { readonly problem: string };

/** Puts the meanings of references in; refuses cells of another map. */
function sentOf(item: CompareItem, checksum: string, resolve: Resolve): Sent {
  if (item.madeWith !== "" && checksum !== "" && item.madeWith !== checksum)
    return {
      problem:
        "These cells belong to another map and mean something else on this one. Switch to that map, or enter words.",
    };
  const { sent, unresolved } = prepare(parseJson(item.source, "application"), resolve);
  const [problem] = unresolved.values();
  if (problem !== undefined) return { problem };
  return sent
    ? { json: printJson(sent) as unknown as ExpressionJson }
    : { problem: "This expression is empty." };
}

/** One of two in the colours of an overlay, one of up to eight in its own, one of more in none. */
function drawnAs(place: number, count: number): Pick<Member, "colour" | "letter"> {
  if (count <= 2) return { colour: place === 0 ? "first" : "second", letter: "" };
  if (count > MOST_LAID) return { colour: "text-3", letter: "" };
  return { colour: hueOf(place), letter: letterOf(place) };
}

/** The cells one by one, and what holds for all of them. */
const togetherOf = (
  results: readonly UseQueryResult<{ readonly positions: readonly number[] }>[],
) => ({
  cells: results.map(({ data }) => data?.positions),
  isStale: results.some(({ isPlaceholderData }) => isPlaceholderData),
  isFetching: results.some(({ isFetching }) => isFetching),
  error: results.find(({ error }) => error !== null)?.error ?? null,
  retry: () => {
    for (const { error, refetch } of results) if (error) void refetch();
  },
});

/** The items, those that can be compared with their cells, and the comparison where they are two. */
export function useComparison() {
  const retina = useRetina();
  const { items } = comparison.use();
  const resolve = useReferences();
  const { name = "", checksum = "" } = retina ?? {};
  const sent = useMemo(
    () => items.map((item) => sentOf(item, checksum, resolve)),
    [items, checksum, resolve],
  );
  const asked = useMemo(
    () => sent.flatMap((each, index) => ("json" in each ? [{ index, ...each }] : [])),
    [sent],
  );
  const isPair = asked.length === 2;
  const [left = NOTHING_ASKED, right = NOTHING_ASKED] = isPair ? asked.map(({ json }) => json) : [];
  const pair = useQuery({
    ...compareQuery(name, left, right),
    enabled: name !== "" && isPair,
    placeholderData: keepPreviousData,
  });
  // Of two the comparison has the cells; asked for one by one they would be worked out twice.
  const each = useQueries({
    queries: asked.map(({ json }) => ({
      ...evaluateQuery(name, json),
      enabled: name !== "" && !isPair,
      placeholderData: keepPreviousData,
    })),
    combine: togetherOf,
  });
  const data = isPair && !pair.isError ? pair.data : undefined;
  const { cells } = each;
  const members = useMemo(
    () =>
      asked.map(({ index, json }, place): Member => {
        const item = items[index] as CompareItem;
        return {
          index,
          item,
          name: nameOf(item),
          json,
          positions: isPair ? [data?.left, data?.right][place]?.positions : cells[place],
          ...drawnAs(place, asked.length),
        };
      }),
    [asked, items, isPair, data, cells],
  );
  return {
    retina,
    items,
    sent,
    members,
    isPair,
    data,
    isFetching: isPair ? pair.isFetching : each.isFetching,
    isStale: isPair ? pair.isPlaceholderData : each.isStale,
    error: isPair ? pair.error : each.error,
    retry: isPair ? () => void pair.refetch() : each.retry,
  };
}

/** The two, where there are two. */
export function usePair() {
  const all = useComparison();
  const [left, right] = all.isPair ? all.members : [];
  return { ...all, left, right };
}

/** The text of an item that is one text; null for any other. */
const textOf = (source: object | null | undefined): string | null =>
  source && "text" in source && typeof source.text === "string" ? source.text : null;

/** Why the two match, in words; asked only where one is a text. */
export function useMatch() {
  const { retina, left, right } = usePair();
  const texts = { left: textOf(left?.item.source), right: textOf(right?.item.source) };
  const isAsked =
    left !== undefined && right !== undefined && (texts.left !== null || texts.right !== null);
  const [leftJson, rightJson] = [left?.json ?? NOTHING_ASKED, right?.json ?? NOTHING_ASKED];
  const result = useQuery({
    ...matchQuery(retina?.name ?? "", leftJson, rightJson),
    enabled: retina !== null && isAsked,
    placeholderData: keepPreviousData,
  });
  return {
    texts,
    leftJson,
    rightJson,
    retina,
    result,
    isAsked,
    match: isAsked && !result.isError && !result.isPlaceholderData ? result.data : undefined,
  };
}
