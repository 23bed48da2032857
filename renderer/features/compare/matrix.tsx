import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { Choice } from "../../components/controls/choice.tsx";
import { formatScore } from "../../components/format.ts";
import type { BulkItem } from "./bulk-items.ts";
import type { ComparedPair } from "./bulk-run.ts";
import { comparison } from "./comparison.ts";
import { clusteredOrder, matrixOf } from "./matrix-order.ts";

/** Beyond this the list is the better view. */
export const LARGEST_MATRIX = 60;

interface MatrixProps {
  readonly items: readonly BulkItem[];
  readonly rows: readonly ComparedPair[];
  readonly onOpen: (left: number, right: number) => void;
}

const ORDERS = { file: "As in the file", alike: "Alike together" } as const;

/** Cosines of each with each, darker for closer. Arrows move, Enter opens the pair. */
export function MatrixView({ items, rows, onOpen }: MatrixProps) {
  const { threshold } = comparison.use();
  const [order, setOrder] = useState<keyof typeof ORDERS>("alike");
  const [cursor, setCursor] = useState({ row: 0, column: 0 });
  const table = useRef<HTMLTableElement>(null);
  const matrix = useMemo(() => matrixOf(items.length, rows), [items, rows]);
  const sequence = useMemo(
    () => (order === "alike" ? clusteredOrder(matrix) : items.map((_, index) => index)),
    [matrix, order, items],
  );
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const clamp = (value: number) => Math.min(items.length - 1, Math.max(0, value));
    const next = { row: clamp(cursor.row + step[0]), column: clamp(cursor.column + step[1]) };
    setCursor(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`)?.focus();
  };
  return (
    <div className="matrix">
      <Choice
        label="Order of the items"
        isBare
        options={ORDERS}
        value={order}
        onChange={setOrder}
      />
      {order === "alike" && <p className="muted">The order is for reading only.</p>}
      <div className="matrix-scroll">
        <table ref={table} aria-label="Cosine of each pair" onKeyDown={move}>
          <thead>
            <tr>
              <td />
              {sequence.map((column) => (
                <th key={column} scope="col" title={items[column]?.typed}>
                  <span>{items[column]?.typed}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sequence.map((row, y) => (
              <tr key={row}>
                <th scope="row" title={items[row]?.typed} dir="auto">
                  {items[row]?.typed}
                </th>
                {sequence.map((column, x) => (
                  <MatrixCell
                    key={column}
                    place={`${y} ${x}`}
                    isSame={row === column}
                    value={matrix.values[row * matrix.size + column]!}
                    threshold={threshold}
                    names={`${items[row]?.typed} and ${items[column]?.typed}`}
                    isCursor={cursor.row === y && cursor.column === x}
                    onOpen={() => onOpen(row, column)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="matrix-legend muted">
        0 <span aria-hidden="true" /> 1 cosine; framed from your line {threshold.toFixed(2)} on
      </p>
    </div>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

interface MatrixCellProps {
  /** Row and column on screen. */
  readonly place: string;
  readonly isSame: boolean;
  readonly value: number;
  readonly threshold: number;
  readonly names: string;
  readonly isCursor: boolean;
  readonly onOpen: () => void;
}

function MatrixCell(props: MatrixCellProps) {
  const { place, isSame, value, threshold, names, isCursor, onOpen } = props;
  const isMissing = Number.isNaN(value);
  const words = isSame ? "the same item" : isMissing ? "not compared" : formatScore(value);
  return (
    <td>
      <button
        type="button"
        className="matrix-cell figures"
        data-cell={place}
        data-close={(!isMissing && value >= threshold) || undefined}
        tabIndex={isCursor ? 0 : -1}
        aria-label={`${names}: ${words}`}
        title={`${names}: ${words}`}
        disabled={isSame}
        style={{
          backgroundColor: isMissing
            ? "transparent"
            : `color-mix(in srgb, var(--first) ${Math.round(70 * value)}%, var(--panel))`,
          color: value > 0.6 ? "#ffffff" : "var(--text)",
        }}
        onClick={onOpen}
      >
        {isSame ? "·" : isMissing ? "–" : value.toFixed(2).replace(/^0/, "")}
      </button>
    </td>
  );
}
