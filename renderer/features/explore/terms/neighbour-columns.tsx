import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { exploreQuery } from "../../../api/subject-queries.ts";
import { Button } from "../../../components/controls/button.tsx";
import { Choice } from "../../../components/controls/choice.tsx";
import { Empty, Failure, Loading } from "../../../components/controls/states.tsx";
import { TermColumns } from "../../../components/terms/term-columns.tsx";
import type { ExploreFilters } from "../../../model/explore-filters.ts";
import { labelOf } from "../../../model/fingerprint.ts";
import { formatCount } from "../../../model/format.ts";
import type { ColourName } from "../../../model/map/layers.ts";
import { senseLooks } from "../../../model/sense-colours.ts";
import { useTermHover } from "../../../state/hover.ts";
import { exploreTerm } from "../../../state/open-with.ts";
import { usePublish } from "../../../state/publish.ts";
import { chipsOf } from "../model/term-filters.ts";
import { type ColumnKind, chooseArrangement, similar } from "../similar-state.ts";
import { useOperation } from "../subject-on-map.ts";
import type { SimilarRow } from "./similar-columns.tsx";
import { useSimilarTerms } from "./use-similar-terms.ts";

const KINDS: Readonly<Record<ColumnKind, string>> = { parts: "Part", senses: "Sense" };

/** The nearest terms of each part or sense beside each other, in place of one average of them. */
export function NeighbourColumns() {
  const { kind, kinds, columns, results } = useColumnTerms();
  const hover = useTermHover();
  useColumnsExport(columns, kind);
  const failed = results.find(({ isError }) => isError);
  if (kind === undefined)
    return (
      <Empty title="Nothing to separate">
        <p>The query has one part and one sense, so one list shows everything.</p>
        <Button size="small" onPress={() => chooseArrangement("flat")}>
          Show one list
        </Button>
      </Empty>
    );
  return (
    <div className="neighbour-columns scroll stack gap-3 at-top grow">
      {kinds.length > 1 && (
        <Choice
          label="A column for each"
          options={KINDS}
          value={kind}
          onChange={(chosen) => chooseArrangement(chosen)}
        />
      )}
      {failed && (
        <Failure
          error={failed.error}
          doing="Finding similar terms"
          onRetry={() => void failed.refetch()}
        />
      )}
      {results.some(({ isFetching }) => isFetching) && <Loading label="Finding similar terms" />}
      <TermColumns
        label={`Near terms of each ${KINDS[kind].toLowerCase()}`}
        columns={columns.map(({ rows = [], ...column }) => ({
          ...column,
          empty: "No term passes.",
          terms: rows.map(({ term, score }) => ({
            term,
            title: `${formatCount(score)} shared cells; go to ${term}`,
          })),
        }))}
        onHover={hover}
        onOpen={exploreTerm}
      />
    </div>
  );
}

/** One table of all columns, with what each term stands under. */
function useColumnsExport(columns: readonly NeighbourColumn[], kind: ColumnKind | undefined): void {
  const { expression, retina } = useSimilarTerms();
  const { filters } = similar.use();
  const told = JSON.stringify(
    columns.map(({ title, rows = [] }) => [title, rows.map(({ term, score }) => [term, score])]),
  );
  usePublish({
    exports: useMemo(() => {
      if (!expression || !retina || kind === undefined) return null;
      const listed: [string, [string, number][]][] = JSON.parse(told);
      const chips = chipsOf(filters, undefined).map(({ label }) => label);
      return {
        name: `similar to the ${kind} of ${labelOf(expression, 40)}`,
        settings: {
          query: JSON.stringify(expression),
          retina: retina.name,
          filters: chips.length === 0 ? "none" : chips.join("; "),
        },
        table: () => ({
          columns: [KINDS[kind].toLowerCase(), "rank", "term", "shared cells"],
          rows: listed.flatMap(([title, terms]) =>
            terms.map(([term, score], place) => [title, place + 1, term, score]),
          ),
        }),
        json: () => expression,
      };
    }, [expression, retina, kind, told, filters]),
  });
}

/** Of each column. */
const LISTED = 20;

/** A column before its terms have come. */
interface Asked {
  readonly id: string;
  readonly title: string;
  readonly colour: ColourName;
  readonly letter?: string;
  readonly positions: readonly number[];
  /** Only terms of this sense of the query; undefined for all. */
  readonly contextId?: number;
}

interface NeighbourColumn extends Asked {
  /** Undefined until they have come. */
  readonly rows: readonly SimilarRow[] | undefined;
}

/** Near terms apart: of each sense of the query, or of each of its parts, with the filters in force. */
function useColumnTerms() {
  const { retina, first, positions, filters } = useSimilarTerms();
  const operands = useOperation()?.operands;
  const { columns: wanted } = similar.use();
  const senses = first?.contexts;
  const kinds: ColumnKind[] = [
    ...(operands ? (["parts"] as const) : []),
    ...(senses && senses.length > 1 ? (["senses"] as const) : []),
  ];
  const kind = kinds.find((each) => each === wanted) ?? kinds[0];
  const asked = useMemo(
    () => (kind === "parts" ? askParts(operands ?? []) : askSenses(senses ?? [], positions)),
    [kind, operands, senses, positions],
  );
  const results = useQueries({
    queries: asked.map(({ positions: cells, contextId }) => ({
      ...exploreQuery(retina?.name ?? "", cells, optionsOf(filters, contextId)),
      enabled: retina !== null && kind !== undefined && cells.length > 0,
      placeholderData: keepPreviousData,
    })),
  });
  const columns = asked.map(
    (column, place): NeighbourColumn => ({
      ...column,
      rows: column.positions.length === 0 ? [] : results[place]?.data?.rows,
    }),
  );
  return { kind, kinds, columns, results };
}

const optionsOf = (filters: ExploreFilters | undefined, contextId: number | undefined) => ({
  limit: LISTED,
  ...(filters ? { filters } : {}),
  ...(contextId === undefined ? {} : { contextId }),
});

type Part = { readonly label: string; readonly positions: readonly number[] };

/** Hues and letters are those of the senses in this view, so parts have none. */
const askParts = (parts: readonly Part[]): Asked[] =>
  parts.map(({ label, positions }, place) => ({
    id: `part ${place}`,
    title: label,
    colour: "text-3",
    positions,
  }));

function askSenses(
  senses: readonly (Part & { readonly id: number })[],
  positions: readonly number[],
): Asked[] {
  const looks = senseLooks(senses);
  return senses.map(({ id, label }) => ({
    id: `sense ${id}`,
    title: label,
    ...looks(id),
    positions,
    contextId: id,
  }));
}
