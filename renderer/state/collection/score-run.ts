import { create } from "zustand";
import type { ReadyFilter } from "../../../core/workspace/filters/filter-model.ts";
import type { Prepared } from "../../../core/workspace/filters/prepare-examples.ts";
import { call } from "../../api/client.ts";
import { linesByLanguage } from "../../api/collection-languages.ts";
import { refreshCollection } from "../../api/collection-queries.ts";
import { plural } from "../../model/format.ts";
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
interface Scoring {
  readonly ready: ReadyFilter;
  readonly prepared: Prepared;
}

let controller = new AbortController();

/** Stops after the filter that is under way; what others have scored stays. */
export const cancelScoring = (): void => controller.abort();

/** Keeps for every row its closeness to each filter, under the filter's name. */
export async function scoreByFilters(
  collection: string,
  filters: readonly Scoring[],
): Promise<void> {
  if (useScoreRun.getState().collection !== "") return;
  controller = new AbortController();
  const { signal } = controller;
  const own = withoutNamesakes(filters);
  const names = own.map(({ ready }) => ready.name);
  useScoreRun.setState({ collection, names, done: 0, problem: null });
  try {
    for (const { ready, prepared } of own) {
      const { name, id, version, threshold, positions } = ready;
      await call(
        "app.collectionClassify",
        { name: collection, filter: name, positions: [...positions] },
        signal,
      );
      const spoken = await linesByLanguage(collection, prepared, signal);
      keepJudged(collection, {
        [name]: {
          filter: id,
          version,
          threshold,
          cells: positions.length,
          ...(spoken && { spoken }),
        },
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

/** A score has one name: of filters that share one, the first gives it. */
const withoutNamesakes = (filters: readonly Scoring[]): readonly Scoring[] =>
  filters.filter(
    ({ ready }, at) => filters.findIndex((each) => each.ready.name === ready.name) === at,
  );
