import { useMemo } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { ApiError } from "../../../core/errors.ts";
import { Chip } from "../../components/controls/chip.tsx";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import type { BulkItem } from "../../model/compare/bulk-items.ts";
import { nameOf, SIDES, sideOf } from "../../model/compare/comparison.ts";
import { pairExplained } from "../../model/compare/explain-pair.ts";
import {
  MEASURE_GROUPS,
  metricsWithEmpty,
  relationSentence,
  undefinedReason,
} from "../../model/compare/measures.ts";
import { comparison, openPair, putSide } from "../../state/compare/comparison.ts";
import { usePublish } from "../../state/publish.ts";
import { Bridges } from "./bridges.tsx";
import { BulkResults } from "./bulk-results.tsx";
import { Containment } from "./containment.tsx";
import { MeasureTable } from "./measure-table.tsx";
import { OtherRetina } from "./other-retina.tsx";
import { SharedRegions } from "./shared-regions.tsx";
import { TermLists } from "./term-lists.tsx";
import { useComparison } from "./use-comparison.ts";
import { Verdict } from "./verdict.tsx";
import "./verdict.css";

/** How close the two are, why, and what each has for itself. */
export function CompareResults() {
  return comparison.use().scope === "many" ? <ManyResults /> : <PairResults />;
}

function ManyResults() {
  return (
    <div className="results compare-results">
      <h2>Compared pairs</h2>
      <BulkResults onOpen={(left, right) => openPair(itemSide(left), itemSide(right))} />
    </div>
  );
}

const itemSide = ({ source, typed }: BulkItem) => sideOf(source, typed);

function PairResults() {
  const { now, data, result, isWhole, isStale, alone } = useComparison();
  const names = { left: nameOf(now.left, "left"), right: nameOf(now.right, "right") };
  useOfferComparison();
  const failure = isWhole ? result.error : alone?.error;
  return (
    <div className="results compare-results">
      <h2>How close they are</h2>
      {result.isFetching && <Loading label="Comparing" />}
      {failure && (
        <ComparisonFailure error={failure} onRetry={() => void (alone ?? result).refetch()} />
      )}
      {!isWhole && !failure && (
        <>
          <Empty>
            {now.left.source === null && now.right.source === null
              ? "Nine measures, the shared regions and the terms of each part will appear here."
              : "Add a second item to measure the two."}
          </Empty>
          <MeasureTable metrics={null} />
        </>
      )}
      {data && (
        <div className="compare-scroll" data-stale={isStale || undefined}>
          {data.relation !== "partial" && (
            <p className="relation" role="status">
              {relationSentence(data.relation, names)}
            </p>
          )}
          {data.metrics && (
            <>
              <Verdict metrics={data.metrics} chance={data.chance} />
              <Containment metrics={data.metrics} names={names} />
            </>
          )}
          <SharedRegions regions={data.regions} />
          <Bridges names={names} />
          <TermLists terms={data.terms} names={names} />
          <Measures data={data} />
          <OtherRetina />
        </div>
      )}
    </div>
  );
}

function Measures({ data }: { readonly data: Output<"app.compare"> }) {
  const [left, right] = [data.left.size, data.right.size];
  if (data.metrics) return <MeasureTable metrics={data.metrics} />;
  return (
    <>
      <p className="muted">{undefinedReason(left, right)}</p>
      <MeasureTable
        metrics={metricsWithEmpty(left, right)}
        undefinedBecause={undefinedReason(left, right)}
      />
    </>
  );
}

/** An unknown word is offered its nearest spellings, in the slot it came from. */
function ComparisonFailure({
  error,
  onRetry,
}: {
  readonly error: Error;
  readonly onRetry: () => void;
}) {
  const now = comparison.use();
  const term = error instanceof ApiError ? error.details.term : undefined;
  const suggestions = error instanceof ApiError ? error.details.suggestions : undefined;
  const name = SIDES.find((each) => now[each].typed === term);
  return (
    <Failure error={error} doing="Comparing" onRetry={onRetry}>
      {name &&
        Array.isArray(suggestions) &&
        suggestions.map((suggestion: string) => (
          <Chip
            key={suggestion}
            label={`Compare ${suggestion} instead`}
            onPress={() =>
              putSide(
                name,
                { kind: "term", typed: suggestion, source: { term: suggestion }, madeWith: "" },
                `Compare ${suggestion}`,
              )
            }
          >
            {suggestion}
          </Chip>
        ))}
    </Failure>
  );
}

function useOfferComparison(): void {
  const { now, retina, left, right, data } = useComparison();
  const leftJson = left && "json" in left ? left.json : null;
  const rightJson = right && "json" in right ? right.json : null;
  usePublish({
    exports: useMemo(() => {
      if (!retina || !leftJson || !rightJson || !data) return null;
      const values = data.metrics ?? metricsWithEmpty(data.left.size, data.right.size);
      const measures = MEASURE_GROUPS.flatMap((group) => group.measures);
      return {
        name: `${nameOf(now.left, "left")} and ${nameOf(now.right, "right")}`,
        table: () => ({
          columns: ["measure", "value"],
          rows: measures.map(({ id }) => [id, values[id] ?? "undefined"]),
        }),
        json: () => ({
          left: leftJson,
          right: rightJson,
          relation: data.relation,
          metrics: data.metrics,
          terms: data.terms,
        }),
        request: {
          name: "compare.pair" as const,
          args: { retina_name: retina.name, body: [leftJson, rightJson] },
        },
        explanation: () => pairExplained(data, now.threshold),
        settings: { retina: retina.name, checksum: retina.checksum, threshold: now.threshold },
      };
    }, [now, retina, leftJson, rightJson, data]),
  });
}
