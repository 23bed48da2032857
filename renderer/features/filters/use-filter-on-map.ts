import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { evaluateQuery } from "../../api/subject-queries.ts";
import { compareLayers } from "../../components/fingerprint-grid/layers.ts";
import type { Filter } from "../../state/filters/filter-model.ts";
import type { MapContent } from "../../state/map-content.ts";
import { useFilterDesk } from "./filter-state.ts";
import { useFilterReport, useSettled } from "./use-filter-report.ts";

/** The cells of a text on trial; none while there is no text. */
export function useTrialCells(retina: string): readonly number[] | undefined {
  const trial = useSettled(useFilterDesk((desk) => desk.trial)).trim();
  const { data } = useQuery({
    ...evaluateQuery(retina, { text: trial }),
    enabled: retina !== "" && trial !== "",
    placeholderData: keepPreviousData,
  });
  return trial === "" ? undefined : data?.positions;
}

/** The filter, or the filter against the text on trial. */
export function useFilterOnMap(filter: Filter): MapContent {
  const { report, retina, isStale } = useFilterReport(filter);
  const trial = useTrialCells(retina?.name ?? "");
  const positions = report?.positions;
  const { name } = filter;
  return useMemo(() => {
    const nothing = { title: name, layers: [], fingerprint: null, emptyText: "No example yet" };
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
      title: isCompared ? `${name} and the text on trial` : name,
      layers: isCompared
        ? compareLayers(positions, trial, { left: name, right: "the text" })
        : [{ id: "filter", label: name, positions, colour: "first" as const }],
      fingerprint: isStale || positions.length === 0 ? null : fingerprint,
      emptyText: "No cells left",
      isStale,
    };
  }, [positions, trial, retina, name, filter.id, filter.created, isStale]);
}
