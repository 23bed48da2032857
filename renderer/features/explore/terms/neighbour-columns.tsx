import { useMemo } from "react";
import { Button } from "../../../components/controls/button.tsx";
import { Choice } from "../../../components/controls/choice.tsx";
import { Empty, Failure, Loading } from "../../../components/controls/states.tsx";
import { TermColumns } from "../../../components/terms/term-columns.tsx";
import { labelOf } from "../../../model/fingerprint.ts";
import { formatCount } from "../../../model/format.ts";
import { openWith } from "../../../state/open-with.ts";
import { usePublish } from "../../../state/publish.ts";
import { useTermHover } from "../../../state/use-term-hover.ts";
import { chipsOf } from "../model/term-filters.ts";
import { type ColumnKind, chooseArrangement, similar } from "../similar-state.ts";
import { type NeighbourColumn, useColumnTerms } from "./use-column-terms.ts";
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
        onOpen={(term) => openWith("explore", [{ term }])}
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
