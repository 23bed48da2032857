import { useQueries } from "@tanstack/react-query";
import type { RowReader } from "../../../core/workspace/filters/ask-report.ts";
import type { Filter, ReadyFilter } from "../../../core/workspace/filters/filter-model.ts";
import {
  type Prepared,
  prepareFilter,
  type Report,
} from "../../../core/workspace/filters/prepare-examples.ts";
import { preparedKeyOf, scoredOf, thresholdOf } from "../../../core/workspace/filters/scored.ts";
import { filterReportQuery } from "../../api/filter-report.ts";
import { messageOf } from "../../model/format.ts";
import { useRetina } from "../retina.ts";
import { useBackdrops } from "./backdrops.ts";
import { filters } from "./filter-store.ts";

/** Every filter with its cells, or with the reason why it has none. */
export interface FilterState {
  readonly filter: Filter;
  readonly ready: ReadyFilter | null;
  /** What the engine was asked. */
  readonly prepared: Prepared;
  /** "" while it is being computed. */
  readonly problem: string;
}

/**
 * All filters of the workspace, computed for the retina in use.
 * @param reader that of the rows that they are for: texts and rows have to be read alike
 */
export function useFilterStates(reader?: RowReader): readonly FilterState[] {
  const retina = useRetina();
  const all = filters.use();
  const backdrops = useBackdrops(all);
  // Each is the same object for the same question.
  const prepared = all.map((each, at) => prepareFilter(each, backdrops[at]?.backdrop ?? null));
  const isWaiting = backdrops.map((each) => each.isWaiting);
  const { distinct, placeOf } = withoutRepeats(prepared);
  const results = useQueries({
    queries: distinct.map((each) => ({
      ...filterReportQuery(retina?.name ?? "", each, reader),
      enabled: retina !== null && each.positive.length > 0 && !isWaiting[prepared.indexOf(each)],
    })),
  });
  return all.map((filter, index) => {
    const { data, error } = results[placeOf[index] ?? -1] ?? {};
    const own = prepared[index]!;
    if (own.positive.length === 0)
      return { filter, prepared: own, ready: null, problem: "no text that matches yet" };
    if (!data)
      return { filter, prepared: own, ready: null, problem: error ? messageOf(error) : "" };
    const ready = readyOf({ filter, prepared: own }, data, reader);
    return { filter, prepared: own, ready, problem: "" };
  });
}

/** A filter by what the engine says of it. */
export const readyOf = (
  { filter, prepared }: Pick<FilterState, "filter" | "prepared">,
  report: Report,
  reader?: RowReader,
): ReadyFilter => ({
  id: filter.id,
  name: filter.name,
  version: filter.version,
  positions: report.positions,
  threshold: thresholdOf(filter, scoredOf(report, prepared), report, reader !== undefined),
});

/** Filters with the same texts are asked for once. */
function withoutRepeats(all: readonly Prepared[]) {
  const places = new Map<string, number>();
  const distinct: Prepared[] = [];
  const placeOf = all.map((prepared) => {
    const key = preparedKeyOf(prepared);
    const place = places.get(key) ?? distinct.push(prepared) - 1;
    places.set(key, place);
    return place;
  });
  return { distinct, placeOf };
}
