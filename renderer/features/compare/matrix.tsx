import { useCallback, useMemo, useState } from "react";
import { Choice } from "../../components/controls/choice.tsx";
import type { Place } from "../../components/matrix/matrix-geometry.ts";
import { MatrixGrid } from "../../components/matrix/matrix-grid.tsx";
import { comparison, lookAtPair } from "./comparison-store.ts";
import { clusteredOrder, matrixOf } from "./model/matrix-order.ts";
import type { ComparedPair } from "./model/pair-rows.ts";

/** Beyond this the list is the better view: a screen has fewer pixels. */
export const LARGEST_MATRIX = 500;
/** With more items one looks at the whole first. */
const MOST_NUMBERS = 40;
/** So few are seen at a glance, in the order in which they were put in. */
const FEW = 8;

interface MatrixProps {
  readonly items: readonly { readonly typed: string }[];
  readonly rows: readonly ComparedPair[];
  readonly onOpen: (left: number, right: number) => void;
}

const ORDERS = { file: "As in the file", alike: "Similar together" } as const;
const ZOOMS = { numbers: "Numbers", whole: "Whole" } as const;

/** Cosines of each with each, darker for closer; the pair under the cursor is shown on the map. */
export function MatrixView({ items, rows, onOpen }: MatrixProps) {
  const { threshold } = comparison.use();
  const [order, setOrder] = useState<keyof typeof ORDERS>(items.length > FEW ? "alike" : "file");
  const [zoom, setZoom] = useState<keyof typeof ZOOMS>(
    items.length > MOST_NUMBERS ? "whole" : "numbers",
  );
  const matrix = useMemo(() => matrixOf(items.length, rows), [items, rows]);
  const sequence = useMemo(
    () => (order === "alike" ? clusteredOrder(matrix) : items.map((_, index) => index)),
    [matrix, order, items],
  );
  const names = useMemo(
    () => sequence.map((index) => items[index]?.typed ?? ""),
    [sequence, items],
  );
  const valueAt = useCallback(
    (row: number, column: number) =>
      matrix.values[sequence[row]! * matrix.size + sequence[column]!] ?? Number.NaN,
    [matrix, sequence],
  );
  const pairAt = ({ row, column }: Place) => [sequence[row] ?? 0, sequence[column] ?? 0] as const;
  const shown = useMemo(
    () => ({
      label: "Cosine of each pair",
      names,
      valueAt,
      unit: "cosine",
      threshold,
      order: order === "alike" ? "similar items together" : "as in the file",
    }),
    [names, valueAt, threshold, order],
  );
  return (
    <div className="matrix column grow">
      {items.length > FEW && (
        <div className="row gap-1-2 wrap">
          <Choice
            label="Order of the items"
            isBare
            options={ORDERS}
            value={order}
            onChange={setOrder}
          />
          <Choice
            label="Size of the cells"
            isBare
            options={ZOOMS}
            value={zoom}
            onChange={setZoom}
          />
        </div>
      )}
      {order === "alike" && <p className="muted">The order is for reading only.</p>}
      <MatrixGrid
        {...shown}
        zoom={zoom}
        onOpen={(place) => onOpen(...pairAt(place))}
        onCursor={(place) => lookAtPair(place && pairAt(place))}
      />
    </div>
  );
}
