import { ArrowDown, ArrowUp, Copy } from "lucide-react";
import { Fragment, useState } from "react";
import { IconButton } from "../../components/controls/button.tsx";
import { copyText } from "../../components/files/download.ts";
import { formatCount, formatScore, formatShare } from "../../model/format.ts";
import { toast } from "../../state/toasts.ts";
import { comparison, setThreshold } from "./comparison-store.ts";
import {
  asymmetrySentence,
  chanceSentence,
  MEASURE_GROUPS,
  type Measure,
  type Metrics,
  shownMeasure,
} from "./model/measures.ts";

interface MeasureTableProps {
  /** Missing ones are undefined. */
  readonly metrics: Partial<Metrics>;
  /** Why measures are missing. */
  readonly undefinedBecause: string;
}

/** All nine measures, what each says, and which way is closer; formulas on demand. */
export function MeasureTable({ metrics, undefinedBecause }: MeasureTableProps) {
  const [open, setOpen] = useState<Measure["id"] | null>(null);
  return (
    <section className="measures stack" aria-label="Measures">
      <table className="across">
        <tbody>
          {MEASURE_GROUPS.map((group) => (
            <Fragment key={group.title}>
              <tr>
                <th colSpan={3} scope="colgroup">
                  {group.title}
                </th>
              </tr>
              {group.measures.map((measure) => (
                <MeasureRow
                  key={measure.id}
                  measure={measure}
                  value={metrics[measure.id]}
                  missing={undefinedBecause}
                  isOpen={open === measure.id}
                  onToggle={() => setOpen(open === measure.id ? null : measure.id)}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface MeasureRowProps {
  readonly measure: Measure;
  readonly value: number | undefined;
  /** Why there is no value. */
  readonly missing: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const CLOSER = {
  higher: { Icon: ArrowUp, words: "higher is closer" },
  lower: { Icon: ArrowDown, words: "lower is closer" },
} as const;

function MeasureRow({ measure, value, missing, isOpen, onToggle }: MeasureRowProps) {
  const closer = measure.closer === "none" ? null : CLOSER[measure.closer];
  return (
    <tr>
      <td>
        <button
          type="button"
          className="measure-title plain"
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {measure.title}
          {closer && (
            <span className="muted" title={closer.words}>
              <closer.Icon size={12} aria-hidden="true" />
              <span className="visually-hidden">{closer.words}</span>
            </span>
          )}
        </button>
        {isOpen && (
          <p className="measure-meaning muted">
            {measure.meaning} <code>{measure.formula}</code>
          </p>
        )}
      </td>
      <td className="measure-value figures" title={value === undefined ? missing : String(value)}>
        {value === undefined ? "undefined" : shownMeasure(measure, value)}
      </td>
      <td>
        <IconButton
          icon={Copy}
          isSmall
          label={`Copy ${measure.title}`}
          isDisabled={value === undefined}
          onPress={() =>
            void copyText(String(value)).then(() => toast(`${measure.title} copied: ${value}`))
          }
        />
      </td>
    </tr>
  );
}

interface VerdictProps {
  readonly metrics: Metrics;
  readonly chance: { readonly mean: number; readonly p999: number } | null;
}

/** The one number most people want, against their own line and against chance. */
export function Verdict({ metrics, chance }: VerdictProps) {
  const { threshold } = comparison.use();
  const { cosineSimilarity, overlappingAll } = metrics;
  const isClose = cosineSimilarity >= threshold;
  const size = Math.sqrt(metrics.sizeLeft * metrics.sizeRight);
  return (
    <section className="stack" aria-label="Verdict">
      <p className="verdict-number figures row on-baseline">
        <strong title={String(cosineSimilarity)}>{formatScore(cosineSimilarity)}</strong>
        <span className="muted">
          cosine, {formatCount(overlappingAll)} shared cells · {isClose ? "similar" : "not similar"}{" "}
          by your threshold
        </span>
      </p>
      <div className="verdict-bar">
        <div className="verdict-fill" style={{ width: `${100 * cosineSimilarity}%` }} />
        {chance && size > 0 && (
          <div
            className="verdict-chance"
            title={`Chance: 99.9% of random pairs stay below ${formatScore(chance.p999 / size)}`}
            style={{ width: `${Math.min(100, (100 * chance.p999) / size)}%` }}
          />
        )}
        <div className="verdict-line" style={{ left: `${100 * threshold}%` }} />
      </div>
      {chance && (
        <p className="muted">
          <span className="chance-mark" aria-hidden="true" />
          {chanceSentence(overlappingAll, chance)}
        </p>
      )}
      <ThresholdLine />
    </section>
  );
}

interface ContainmentProps {
  readonly metrics: Metrics;
  readonly names: { readonly left: string; readonly right: string };
}

/** How much of each lies in the other, where that differs; else the score says it all. */
export function Containment({ metrics, names }: ContainmentProps) {
  const sentence = asymmetrySentence(metrics, names);
  if (sentence === "") return null;
  const rows = [
    ["left", names.left, names.right, metrics.overlappingLeftRight],
    ["right", names.right, names.left, metrics.overlappingRightLeft],
  ] as const;
  return (
    <section className="stack" aria-label="Containment">
      <h3>Containment</h3>
      {rows.map(([side, inner, outer, share]) => (
        <div key={side} className="stack gap-1" data-side={side}>
          <span dir="auto">
            <strong className="figures" title={String(share)}>
              {formatShare(share)}
            </strong>{" "}
            of {inner} is in {outer}
          </span>
          <div className="containment-bar" aria-hidden="true">
            <div style={{ width: `${100 * share}%` }} />
          </div>
        </div>
      ))}
      <p className="muted">{sentence}</p>
    </section>
  );
}

/** From which cosine on two items count as close; the person's own, for the whole workspace. */
export function ThresholdLine() {
  const { threshold } = comparison.use();
  return (
    <label className="row muted">
      Similarity threshold
      <input
        className="grow"
        type="range"
        min={0.05}
        max={0.95}
        step={0.01}
        value={threshold}
        onChange={({ currentTarget }) => setThreshold(Number(currentTarget.value))}
      />
      <output className="figures">{threshold.toFixed(2)}</output>
    </label>
  );
}
