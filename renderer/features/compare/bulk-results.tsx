import { useMemo, useState } from "react";
import { Chip } from "../../components/controls/chip.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Empty, Failure } from "../../components/controls/states.tsx";
import { ColumnMenu } from "../../components/table/column-menu.tsx";
import { type Column, VirtualTable } from "../../components/table/virtual-table.tsx";
import type { ExportSource } from "../../model/export-source.ts";
import { formatCount, plural } from "../../model/format.ts";
import type { SortState } from "../../model/tables/table-layout.ts";
import { usePublish } from "../../state/publish.ts";
import { type BulkRun, useBulkRun } from "./bulk-run.ts";
import { comparison, lookAtPair } from "./comparison-store.ts";
import { LARGEST_MATRIX, MatrixView } from "./matrix.tsx";
import type { BulkItem } from "./model/bulk-items.ts";
import { matrixOf } from "./model/matrix-order.ts";
import { MEASURE_GROUPS, type Measure, shownMeasure } from "./model/measures.ts";
import type { ComparedPair } from "./model/pair-rows.ts";
import { listPairs, MEASURES } from "./model/pair-rows.ts";
import "./compare.css";

interface BulkResultsProps {
  readonly onOpen: (left: BulkItem, right: BulkItem) => void;
}

const SHAPES = { list: "List", matrix: "Matrix" } as const;

const MATRIX = { name: "compare.matrix", title: "the matrix", isUsual: true };

const PAIRS = { name: "compare.pairs", title: "the pairs", isUsual: true };

/** Every compared pair as a list or a square; failed ones say why, with their lines. */
export function BulkResults({ onOpen }: BulkResultsProps) {
  const { items, rows, phase, error, mode } = useBulkRun();
  const { threshold } = comparison.use();
  const [shape, setShape] = useState<keyof typeof SHAPES>("list");
  const isSquare = mode === "all" && items.length <= LARGEST_MATRIX;
  const isMatrix = shape === "matrix" && isSquare;
  useOfferPairs(isMatrix ? "matrix" : "list");
  usePublish({ table: rows.length === 0 ? null : isMatrix ? MATRIX : PAIRS });
  const failed = useMemo(() => rows.filter(({ metrics }) => !metrics), [rows]);
  if (phase === "failed") return <Failure error={error} doing="Comparing" />;
  if (rows.length === 0)
    return <Empty>Choose items on the left; each compared pair will appear here.</Empty>;
  const open = (left: number, right: number) => {
    const [first, second] = [items[left], items[right]];
    if (first && second) onOpen(first, second);
  };
  const close = rows.filter(({ metrics }) => (metrics?.cosineSimilarity ?? 0) >= threshold).length;
  return (
    <div className="results-body column grow">
      <p className="muted figures" role="status">
        {plural(rows.length - failed.length, "pair")}, {formatCount(close)} of them close by your
        threshold of {threshold.toFixed(2)}
      </p>
      {mode === "all" &&
        (isSquare ? (
          <Choice label="Shown as" isBare options={SHAPES} value={shape} onChange={setShape} />
        ) : (
          <p className="muted">
            {formatCount(items.length)} items are too many for a matrix on screen (at most{" "}
            {LARGEST_MATRIX}), so the pairs are listed.
          </p>
        ))}
      {isMatrix ? (
        <MatrixView items={items} rows={rows} onOpen={open} />
      ) : (
        <PairList items={items} onOpen={open} />
      )}
      {failed.length > 0 && <FailedPairs items={items} failed={failed} />}
    </div>
  );
}

interface PairListProps {
  readonly items: readonly BulkItem[];
  readonly onOpen: (left: number, right: number) => void;
}

/** The list with what narrows it: a search in both sides, and the line for close. */
function PairList({ items, onOpen }: PairListProps) {
  const { rows } = useBulkRun();
  const { threshold } = comparison.use();
  const [search, setSearch] = useState("");
  const [onlyClose, setOnlyClose] = useState(false);
  const [sort, setSort] = useState<SortState>({
    column: "cosineSimilarity",
    direction: "descending",
  });
  const least = onlyClose ? threshold : null;
  const listed = useMemo(
    () => listPairs(rows, items, { search, least }, sort),
    [rows, items, search, least, sort],
  );
  return (
    <div className="column grow">
      <div className="row gap-1-2 wrap">
        <input
          type="search"
          className="pair-search grow"
          aria-label="Find among the pairs"
          placeholder="Find among the pairs"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Chip isOn={onlyClose} onPress={() => setOnlyClose(!onlyClose)}>
          Only close
        </Chip>
        <ColumnMenu name={PAIR_TABLE} columns={pairColumns(items)} />
      </div>
      {(onlyClose || search !== "") && (
        <p className="muted figures" role="status">
          {formatCount(listed.length)} of {plural(rows.length, "pair")} listed
        </p>
      )}
      {listed.length === 0 ? (
        <Empty>No pair fits. Clear the search, or switch “Only close” off.</Empty>
      ) : (
        <PairTable items={items} rows={listed} sort={sort} onSort={setSort} onOpen={onOpen} />
      )}
    </div>
  );
}

const SHOWN = 50;

interface FailedPairsProps {
  readonly items: readonly BulkItem[];
  readonly failed: readonly ComparedPair[];
}

/** Pairs without measures, with the lines they stand in and the reason. */
function FailedPairs({ items, failed }: FailedPairsProps) {
  return (
    <details>
      <summary>{plural(failed.length, "pair")} could not be compared</summary>
      <ul className="scroll" style={{ maxHeight: 160 }}>
        {failed.slice(0, SHOWN).map(({ left, right, error }) => (
          <li key={`${left} ${right}`}>
            {linesOf(items, left, right)}: {error}
          </li>
        ))}
      </ul>
      {failed.length > SHOWN && (
        <p className="muted">The export lists all {formatCount(failed.length)}.</p>
      )}
    </details>
  );
}

function linesOf(items: readonly BulkItem[], left: number, right: number): string {
  const lines = [items[left]?.line ?? 0, items[right]?.line ?? 0].filter((line) => line > 0);
  return `Line ${[...new Set(lines)].join(" and line ")}`;
}

interface PairTableProps {
  readonly items: readonly BulkItem[];
  readonly rows: readonly ComparedPair[];
  readonly sort: SortState;
  readonly onSort: (sort: SortState) => void;
  readonly onOpen: (left: number, right: number) => void;
}

const PAIR_TABLE = "compared pairs";

/** Compared pairs; those above the line are marked, the one under the pointer is shown on the map. */
function PairTable({ items, rows, sort, onSort, onOpen }: PairTableProps) {
  const { threshold } = comparison.use();
  return (
    <div className="bulk-table">
      <VirtualTable
        label="Compared pairs"
        name={PAIR_TABLE}
        columns={pairColumns(items)}
        rows={rows}
        idOf={({ left, right }) => `${left} ${right}`}
        sort={sort}
        onSort={onSort}
        onOpen={({ left, right }) => onOpen(left, right)}
        onHover={(row) => row && lookAtPair([row.left, row.right])}
        isMarked={({ metrics }) => (metrics?.cosineSimilarity ?? 0) >= threshold}
      />
    </div>
  );
}

/** Shown at first; the others stand in the menu of columns. */
const USUAL: readonly string[] = ["cosineSimilarity", "overlappingAll"];

function pairColumns(items: readonly BulkItem[]): Column<ComparedPair>[] {
  const side = (id: "left" | "right", title: string): Column<ComparedPair> => ({
    id,
    title,
    track: "minmax(72px, 1fr)",
    canSort: true,
    isFixed: true,
    cell: (pair) => <span dir="auto">{items[pair[id]]?.typed}</span>,
  });
  const measures = MEASURE_GROUPS.flatMap((group) => group.measures);
  return [side("left", "First"), side("right", "Second"), ...measures.map(measureColumn)];
}

function measureColumn(measure: Measure): Column<ComparedPair> {
  return {
    id: measure.id,
    title: measure.id === "overlappingAll" ? "Cells" : measure.title,
    hint: measure.title,
    track: "64px",
    align: "end",
    canSort: true,
    ...(USUAL.includes(measure.id) ? {} : { isHiddenAtFirst: true }),
    cell: ({ metrics }) => shownMeasure(measure, metrics?.[measure.id] ?? 0),
  };
}

/** What the person looks at is what is saved: the long table of all measures, or the square of cosines. */
function useOfferPairs(shape: "list" | "matrix"): void {
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
const longTable = ({ items, rows }: BulkRun) => ({
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
function squareTable({ items, rows }: BulkRun) {
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
