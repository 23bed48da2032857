import { type Column, VirtualTable } from "../../components/table/virtual-table.tsx";
import type { SortState } from "../../model/tables/sort-state.ts";
import { lookAtPair } from "./compare-desk.ts";
import { comparison } from "./comparison-store.ts";
import type { BulkItem } from "./model/bulk-items.ts";
import type { ComparedPair } from "./model/compared-pair.ts";
import { MEASURE_GROUPS, type Measure, shownMeasure } from "./model/measures.ts";

interface PairTableProps {
  readonly items: readonly BulkItem[];
  readonly rows: readonly ComparedPair[];
  readonly sort: SortState;
  readonly onSort: (sort: SortState) => void;
  readonly onOpen: (left: number, right: number) => void;
}

export const PAIR_TABLE = "compared pairs";

/** Compared pairs; those above the line are marked, the one under the pointer is shown on the map. */
export function PairTable({ items, rows, sort, onSort, onOpen }: PairTableProps) {
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

export function pairColumns(items: readonly BulkItem[]): Column<ComparedPair>[] {
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
