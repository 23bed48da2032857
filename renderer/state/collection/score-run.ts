import { create } from "zustand";
import type { Args } from "../../../core/api/client-types.ts";
import { askReport } from "../../../core/workspace/filters/ask-report.ts";
import type { ReadyFilter } from "../../../core/workspace/filters/filter-model.ts";
import { call } from "../../api/client.ts";
import { type CollectionInfo, refreshCollection } from "../../api/collection-queries.ts";
import { plural } from "../../model/format.ts";
import { type FilterState, readyOf } from "../filters/ready-filters.ts";
import { announce } from "../toasts.ts";
import { keepJudged } from "./collection-look.ts";

/** Filters that score the rows of a collection, one after the other; each is all there or not at all. */
export interface ScoreRun {
  /** "" while none runs. */
  readonly collection: string;
  /** Names of the filters, and how many of them are done. */
  readonly names: readonly string[];
  readonly done: number;
  /** Of the last run, with the collection it was about. */
  readonly problem: { readonly collection: string; readonly error: unknown } | null;
}

export const useScoreRun = create<ScoreRun>(() => ({
  collection: "",
  names: [],
  done: 0,
  problem: null,
}));

/** A filter that can judge texts, and what it is made of. */
interface Scoring extends Pick<FilterState, "filter" | "prepared"> {
  readonly ready: ReadyFilter;
}

let controller = new AbortController();

/** Stops after the filter that is under way; what others have scored stays. */
export const cancelScoring = (): void => controller.abort();

/** Keeps for every row its closeness to each filter, whose texts are read as the rows were, under the filter's name. */
export async function scoreByFilters(
  { name: collection, retina }: Pick<CollectionInfo, "name" | "retina">,
  filters: readonly Scoring[],
): Promise<void> {
  if (useScoreRun.getState().collection !== "") return;
  controller = new AbortController();
  const { signal } = controller;
  const own = withoutNamesakes(filters);
  const names = own.map(({ ready }) => ready.name);
  useScoreRun.setState({ collection, names, done: 0, problem: null });
  try {
    for (const scoring of own) {
      const { name, id, version, threshold, positions } = await asRowsAreRead(
        scoring,
        retina,
        signal,
      );
      await call(
        "app.collectionClassify",
        {
          name: collection,
          filter: name,
          positions: [...positions],
          reader: retina.reader?.name ?? null,
        },
        signal,
      );
      keepJudged(collection, {
        [name]: { filter: id, version, threshold, cells: positions.length },
      });
      useScoreRun.setState(({ done }) => ({ done: done + 1 }));
    }
    announce(`Scored the rows by ${plural(own.length, "filter")}`);
  } catch (error) {
    if (!signal.aborted) useScoreRun.setState({ problem: { collection, error } });
  } finally {
    useScoreRun.setState({ collection: "" });
    await refreshCollection(collection);
  }
}

async function asRowsAreRead(
  { ready, ...state }: Scoring,
  { name, reader }: CollectionInfo["retina"],
  signal: AbortSignal,
): Promise<ReadyFilter> {
  if (reader === undefined) return ready;
  // Not by the query of the list, which ends with the list that this run takes the place of.
  const ask = (args: Args<"app.filterReport">) => call("app.filterReport", args, signal);
  return readyOf(state, await askReport(ask, name, state.prepared, reader), reader);
}

/** A score has one name: of filters that share one, the first gives it. */
const withoutNamesakes = (filters: readonly Scoring[]): readonly Scoring[] =>
  filters.filter(
    ({ ready }, at) => filters.findIndex((each) => each.ready.name === ready.name) === at,
  );
