import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { engineQuery } from "../../api/query-client.ts";
import { useRetina } from "../../state/retina.ts";
import { type Example, type Filter, textsOf } from "./filter-model.ts";
import {
  type ExampleReport,
  type Mark,
  marksOf,
  type Prepared,
  prepareExamples,
  type Report,
  reportsById,
  type Skip,
} from "./prepare-examples.ts";
import { type Scored, suggestFor } from "./threshold-goals.ts";

/** The name has no part in the cells, so renaming asks for nothing. */
export const filterReportQuery = (retina: string, prepared: Prepared) =>
  queryOptions({
    ...engineQuery(retina, "app.filterReport", {
      retina_name: retina,
      name: "filter",
      positive: textsOf(prepared.positive),
      negative: textsOf(prepared.negative),
    }),
    queryKeyHashFn: () => `filterReport ${retina} ${keyOf(prepared)}`,
    retry: false,
  });

const keys = new WeakMap<Prepared, string>();

/** The texts as one string; made once, for it can be long. */
export function keyOf(prepared: Prepared): string {
  const known = keys.get(prepared);
  if (known !== undefined) return known;
  const key = JSON.stringify([textsOf(prepared.positive), textsOf(prepared.negative)]);
  keys.set(prepared, key);
  return key;
}

const PAUSE_MS = 200;

/** The value after it has rested a moment. */
export function useSettled<T>(value: T, pause = PAUSE_MS): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}

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
  const settled = useSettled(examples);
  const prepared = useMemo(() => prepareExamples(settled), [settled]);
  const hasPositive = prepared.positive.length > 0;
  const result = useQuery({
    ...filterReportQuery(retina?.name ?? "", prepared),
    enabled: retina !== null && hasPositive,
    placeholderData: keepPreviousData,
  });
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
    isStale: result.isPlaceholderData || settled !== examples,
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

/** Each usable example with its score from a filter made without it, or with it where there is none other. */
export function scoredOf(report: Report, prepared: Prepared): Scored[] {
  return report.examples.flatMap(({ side, index, score, leftOutScore }) => {
    const example = prepared[side][index];
    const honest = leftOutScore ?? score;
    return example && honest !== null
      ? [{ id: example.id, score: honest, belongs: side === "positive" }]
      : [];
  });
}

/** The cosine in force: the person's own, else the suggestion for the goal, else the engine's. */
export function thresholdOf(filter: Filter, scored: readonly Scored[], report: Report): number {
  const { suggested } = report.threshold;
  return filter.threshold ?? suggestFor(filter.goal, scored, suggested) ?? suggested;
}
