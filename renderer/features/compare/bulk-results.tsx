import { useMemo, useState } from "react";
import { Choice } from "../../components/controls/choice.tsx";
import { Empty, Failure } from "../../components/controls/states.tsx";
import { formatCount, formatScore, plural } from "../../components/format.ts";
import type { SortState } from "../../components/table/table-head.tsx";
import { type Column, VirtualTable } from "../../components/table/virtual-table.tsx";
import { useOfferExport } from "../../state/export-source.ts";
import type { BulkItem } from "./bulk-items.ts";
import { type ComparedPair, useBulkRun } from "./bulk-run.ts";
import { comparison } from "./comparison.ts";
import { LARGEST_MATRIX, MatrixView } from "./matrix.tsx";
import { matrixOf } from "./matrix-order.ts";

interface BulkResultsProps {
  readonly onOpen: (left: BulkItem, right: BulkItem) => void;
}

const SHAPES = { list: "List", matrix: "Matrix" } as const;

/** Every compared pair as a list or a square; failed ones say why, with their lines. */
export function BulkResults({ onOpen }: BulkResultsProps) {
  const { input, rows, phase, error, mode } = useBulkRun();
  const { threshold } = comparison.use();
  const [shape, setShape] = useState<keyof typeof SHAPES>("list");
  const [sort, setSort] = useState<SortState>({ column: "cosine", direction: "descending" });
  const items = input?.items ?? [];
  const good = useMemo(
    () =>
      sortPairs(
        rows.filter(({ metrics }) => metrics),
        sort,
      ),
    [rows, sort],
  );
  const failed = rows.filter(({ metrics }) => !metrics);
  const isSquare = mode === "all" && items.length <= LARGEST_MATRIX;
  useOfferPairs();
  const open = (left: number, right: number) => {
    const [first, second] = [items[left], items[right]];
    if (first && second) onOpen(first, second);
  };
  if (phase === "failed") return <Failure error={error} doing="Comparing" />;
  if (rows.length === 0)
    return <Empty>Choose items on the left; each compared pair will stand here.</Empty>;
  const close = good.filter(({ metrics }) => (metrics?.cosineSimilarity ?? 0) >= threshold).length;
  return (
    <div className="bulk-results">
      <p className="muted figures" role="status">
        {plural(good.length, "pair")}, {formatCount(close)} of them close by your line of{" "}
        {threshold.toFixed(2)}
      </p>
      {mode === "all" &&
        (isSquare ? (
          <Choice label="Shown as" isBare options={SHAPES} value={shape} onChange={setShape} />
        ) : (
          <p className="muted">
            {formatCount(items.length)} items are too many for a readable matrix on screen; the
            exported one is whole.
          </p>
        ))}
      {shape === "matrix" && isSquare ? (
        <MatrixView items={items} rows={rows} onOpen={open} />
      ) : (
        <div className="bulk-table">
          <VirtualTable
            label="Compared pairs"
            columns={columnsFor(items)}
            rows={good}
            idOf={({ left, right }) => `${left} ${right}`}
            sort={sort}
            onSort={setSort}
            onOpen={({ left, right }) => open(left, right)}
            isMarked={({ metrics }) => (metrics?.cosineSimilarity ?? 0) >= threshold}
          />
        </div>
      )}
      {failed.length > 0 && <FailedPairs items={items} failed={failed} />}
    </div>
  );
}

export function sortPairs(
  rows: readonly ComparedPair[],
  { column, direction }: SortState,
): readonly ComparedPair[] {
  const sign = direction === "ascending" ? 1 : -1;
  const value = ({ metrics }: ComparedPair) =>
    column === "shared" ? (metrics?.overlappingAll ?? 0) : (metrics?.cosineSimilarity ?? 0);
  return rows.toSorted(
    (a, b) => sign * (value(a) - value(b)) || a.left - b.left || a.right - b.right,
  );
}

const columnsFor = (items: readonly BulkItem[]): Column<ComparedPair>[] => [
  {
    id: "left",
    title: "First",
    track: "minmax(72px, 1fr)",
    cell: ({ left }) => <span dir="auto">{items[left]?.typed}</span>,
  },
  {
    id: "right",
    title: "Second",
    track: "minmax(72px, 1fr)",
    cell: ({ right }) => <span dir="auto">{items[right]?.typed}</span>,
  },
  {
    id: "cosine",
    title: "Cosine",
    track: "60px",
    align: "end",
    canSort: true,
    cell: ({ metrics }) => formatScore(metrics?.cosineSimilarity ?? 0),
  },
  {
    id: "shared",
    title: "Cells",
    hint: "Shared cells",
    track: "52px",
    align: "end",
    canSort: true,
    cell: ({ metrics }) => formatCount(metrics?.overlappingAll ?? 0),
  },
];

const SHOWN_FAILURES = 50;

interface FailedPairsProps {
  readonly items: readonly BulkItem[];
  readonly failed: readonly ComparedPair[];
}

function FailedPairs({ items, failed }: FailedPairsProps) {
  return (
    <details className="bulk-failed">
      <summary>{plural(failed.length, "pair")} could not be compared</summary>
      <ul>
        {failed.slice(0, SHOWN_FAILURES).map(({ left, right, error }) => (
          <li key={`${left} ${right}`}>
            Line {items[left]?.line}
            {items[right]?.line !== items[left]?.line && ` and line ${items[right]?.line}`}: {error}
          </li>
        ))}
      </ul>
      {failed.length > SHOWN_FAILURES && (
        <p className="muted">The export lists all {formatCount(failed.length)}.</p>
      )}
    </details>
  );
}

const MEASURES = [
  "cosineSimilarity",
  "weightedScoring",
  "euclideanDistance",
  "jaccardDistance",
  "overlappingAll",
  "overlappingLeftRight",
  "overlappingRightLeft",
  "sizeLeft",
  "sizeRight",
] as const;

/** The long table of all measures; for each with each the square of cosines as JSON too. */
function useOfferPairs(): void {
  const { input, rows, mode } = useBulkRun();
  useOfferExport(
    useMemo(() => {
      if (!input || rows.length === 0) return null;
      const { items, name } = input;
      return {
        name: `compared ${name}`,
        table: () => ({
          columns: ["line", "left", "other line", "right", ...MEASURES, "error"],
          rows: rows.map(({ left, right, metrics, error }) => [
            items[left]?.line ?? null,
            items[left]?.typed ?? null,
            items[right]?.line ?? null,
            items[right]?.typed ?? null,
            ...MEASURES.map((measure) => metrics?.[measure] ?? null),
            error,
          ]),
        }),
        json: () => ({
          items: items.map(({ typed }) => typed),
          matrix: mode === "all" ? squareOf(items.length, rows) : null,
        }),
        settings: { pairs: mode },
      };
    }, [input, rows, mode]),
  );
}

function squareOf(size: number, rows: readonly ComparedPair[]): (number | null)[][] {
  const { values } = matrixOf(size, rows);
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => {
      const value = row === column ? 1 : values[row * size + column]!;
      return Number.isNaN(value) ? null : value;
    }),
  );
}
