import { useEffect, useMemo } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { ColumnMenu } from "../../components/table/column-menu.tsx";
import { VirtualTable } from "../../components/table/virtual-table.tsx";
import { changeLook, showAll, useIsUnderHand } from "../../state/collection/collection-look.ts";
import { ChosenBar } from "./chosen-bar.tsx";
import { soughtWords } from "./model/text-parts.ts";
import { RowCard } from "./row-card.tsx";
import { followRows, selectRows, showRow, useRowDesk } from "./row-desk.ts";
import { MoreRows, sortBy, sortStateOf, useRowColumns } from "./rows-table.tsx";
import { useLines } from "./score-table.tsx";
import type { OpenCollection } from "./use-collection.ts";
import { DEEPEST, useRows } from "./use-rows.ts";
import "./rows.css";

/** The texts with their columns; one opens as a card below. */
export function RowsLens({ open }: { readonly open: OpenCollection }) {
  const { info, look, query } = open;
  const { result, rows, total } = useRows(info.name, query, look.sort);
  const lines = useLines(open);
  const sought = useMemo(() => soughtWords(look.restrictions), [look.restrictions]);
  const columns = useRowColumns(info, {
    sought,
    hasCloseness: query.like !== undefined,
    category: look.lens === "labels" ? (look.category ?? "") : "",
    lines: look.lens === "scores" && lines.size > 0 ? lines : null,
  });
  const { selection, card } = useRowDesk();
  useEffect(() => followRows(rows), [rows]);
  const name = `collection ${info.name}`;
  const isBrushed = useIsUnderHand();
  const isStale = result.isPlaceholderData || isBrushed;
  const sort = sortStateOf(look);
  return (
    <div className="rows-lens" data-stale={isStale || undefined}>
      <div className="rows-tools row at-end fixed">
        <ChosenBar open={open} rows={rows} />
        {look.sort !== null && (
          <Button
            size="small"
            tone="quiet"
            onPress={() => changeLook("Usual order of rows", { sort: null })}
          >
            {query.like === undefined ? "Order as in the file" : "Closest first"}
          </Button>
        )}
        <ColumnMenu name={name} columns={columns} />
      </div>
      {result.isError && (
        <Failure
          error={result.error}
          doing="Reading the rows"
          onRetry={() => void result.refetch()}
        />
      )}
      {result.isFetching && <Loading label="Reading the rows" />}
      {result.data && total === 0 ? (
        <NothingPasses isEmpty={info.rows === 0} />
      ) : (
        <VirtualTable
          name={name}
          label="Rows"
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          {...(sort ? { sort } : {})}
          onSort={sortBy}
          selection={selection}
          onSelect={(next) => selectRows(next, rows)}
          onOpen={showRow}
          onNearEnd={() => {
            if (result.hasNextPage && !result.isFetching) void result.fetchNextPage();
          }}
          isMarked={({ id }) => id === card?.id}
          footer={<MoreRows shown={rows.length} total={total} deepest={DEEPEST} />}
        />
      )}
      {card && <RowCard key={card.id} open={open} row={card} sought={sought} />}
    </div>
  );
}

function NothingPasses({ isEmpty }: { readonly isEmpty: boolean }) {
  if (isEmpty) return <Empty title="No row yet">Rows appear here as they are read.</Empty>;
  return (
    <Empty title="No row passes">
      <p>No text fulfils all restrictions together. Take one away above, or all of them.</p>
      <Button size="small" onPress={showAll}>
        Show all rows
      </Button>
    </Empty>
  );
}
