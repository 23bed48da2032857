import { useMemo } from "react";
import type { ExportSource } from "../../model/export-source.ts";
import { usePublish } from "../../state/publish.ts";
import { type BulkRun, useBulkRun } from "./bulk-run.ts";
import { matrixOf } from "./model/matrix-order.ts";
import { MEASURES } from "./model/pair-rows.ts";

/** What the person looks at is what is saved: the long table of all measures, or the square of cosines. */
export function useOfferPairs(shape: "list" | "matrix"): void {
  const run = useBulkRun();
  usePublish({ exports: useMemo(() => pairsSource(run, shape), [run, shape]) });
}

/** Nothing while pairs come in: a file would have only some of them. The name of a part says that it is one. */
export function pairsSource(run: BulkRun, shape: "list" | "matrix"): ExportSource | null {
  const { input, rows, mode, partner, phase } = run;
  if (!input || rows.length === 0 || phase === "running") return null;
  const isSquare = shape === "matrix" && mode === "all";
  return {
    name: `compared ${input.name}${isSquare ? " matrix" : ""}${phase === "done" ? "" : " (part)"}`,
    table: () => (isSquare ? squareTable(run) : longTable(run)),
    settings: {
      pairs: mode,
      ...(mode === "partner" && partner ? { filter: partner.name } : {}),
    },
  };
}

/** One row a pair, failed ones with the reason. */
export const longTable = ({ items, rows }: BulkRun) => ({
  columns: ["line", "left", "other line", "right", ...MEASURES, "error"],
  rows: rows.map(({ left, right, metrics, error }) => [
    items[left]?.line ?? null,
    items[left]?.typed ?? null,
    items[right]?.line ?? null,
    items[right]?.typed ?? null,
    ...MEASURES.map((measure) => metrics?.[measure] ?? null),
    error,
  ]),
});

/** Cosines of each with each, names before and above; empty where a pair failed. */
export function squareTable({ items, rows }: BulkRun) {
  const { values, size } = matrixOf(items.length, rows);
  return {
    columns: ["cosine", ...items.map(({ typed }) => typed)],
    rows: items.map(({ typed }, row) => [
      typed,
      ...items.map((_, column) => {
        const value = row === column ? 1 : values[row * size + column]!;
        return Number.isNaN(value) ? null : value;
      }),
    ]),
  };
}
