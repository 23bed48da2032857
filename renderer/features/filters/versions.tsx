import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { editsOf } from "../../../core/workspace/filters/cell-edits.ts";
import type { Filter } from "../../../core/workspace/filters/filter-model.ts";
import { prepareFilter } from "../../../core/workspace/filters/prepare-examples.ts";
import { expectedAt, scoredOf, thresholdOf } from "../../../core/workspace/filters/scored.ts";
import { filterReportQuery } from "../../api/filter-report.ts";
import { Button } from "../../components/controls/button.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import {
  contentOf,
  differenceOf,
  type Version,
  versionsOf,
} from "../../model/filters/filter-versions.ts";
import { formatCount, formatScore, plural } from "../../model/format.ts";
import { useBackdrops } from "../../state/filters/backdrops.ts";
import { changeFilter } from "../../state/filters/filter-state.ts";
import { useRetina } from "../../state/retina.ts";

/** Every change of the filter, what it did, and the way back to before it. */
export function Versions({ filter }: { readonly filter: Filter }) {
  const [isOpen, setOpen] = useState(false);
  const [since, setSince] = useState<number | null>(null);
  const versions = isOpen ? versionsOf(filter) : [];
  const chosen = since === null ? undefined : versions[since];
  return (
    <details
      className="fold versions"
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        setSince(null);
      }}
    >
      <summary>What changed, and earlier versions</summary>
      <ol className="scroll" aria-label="Versions">
        {versions.map((version, index) => (
          <li key={version.at + version.what}>
            <button
              type="button"
              className="version-row columns pick"
              aria-pressed={since === index}
              onClick={() => setSince(since === index ? null : index)}
            >
              <span className="clip" dir="auto">
                {version.what}
              </span>
              <span className="muted figures">{changeOf(version, versions[index + 1])}</span>
              <time className="muted figures" dateTime={version.at} title={version.at}>
                {new Date(version.at).toLocaleTimeString([], {
                  hour: "2-digit",
                  minute: "2-digit",
                })}
              </time>
            </button>
          </li>
        ))}
      </ol>
      {chosen && <OneVersion filter={filter} version={chosen} onDone={() => setSince(null)} />}
    </details>
  );
}

/** "+3 −1": what a change did to the version before it. */
function changeOf(version: Version, before: Version | undefined): string {
  if (!before) return "";
  const difference = differenceOf(before, version);
  const { added, removed, changed } = difference;
  return [
    added > 0 ? `+${formatCount(added)}` : "",
    removed > 0 ? `−${formatCount(removed)}` : "",
    changed > 0 ? `${formatCount(changed)} changed` : "",
    difference.areCellsOther ? "cells" : "",
    difference.isThresholdOther ? "threshold" : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

interface OneVersionProps {
  readonly filter: Filter;
  readonly version: Version;
  readonly onDone: () => void;
}

/** How good an earlier version was beside the present one, and the way back to it. */
function OneVersion({ filter, version, onDone }: OneVersionProps) {
  const then = useFigures({ ...filter, edits: editsOf(version), ...contentOf(version) });
  const now = useFigures(filter);
  if (version.since === 0) return <p className="muted">This is the present version.</p>;
  const { added, removed, changed } = differenceOf(version, filter);
  const goBack = () => {
    changeFilter(filter.id, `Go back ${plural(version.since, "change")}`, (before) => ({
      ...before,
      edits: editsOf(version),
      ...contentOf(version),
    }));
    onDone();
  };
  return (
    <section className="version stack at-start" aria-label="Chosen version">
      <p className="figures">
        Since then {plural(added, "example")} added, {formatCount(removed)} removed,{" "}
        {formatCount(changed)} changed.
      </p>
      {then.error !== null && <Failure error={then.error} doing="Computing that version" />}
      {then.isFetching && <Loading label="Computing that version" />}
      <table className="table texts figures" aria-label="Then and now">
        <thead>
          <tr>
            <td />
            <th scope="col">Then</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ title, of }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{then.figures ? of(then.figures) : "–"}</td>
              <td>{now.figures ? of(now.figures) : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button size="small" onPress={goBack}>
        Go back to this version
      </Button>
    </section>
  );
}

interface Figures {
  readonly examples: string;
  readonly cells: number;
  readonly threshold: number;
  readonly f1: number | null;
}

const ROWS: readonly { readonly title: string; readonly of: (figures: Figures) => string }[] = [
  { title: "Examples", of: ({ examples }) => examples },
  { title: "Cells", of: ({ cells }) => formatCount(cells) },
  { title: "Belongs from", of: ({ threshold }) => formatScore(threshold) },
  { title: "F1 to expect", of: ({ f1 }) => (f1 === null ? "not measurable" : formatScore(f1)) },
];

/** The figures of a filter as it is or was. */
function useFigures(filter: Filter) {
  const stamp = useRetina();
  const retina = stamp?.name ?? "";
  const [told] = useBackdrops([filter]);
  const prepared = prepareFilter(filter, stamp, told?.backdrop ?? null);
  const isPossible = prepared.positive.length > 0;
  const { data, error, isFetching } = useQuery({
    ...filterReportQuery(retina, prepared),
    enabled: retina !== "" && isPossible,
    placeholderData: keepPreviousData,
  });
  const examples = `${formatCount(prepared.positive.length)} + ${formatCount(prepared.negative.length)}`;
  if (!data || !isPossible) return { figures: null, error, isFetching };
  const threshold = thresholdOf(filter, scoredOf(data, prepared), data);
  const f1 = expectedAt(data, threshold)?.f1 ?? null;
  const figures: Figures = { examples, cells: data.positions.length, threshold, f1 };
  return { figures, error, isFetching };
}
