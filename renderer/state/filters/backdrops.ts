import { useQueries } from "@tanstack/react-query";
import type { Filter } from "../../../core/workspace/filters/filter-model.ts";
import {
  BACKDROP_QUERY,
  type Backdrop,
  backdropOf,
  collectionFor,
} from "../../../core/workspace/filters/outlook.ts";
import { ownRowsQuery } from "../../api/collection-languages.ts";
import type { CollectionRow } from "../../api/collection-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { messageOf } from "../../model/format.ts";

/** Texts that stand for those a filter is for, or what is in their way. */
export interface BackdropState {
  readonly backdrop: Backdrop | null;
  readonly isWaiting: boolean;
  readonly problem: string;
}

type Of = Pick<Filter, "outlook">;

const NONE: BackdropState = { backdrop: null, isWaiting: false, problem: "" };
const WAITING: BackdropState = { ...NONE, isWaiting: true };

const sampleOf = (name: string) => ownRowsQuery(name, BACKDROP_QUERY.limit);

/** For each filter the texts that its prediction and its line are counted on. */
export function useBackdrops(all: readonly Of[]): readonly BackdropState[] {
  const names = [...new Set(all.map(collectionFor))].filter((name) => name !== "");
  const results = useQueries({ queries: names.map(sampleOf) });
  return all.map((filter) => {
    const name = collectionFor(filter);
    if (name === "") return NONE;
    const { data, error } = results[names.indexOf(name)] ?? {};
    if (data) return ofRows(name, data.rows);
    return error ? { ...NONE, problem: messageOf(error) } : WAITING;
  });
}

/** The same, asked once. */
export async function backdropNow(filter: Of): Promise<Backdrop | null> {
  const name = collectionFor(filter);
  if (name === "") return null;
  const found = await queryClient.fetchQuery(sampleOf(name)).catch(() => null);
  return found && ofRows(name, found.rows).backdrop;
}

const samples = new WeakMap<readonly CollectionRow[], BackdropState>();

function ofRows(name: string, rows: readonly CollectionRow[]): BackdropState {
  const known = samples.get(rows) ?? stateOf(backdropOf(name, rows));
  samples.set(rows, known);
  return known;
}

const stateOf = (backdrop: Backdrop | null): BackdropState =>
  backdrop ? { ...NONE, backdrop } : { ...NONE, problem: "It has fewer than 20 texts." };
