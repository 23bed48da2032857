import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { filterReportQuery } from "../../api/filter-report.ts";
import { Answer } from "../../components/controls/answer.tsx";
import { Button } from "../../components/controls/button.tsx";
import type { Example, Filter } from "../../model/filters/filter-model.ts";
import type { Prepared, Report } from "../../model/filters/prepare-examples.ts";
import { muteExamples } from "../../state/filters/filter-state.ts";
import { useRetina } from "../../state/retina.ts";
import { ExampleLink } from "./example-link.tsx";

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
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
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
  return (
    <Answer
      result={result}
      doing="Measuring the examples"
      waiting="Leaving out each pair of examples in turn"
    >
      {(report) => <Found filter={filter} weighed={weighedOf(report, prepared)} />}
    </Answer>
  );
}

const weighedOf = (report: Report, prepared: Prepared): readonly Weighed[] =>
  report.examples.flatMap(({ side, index, influence }) => {
    const example = prepared[side][index];
    return example && influence !== null ? [{ example, influence }] : [];
  });

interface FoundProps {
  readonly filter: Filter;
  readonly weighed: readonly Weighed[];
}

function Found({ filter, weighed }: FoundProps) {
  const sorted = weighed.toSorted((a, b) => b.influence - a.influence);
  const helpful = sorted.filter(({ influence }) => influence >= LEAST).slice(0, SHOWN);
  const harmful = sorted.filter(({ influence }) => influence <= -LEAST).toReversed();
  return (
    <>
      <p className="muted">
        How much each example helps to tell the others of both sides apart, and how clearly it lies
        on its own side; measured with filters that were made without it.
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

interface InfluenceListProps extends FoundProps {
  readonly label: string;
  readonly canMute?: boolean;
}

function InfluenceList({ filter, weighed, label, canMute = false }: InfluenceListProps) {
  return (
    <ul className="influence-list" aria-label={label}>
      {weighed.map(({ example, influence }) => (
        <li className="columns gap-0" key={example.id}>
          <span className="figures">{signed(influence)}</span>
          <ExampleLink filter={filter} example={example} />
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
