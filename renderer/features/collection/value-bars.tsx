import { formatCount } from "../../model/format.ts";
import "./value-bars.css";

interface ValueBarsProps {
  /** The column. */
  readonly label: string;
  readonly values: readonly { readonly value: string; readonly rows: number }[];
  readonly chosen: readonly string[];
  readonly onToggle: (value: string) => void;
}

/** The values of a column with how many rows have each; several can be switched on. */
export function ValueBars({ label, values, chosen, onToggle }: ValueBarsProps) {
  const most = Math.max(1, ...values.map(({ rows }) => rows));
  return (
    <ul className="stack gap-0" aria-label={label}>
      {values.map(({ value, rows }) => (
        <li key={value}>
          <button
            type="button"
            className="value-bar row pick"
            aria-pressed={chosen.includes(value)}
            title={value}
            onClick={() => onToggle(value)}
          >
            <span
              className="value-bar-fill"
              style={{ width: `${(100 * rows) / most}%` }}
              aria-hidden="true"
            />
            <span className="value-bar-name clip grow" dir="auto">
              {value}
            </span>
            <span className="figures muted">{formatCount(rows)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
