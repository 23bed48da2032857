import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import type { Example, Filter } from "../../state/filters/filter-model.ts";
import { filterReportQuery } from "../../state/filters/filter-report.ts";
import type { Prepared } from "../../state/filters/prepare-examples.ts";
import { useRetina } from "../../state/retina.ts";
import { chooseExample, muteExamples } from "./filter-state.ts";

interface InfluenceProps {
  readonly filter: Filter;
  readonly prepared: Prepared;
}

/** With fewer that belong, a filter without two of them is no filter. */
const FEWEST_BELONGING = 3;
/** The engine leaves out every two once; with more it would take too long. */
const MOST = 24;
/** A smaller change of the mean scores is noise. */
const LEAST = 0.002;
const SHOWN = 3;

interface Weighed {
  readonly example: Example;
  readonly influence: number;
}

/** Which examples the filter owes most to, and which it would be better off without; measured when it is opened. */
export function Influence({ filter, prepared }: InfluenceProps) {
  const [isOpen, setOpen] = useState(false);
  const count = prepared.positive.length + prepared.negative.length;
  if (prepared.positive.length < FEWEST_BELONGING) return null;
  return (
    <details className="influence" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Which examples help, and which hurt</summary>
      {count > MOST ? (
        <p className="muted">
          Measured for up to {MOST} examples, since every two are left out together; these are{" "}
          {count}.
        </p>
      ) : (
        isOpen && <Measured filter={filter} prepared={prepared} />
      )}
    </details>
  );
}

function Measured({ filter, prepared }: InfluenceProps) {
  const retina = useRetina()?.name ?? "";
  const result = useQuery({
    ...filterReportQuery(retina, prepared, true),
    enabled: retina !== "",
  });
  if (result.isError)
    return (
      <Failure
        error={result.error}
        doing="Measuring the examples"
        onRetry={() => void result.refetch()}
      />
    );
  if (!result.data) return <Loading label="Leaving out every two examples in turn" />;
  const weighed = result.data.examples.flatMap(({ side, index, influence }): Weighed[] => {
    const example = prepared[side][index];
    return example && influence !== null ? [{ example, influence }] : [];
  });
  const sorted = weighed.toSorted((a, b) => b.influence - a.influence);
  const helpful = sorted.filter(({ influence }) => influence >= LEAST).slice(0, SHOWN);
  const harmful = sorted.filter(({ influence }) => influence <= -LEAST).toReversed();
  return (
    <>
      <p className="muted">
        How much further apart the other examples of both sides lie, on average, because of it; each
        is scored by filters that do not know it.
      </p>
      <InfluenceList filter={filter} weighed={helpful} label="Examples that help most" />
      {harmful.length === 0 ? (
        <p className="muted">None makes the filter worse.</p>
      ) : (
        <InfluenceList
          filter={filter}
          weighed={harmful.slice(0, SHOWN)}
          label="Examples that hurt"
          canMute
        />
      )}
    </>
  );
}

interface InfluenceListProps {
  readonly filter: Filter;
  readonly weighed: readonly Weighed[];
  readonly label: string;
  readonly canMute?: boolean;
}

function InfluenceList({ filter, weighed, label, canMute = false }: InfluenceListProps) {
  return (
    <ul aria-label={label}>
      {weighed.map(({ example, influence }) => (
        <li key={example.id}>
          <span className="figures">{signed(influence)}</span>
          <button
            type="button"
            className="influence-text"
            dir="auto"
            title="Show it among the examples"
            onClick={() => chooseExample(filter, example.id)}
          >
            {example.text.slice(0, 120)}
          </button>
          {canMute && (
            <Button
              size="small"
              tone="quiet"
              onPress={() => muteExamples(filter, new Set([example.id]))}
            >
              Mute
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

const signed = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
