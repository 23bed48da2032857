import { useMemo } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { ApiError } from "../../../core/errors.ts";
import { Chip } from "../../components/controls/chip.tsx";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { usePublish } from "../../state/publish.ts";
import { Several } from "./combinations.tsx";
import { comparison, replaceItem, useCompareDesk } from "./comparison-store.ts";
import { Containment, MeasureTable, Verdict } from "./measure-table.tsx";
import { itemOf } from "./model/comparison.ts";
import {
  MEASURE_GROUPS,
  metricsWithEmpty,
  pairExplained,
  relationSentence,
  undefinedReason,
} from "./model/measures.ts";
import { SharedRegions, TermLists, TextCredits } from "./shared-regions.tsx";
import { useComparison, usePair } from "./use-comparison.ts";
import type { Laid } from "./use-comparison-on-map.ts";
import "./verdict.css";

/** How close the items are, why, and what each has for itself. */
export function CompareResults() {
  const { items, members, isFetching, isStale, data, error, retry } = useComparison();
  const laid = members.filter((each): each is Laid => each.positions !== undefined);
  return (
    <div className="results">
      <h2>{members.length > 2 ? "Combinations" : "Similarity"}</h2>
      {isFetching && <Loading label="Comparing" />}
      {error && <ComparisonFailure error={error} onRetry={retry} />}
      {members.length < 2 && !error && (
        <Empty>
          {items.length === 0
            ? "The score, the shared regions and the words behind them appear here."
            : "Add a second item to compare the two."}
        </Empty>
      )}
      <div
        className="results-body dims stack gap-6 at-top grow scroll"
        data-stale={isStale || undefined}
      >
        {data && <PairResults data={data} />}
        {members.length > 2 && laid.length === members.length && !error && <Several parts={laid} />}
      </div>
    </div>
  );
}

function PairResults({ data }: { readonly data: Output<"app.compare"> }) {
  const { left, right } = usePair();
  useOfferComparison();
  if (!left || !right) return null;
  const names = { left: left.name, right: right.name };
  return (
    <>
      {data.relation !== "partial" && (
        <p className="relation note strong" role="status">
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
      <TextCredits />
      <TermLists terms={data.terms} names={names} />
      <Measures data={data} />
    </>
  );
}

function Measures({ data }: { readonly data: Output<"app.compare"> }) {
  const [left, right] = [data.left.size, data.right.size];
  const isOpen = useCompareDesk(({ showsMeasures }) => showsMeasures);
  const reason = undefinedReason(left, right);
  return (
    <>
      {!data.metrics && <p className="muted">{reason}</p>}
      <details
        open={isOpen}
        onToggle={({ currentTarget }) =>
          useCompareDesk.setState({ showsMeasures: currentTarget.open })
        }
      >
        <summary>All nine measures</summary>
        <MeasureTable
          metrics={data.metrics ?? metricsWithEmpty(left, right)}
          undefinedBecause={reason}
        />
      </details>
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
  const { items } = comparison.use();
  const term = error instanceof ApiError ? error.details.term : undefined;
  const suggestions = error instanceof ApiError ? error.details.suggestions : undefined;
  const index = items.findIndex(({ typed }) => typed === term);
  return (
    <Failure error={error} doing="Comparing" onRetry={onRetry}>
      {index >= 0 &&
        Array.isArray(suggestions) &&
        suggestions.map((suggestion: string) => (
          <Chip
            key={suggestion}
            label={`Compare ${suggestion} instead`}
            onPress={() =>
              replaceItem(index, itemOf({ term: suggestion }, suggestion), `Compare ${suggestion}`)
            }
          >
            {suggestion}
          </Chip>
        ))}
    </Failure>
  );
}

function useOfferComparison(): void {
  const { retina, left, right, data } = usePair();
  const { threshold } = comparison.use();
  usePublish({
    exports: useMemo(() => {
      if (!retina || !left || !right || !data) return null;
      const values = data.metrics ?? metricsWithEmpty(data.left.size, data.right.size);
      const measures = MEASURE_GROUPS.flatMap((group) => group.measures);
      return {
        name: `${left.name} and ${right.name}`,
        table: () => ({
          columns: ["measure", "value"],
          rows: measures.map(({ id }) => [id, values[id] ?? "undefined"]),
        }),
        json: () => ({
          left: left.json,
          right: right.json,
          relation: data.relation,
          metrics: data.metrics,
          terms: data.terms,
        }),
        request: {
          name: "compare.pair" as const,
          args: { retina_name: retina.name, body: [left.json, right.json] },
        },
        explanation: () => pairExplained(data, threshold),
        settings: { retina: retina.name, checksum: retina.checksum, threshold },
      };
    }, [threshold, retina, left, right, data]),
  });
}
