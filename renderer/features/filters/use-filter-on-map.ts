import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Filter } from "../../../core/workspace/filters/filter-model.ts";
import { evaluateQuery } from "../../api/subject-queries.ts";
import { compareLayers } from "../../model/map/layers.ts";
import type { MapContent } from "../../model/map-content.ts";
import { useFilterDesk } from "../../state/filters/filter-state.ts";
import { TYPING_MS, useThrottled } from "../../state/use-throttled.ts";
import { useFilterReport } from "./use-filter-report.ts";

/** The cells of the text on trial; none while there is no text. */
function useTrialCells(retina: string): readonly number[] | undefined {
  const text = useFilterDesk(({ trial }) => trial);
  const { asked, settle } = useThrottled(text, TYPING_MS);
  const trial = asked.trim();
  const { data, isFetching } = useQuery({
    ...evaluateQuery(retina, { text: trial, language: "auto" }),
    enabled: retina !== "" && trial !== "",
    placeholderData: keepPreviousData,
  });
  settle(isFetching);
  return trial === "" ? undefined : data?.positions;
}

/** The filter, or the filter against the text on trial. */
export function useFiltersOnMap(filter: Filter): MapContent {
  const { report, retina, isStale, prepared } = useFilterReport(filter);
  const emptyText = prepared.positive.length === 0 ? "No example yet" : "Computing the filter…";
  const trial = useTrialCells(retina?.name ?? "");
  const positions = report?.positions;
  const { name } = filter;
  return useMemo(() => {
    const nothing = { title: name, layers: [], fingerprint: null, emptyText };
    if (!positions || !retina) return nothing;
    const fingerprint = {
      id: `filter ${filter.id}`,
      label: name,
      source: { positions },
      positions,
      retina,
      created: filter.created,
    };
    const isCompared = trial !== undefined && trial.length > 0;
    return {
      title: isCompared ? `${name} and the text` : name,
      layers: isCompared
        ? compareLayers(positions, trial, { left: name, right: "the text" })
        : [{ id: "filter", label: name, positions, colour: "first" as const }],
      fingerprint: isStale || positions.length === 0 ? null : fingerprint,
      emptyText: "No cells left",
      isStale,
    };
  }, [positions, trial, retina, name, filter.id, filter.created, isStale, emptyText]);
}
