import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { CollectionRow } from "../../api/collection-queries.ts";
import { rowsQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { IconButton } from "../../components/controls/icon-button.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { formatScore } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { MarkedParts } from "./marked-line.tsx";
import { lineParts, partsOf } from "./model/text-parts.ts";
import { openOrSay } from "./open-or-say.ts";
import { RowDecisions } from "./row-decisions.tsx";
import { closeRow, showRow } from "./row-desk.ts";
import { valueText } from "./rows-table.tsx";
import { searchLike } from "./search-like.ts";
import type { OpenCollection } from "./use-collection.ts";

interface RowCardProps {
  readonly open: OpenCollection;
  readonly row: CollectionRow;
  readonly sought: readonly (readonly string[])[];
}

/** One text whole, with its columns and the texts closest to it; the map shows its cells. */
export function RowCard({ open, row, sought }: RowCardProps) {
  const { info } = open;
  const like = () => openOrSay(searchLike(info, { text: row.text }, `row ${row.id}`));
  useRegisterActions([
    {
      id: "collection.close-card",
      title: "Close the card of the row",
      group: "Collection",
      run: closeRow,
    },
    {
      id: "collection.like-row",
      title: "Search for texts like this row",
      group: "Collection",
      run: like,
    },
  ]);
  return (
    <section className="row-card column fixed scroll" aria-label="Row">
      <header className="row gap-3 wrap">
        <h3 className="figures">{row.id}</h3>
        <dl className="row wrap fine muted">
          {info.columns.map(({ name }, index) => {
            const value = valueText(row.values[index] ?? null);
            return value === "" ? null : (
              <div className="row gap-1" key={name}>
                <dt>{name}</dt>
                <dd className="clip" dir="auto">
                  {value}
                </dd>
              </div>
            );
          })}
        </dl>
        {row.size > 0 && (
          <Button size="small" onPress={like}>
            Search for texts like this
          </Button>
        )}
        <IconButton icon={X} isSmall label="Close the card" onPress={closeRow} />
      </header>
      <div className="row-card-body">
        <p className="row-card-text prose" dir="auto">
          <MarkedParts parts={partsOf(row.text, sought)} />
        </p>
        {row.size > 0 && open.look.lens === "scores" && <RowDecisions open={open} row={row} />}
        {row.size > 0 && open.look.lens !== "scores" && <Closest name={info.name} row={row} />}
      </div>
    </section>
  );
}

const CLOSEST = 8;
/** Texts this close say nearly the same. */
const COPY = 0.85;

function Closest({ name, row }: { readonly name: string; readonly row: CollectionRow }) {
  const { data, error, isFetching, refetch } = useQuery(
    rowsQuery(name, {
      query: { like: { text: row.text } },
      sort: null,
      offset: 0,
      limit: CLOSEST + 1,
    }),
  );
  const others = data?.rows.filter(({ id }) => id !== row.id).slice(0, CLOSEST) ?? [];
  return (
    <div className="row-card-closest">
      <h3>Closest rows</h3>
      {isFetching && <Loading label="Finding the closest rows" />}
      {error && (
        <Failure error={error} doing="Finding the closest rows" onRetry={() => void refetch()} />
      )}
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <button className="row fine pick" type="button" onClick={() => showRow(other)}>
              <span className="figures">{formatScore(other.score ?? 0)}</span>
              <span className="clip">
                {(other.score ?? 0) >= COPY && <em>near copy </em>}
                <MarkedParts parts={lineParts(other.text, [])} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
