import { type KeyboardEvent, useRef, useState } from "react";
import { formatScore } from "../../model/format.ts";
import { letterOf } from "../../model/map/layers.ts";
import { comparison, lookAtPair } from "./comparison-store.ts";
import "./compare.css";

interface MatrixProps {
  readonly names: readonly string[];
  /** NaN where one of the two has no cells. */
  readonly valueAt: (row: number, column: number) => number;
  readonly onOpen: (row: number, column: number) => void;
}

type Place = readonly [row: number, column: number];

const STEPS: Readonly<Record<string, Place>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Cosine of each pair, darker for closer. Arrows move; Enter or a click opens the pair; the map shows the one at the cursor. */
export function Matrix({ names, valueAt, onOpen }: MatrixProps) {
  const { threshold } = comparison.use();
  const [cursor, setCursor] = useState<Place>([0, 1]);
  const table = useRef<HTMLTableElement>(null);
  const press = (event: KeyboardEvent) => {
    const [down, right] = STEPS[event.key] ?? [0, 0];
    if (down === 0 && right === 0) return;
    event.preventDefault();
    const last = names.length - 1;
    const clamp = (place: number) => Math.max(0, Math.min(last, place));
    const [row, column] = [clamp(cursor[0] + down), clamp(cursor[1] + right)];
    table.current?.querySelector<HTMLElement>(`[data-place="${row} ${column}"]`)?.focus();
  };
  return (
    <div className="scroll">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys reach its cells
        role="grid"
        className="matrix figures"
        aria-label="Cosine of each pair"
        onKeyDown={press}
        onPointerLeave={() => lookAtPair(null)}
      >
        <thead>
          <tr>
            <td />
            {names.map((name, column) => (
              <th key={keyOf(column)} scope="col" title={name}>
                {signOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name, row) => (
            <tr key={keyOf(row)}>
              <th scope="row" dir="auto" title={name}>
                <span className="clip">
                  {signOf(row)} {name}
                </span>
              </th>
              {names.map((other, column) => (
                <MatrixCell
                  key={keyOf(column)}
                  place={[row, column]}
                  names={[name, other]}
                  value={row === column ? null : valueAt(row, column)}
                  threshold={threshold}
                  isCursor={row === cursor[0] && column === cursor[1]}
                  onCursor={setCursor}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">Framed: at or above your threshold of {threshold.toFixed(2)}.</p>
    </div>
  );
}

/** Two items may have the same name. */
const keyOf = (place: number): string => `item ${place}`;

/** The letter of the map where there is one, else the number. */
const signOf = (place: number): string => letterOf(place) || String(place + 1);

interface MatrixCellProps {
  readonly place: Place;
  readonly names: readonly [string, string];
  /** Null on the diagonal. */
  readonly value: number | null;
  readonly threshold: number;
  readonly isCursor: boolean;
  readonly onCursor: (place: Place) => void;
  readonly onOpen: MatrixProps["onOpen"];
}

function MatrixCell({
  place: [row, column],
  names: [name, other],
  value,
  threshold,
  isCursor,
  onCursor,
  onOpen,
}: MatrixCellProps) {
  const isPair = value !== null;
  const look = () => lookAtPair(isPair ? [row, column] : null);
  return (
    <td>
      <button
        type="button"
        className="matrix-cell plain"
        data-place={`${row} ${column}`}
        data-close={(isPair && value >= threshold) || undefined}
        tabIndex={isCursor ? 0 : -1}
        style={{ "--share": `${Math.round(80 * (value || 0))}%` } as React.CSSProperties}
        aria-label={isPair ? `${name} and ${other}: ${spoken(value)}` : `${name}: the same item`}
        onFocus={() => {
          onCursor([row, column]);
          look();
        }}
        onPointerEnter={look}
        onClick={() => isPair && onOpen(row, column)}
      >
        {isPair ? shortened(value) : ""}
      </button>
    </td>
  );
}

const spoken = (value: number): string => (Number.isNaN(value) ? "no cells" : formatScore(value));

/** Two digits, without the zero before the point. */
const shortened = (value: number): string =>
  Number.isNaN(value) ? "–" : value.toFixed(2).replace(/^0/, "");
