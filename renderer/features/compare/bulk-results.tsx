import { useMemo, useState } from "react";
import { Chip } from "../../components/controls/chip.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Empty, Failure } from "../../components/controls/states.tsx";
import { ColumnMenu } from "../../components/table/column-menu.tsx";
import { formatCount, plural } from "../../model/format.ts";
import type { SortState } from "../../model/tables/sort-state.ts";
import { usePublish } from "../../state/publish.ts";
import { useBulkRun } from "./bulk-run.ts";
import { comparison } from "./comparison-store.ts";
import { FailedPairs } from "./failed-pairs.tsx";
import { LARGEST_MATRIX, MatrixView } from "./matrix.tsx";
import type { BulkItem } from "./model/bulk-items.ts";
import { listPairs } from "./model/pair-rows.ts";
import { PAIR_TABLE, PairTable, pairColumns } from "./pair-table.tsx";
import { useOfferPairs } from "./use-offer-pairs.ts";
import "./bulk.css";

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
