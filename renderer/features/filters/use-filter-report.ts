import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { Example, Filter } from "../../../core/workspace/filters/filter-model.ts";
import {
  type ExampleReport,
  type Prepared,
  prepareExamples,
  prepareFilter,
  type Report,
  reportsById,
  type Skip,
} from "../../../core/workspace/filters/prepare-examples.ts";
import { scoredOf, thresholdOf } from "../../../core/workspace/filters/scored.ts";
import { suggestFor } from "../../../core/workspace/filters/threshold-goals.ts";
import { filterReportQuery } from "../../api/filter-report.ts";
import { type Mark, marksOf } from "../../model/filters/example-marks.ts";
import { useBackdrops } from "../../state/filters/backdrops.ts";
import { useRetina } from "../../state/retina.ts";
import { TYPING_MS, useThrottled } from "../../state/use-throttled.ts";

/** An example with everything known of it. */
export interface ExampleInfo {
  readonly example: Example;
  readonly skip: Skip | undefined;
  readonly report: ExampleReport | undefined;
  readonly marks: readonly Mark[];
}

/** One filter's cells, quality and examples. Use it under the filter's id as key: earlier answers stay on screen. */
export function useFilterReport(filter: Filter) {
  const retina = useRetina();
  const { examples } = filter;
  const live = useMemo(() => ({ examples }), [examples]);
  const { asked, settle } = useThrottled(live, TYPING_MS);
  const [told] = useBackdrops([filter]);
  const prepared = prepareFilter(asked, told?.backdrop ?? null);
  const hasPositive = prepared.positive.length > 0;
  const result = useQuery({
    ...filterReportQuery(retina?.name ?? "", prepared),
    enabled: retina !== null && hasPositive && told?.isWaiting !== true,
    placeholderData: keepPreviousData,
  });
  settle(result.isFetching);
  const answered = useRef<Answered | null>(null);
  if (result.data && !result.isPlaceholderData)
    answered.current = { prepared, report: result.data };
  const known = hasPositive && !result.isError ? answered.current : null;
  const report = known?.report;
  const infos = useMemo(() => infosOf(examples, known), [examples, known]);
  const scored = useMemo(() => (known ? scoredOf(known.report, known.prepared) : []), [known]);
  return {
    retina,
    prepared,
    result,
    report,
    isStale: result.isPlaceholderData || asked !== live || told?.isWaiting === true,
    told: told ?? null,
    infos,
    scored,
    threshold: report ? thresholdOf(filter, scored, report) : null,
    suggested: report ? suggestFor(filter.goal, scored, report.threshold.suggested) : null,
  };
}

/** A report with the examples that it is about. */
interface Answered {
  readonly prepared: Prepared;
  readonly report: Report;
}

function infosOf(examples: readonly Example[], known: Answered | null): ExampleInfo[] {
  const { skipped } = prepareExamples(examples);
  const byId = known ? reportsById(known.prepared, known.report) : new Map<string, ExampleReport>();
  return examples.map((example) => {
    const skip = skipped.get(example.id);
    const found = byId.get(example.id);
    return { example, skip, report: found, marks: marksOf(example, skip, found) };
  });
}
