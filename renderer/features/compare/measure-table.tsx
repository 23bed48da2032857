import { ArrowDown, ArrowUp, Copy } from "lucide-react";
import { Fragment, useState } from "react";
import { IconButton } from "../../components/controls/icon-button.tsx";
import { copyText } from "../../components/files/download.ts";
import { toast } from "../../state/toasts.ts";
import { MEASURE_GROUPS, type Measure, type Metrics, shownMeasure } from "./model/measures.ts";

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
