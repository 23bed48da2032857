import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { CollectionQuery } from "../../../core/api/schema/collection-types.ts";
import { type CollectionRow, rowsQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Answer, Empty, Failure } from "../../components/controls/states.tsx";
import { VirtualTable } from "../../components/table/virtual-table.tsx";
import type { Look } from "../../model/collection/look.ts";
import { plural } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import {
  changeLook,
  keepCategory,
  restrict,
  showAll,
  useIsUnderHand,
} from "../../state/collection/collection-look.ts";
import { filters } from "../../state/filters/filter-store.ts";
import { usePublish } from "../../state/publish.ts";
import { giveExamples, labelRows, type Mark } from "./label-rows.ts";
import { categoryName } from "./model/category-name.ts";
import { soughtWords } from "./model/text-parts.ts";
import { linesOf } from "./model/truth.ts";
import { RowCard } from "./row-card.tsx";
import { followRows, selectNext, selectRows, showRow, useRowDesk } from "./row-desk.ts";
import { MoreRows, sortBy, sortStateOf, useRowColumns } from "./rows-table.tsx";
import { UnderMap } from "./under-map.tsx";
import type { OpenCollection } from "./use-collection.ts";
import "./rows.css";

/** The texts with their columns; one opens as a card below. */
export function RowsLens({ open }: { readonly open: OpenCollection }) {
  const { info, look, query } = open;
  const { result, rows, total } = useRows(info.name, query, look.sort);
  const lines = useMemo(() => linesOf(info.scores, look), [info.scores, look]);
  const sought = useMemo(() => soughtWords(look.restrictions), [look.restrictions]);
  const columns = useRowColumns(info, {
    sought,
    hasCloseness: query.like !== undefined,
    category: look.lens === "categories" ? (look.category ?? "") : "",
    lines: look.lens === "categories" && lines.size > 0 ? lines : null,
  });
  const { selection, card } = useRowDesk();
  useEffect(() => followRows(rows), [rows]);
  const name = `collection ${info.name}`;
  const isBrushed = useIsUnderHand();
  const isStale = result.isPlaceholderData || isBrushed;
  const sort = sortStateOf(look);
  const rowCard = card && <RowCard key={card.id} open={open} row={card} sought={sought} />;
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
            {query.like === undefined ? "Order as in the file" : "Most similar first"}
          </Button>
        )}
      </div>
      <Answer query={result} doing="Reading the rows" waiting="Reading the rows" />
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
      {rowCard && <UnderMap otherwise={rowCard}>{rowCard}</UnderMap>}
    </div>
  );
}

function NothingPasses({ isEmpty }: { readonly isEmpty: boolean }) {
  if (isEmpty) return <Empty title="No row yet">Rows appear here as they are read.</Empty>;
  return (
    <Empty title="No rows match">
      <p>No rows match. Remove a restriction above, or show all rows.</p>
      <Button size="small" onPress={showAll}>
        Show all rows
      </Button>
    </Empty>
  );
}

interface ChosenBarProps {
  readonly open: OpenCollection;
  readonly rows: readonly CollectionRow[];
}

/** What can be done with the chosen rows, by button and by key. */
function ChosenBar({ open: { info, look }, rows }: ChosenBarProps) {
  const { category = "" } = look;
  const known = filters.use();
  // Labelling begins without a name: one is proposed, and can be changed at any time.
  const named =
    category === ""
      ? categoryName(look.restrictions, [
          ...info.labels.map(({ filter }) => filter),
          ...info.scores,
          ...known.map(({ name }) => name),
        ])
      : category;
  const { selection } = useRowDesk();
  const [problem, setProblem] = useState<unknown>(null);
  const chosen = rows.filter(({ id }) => selection.chosen.has(id));
  usePublish({
    texts: useMemo(() => {
      const texts = rows.filter(({ id }) => selection.chosen.has(id)).map(({ text }) => text);
      const name = category === "" ? `${info.name}, chosen rows` : category;
      return texts.length === 0 ? null : { name, texts, collection: info.name };
    }, [rows, selection, category, info.name]),
  });
  const label = (belongs: Mark) => {
    setProblem(null);
    if (category === "") keepCategory(named);
    labelRows(info.name, named, chosen, belongs).catch(setProblem);
    if (chosen.length === 1 && belongs !== null) selectNext(rows);
  };
  const because = chosen.length === 0 ? "No row is chosen" : null;
  useRegisterActions([
    action("y", `Label the chosen rows: matches ${named}`, () => label(true), because),
    action("n", `Label the chosen rows: does not match ${named}`, () => label(false), because),
    action("u", `Remove the label of the chosen rows`, () => label(null), because),
  ]);
  if (problem !== null)
    return (
      <Failure error={problem} doing="Labelling">
        <Button size="small" onPress={() => setProblem(null)}>
          Close
        </Button>
      </Failure>
    );
  if (chosen.length === 0)
    return <p className="rows-hint muted grow">Choose rows to label them or to create a filter.</p>;
  return (
    <div className="chosen-bar row gap-1-2 wrap grow" role="toolbar" aria-label="Chosen rows">
      <span className="figures">{plural(chosen.length, "row")} chosen</span>
      <Button size="small" onPress={() => label(true)}>
        {category === "" ? `Matches “${named}”` : "Matches"} <kbd>Y</kbd>
      </Button>
      <Button size="small" onPress={() => label(false)}>
        Does not <kbd>N</kbd>
      </Button>
      {chosen.length > 1 && (
        <>
          <Button
            size="small"
            tone="quiet"
            onPress={() =>
              restrict({
                kind: "rows",
                ids: chosen.map(({ id }) => id),
                label: `${plural(chosen.length, "chosen row")}`,
              })
            }
          >
            Only these
          </Button>
          <Button
            size="small"
            tone="quiet"
            onPress={() =>
              giveExamples(
                category === "" ? `${info.name}, chosen rows` : category,
                { positive: chosen.map(({ text }) => text), negative: [] },
                info.name,
              )
            }
          >
            Create filter
          </Button>
        </>
      )}
    </div>
  );
}

const action = (keys: string, title: string, run: () => void, disabledBecause: string | null) => ({
  id: `collection.label-${keys}`,
  title,
  group: "Collection",
  keys,
  keysOn: "rows" as const,
  run,
  disabledBecause,
});

const PAGE = 100;

/** The service pages no further; an export has every row. */
const DEEPEST = 10_000;

/** Rows of a query page by page, in the order asked for. */
function useRows(name: string, query: CollectionQuery, sort: Look["sort"]) {
  const first = rowsQuery(name, { query, sort, offset: 0, limit: PAGE });
  const result = useInfiniteQuery({
    queryKey: [...first.queryKey, "pages"],
    initialPageParam: 0,
    queryFn: ({ pageParam, ...context }) => {
      const page = rowsQuery(name, { query, sort, offset: pageParam, limit: PAGE });
      return page.queryFn!({ ...context, queryKey: page.queryKey } as never);
    },
    getNextPageParam: (last, pages) => {
      const next = pages.length * PAGE;
      return next < Math.min(last.total, DEEPEST) ? next : undefined;
    },
    placeholderData: keepPreviousData,
  });
  const { data } = result;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  return { result, rows, total: data?.pages[0]?.total ?? 0 };
}
