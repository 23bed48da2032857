import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import { withSparsity } from "../../../../core/expression/ast.ts";
import { type ContractRequest, printContract } from "../../../../core/expression/print-json.ts";
import { pathName, walk } from "../../../../core/expression/walk.ts";
import type { RetinaStamp } from "../../../../core/workspace/cells.ts";
import { cellQuery, termQuery } from "../../../api/map-queries.ts";
import { queryClient } from "../../../api/query-client.ts";
import { Button, IconButton } from "../../../components/controls/button.tsx";
import { ActionMenu, MenuTrigger } from "../../../components/controls/menu.tsx";
import { Empty } from "../../../components/controls/states.tsx";
import { copyText } from "../../../components/files/download.ts";
import { putFingerprint } from "../../../components/sharing/drag-payload.ts";
import { VirtualTable } from "../../../components/table/virtual-table.tsx";
import { makeFingerprint } from "../../../model/fingerprint.ts";
import { formatCount, plural } from "../../../model/format.ts";
import { type Sense, senseLooks } from "../../../model/sense-colours.ts";
import type { SortState } from "../../../model/tables/table-layout.ts";
import { NO_SELECTION } from "../../../model/tables/virtual-window.ts";
import { undoableToast } from "../../../state/edits.ts";
import { useHover, useTermHover } from "../../../state/hover.ts";
import { exploreTerm, openWith } from "../../../state/open-with.ts";
import { pins } from "../../../state/pins.ts";
import { usePublish } from "../../../state/publish.ts";
import { useRetina } from "../../../state/retina.ts";
import { toast } from "../../../state/toasts.ts";
import { useEvaluatedSubject, useSubjectTree } from "../../../state/use-subject.ts";
import { subtractTerms } from "../edit-subject.ts";
import { sensesExplained } from "../model/explain-senses.ts";
import { type SortColumn, similar } from "../similar-state.ts";
import { AboutTerm } from "./about-term.tsx";
import { type SimilarRow, similarColumns } from "./similar-columns.tsx";
import { useSimilarTerms } from "./use-similar-terms.ts";
import { useChance, useWhyNear } from "./why-near.ts";

/** Terms by falling overlap; opening one walks there. */
export function TermList() {
  const terms = useSimilarTerms();
  const { first, state, query } = terms;
  const [selection, setSelection] = useState(NO_SELECTION);
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen rows belong to one query
  useEffect(() => setSelection(NO_SELECTION), [query]);
  const rows = useMemo(
    () => (state.isGrouped ? bySense(terms.rows) : terms.rows),
    [terms.rows, state.isGrouped],
  );
  useSimilarExport(terms, rows, selection.chosen);
  const isWhyOpen = useWhyNear(({ isOpen }) => isOpen);
  const chosen = rows.filter(({ term }) => selection.chosen.has(term));
  const only = chosen.length === 1 ? chosen[0]?.term : undefined;
  if (!first || rows.length === 0) return <NoRows />;
  return (
    <>
      <TermTable rows={rows} selection={selection} onSelect={setSelection} />
      {isWhyOpen && only !== undefined && <AboutTerm key={query} term={only} />}
      <SelectionBar chosen={chosen} />
    </>
  );
}

/** Rows of one sense together, the strongest sense first; the order inside a sense stays. */
export function bySense(rows: readonly SimilarRow[]): readonly SimilarRow[] {
  const placeOf = ({ contextId }: SimilarRow) => contextId ?? Number.POSITIVE_INFINITY;
  return rows.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}

const NO_SENSES: readonly Sense[] = [];

interface TermTableProps {
  readonly rows: readonly SimilarRow[];
  readonly selection: typeof NO_SELECTION;
  readonly onSelect: (selection: typeof NO_SELECTION) => void;
}

function TermTable({ rows, selection, onSelect }: TermTableProps) {
  const { result, first, state, retina, positions } = useSimilarTerms();
  const client = useQueryClient();
  const hover = useTermHover();
  const atCell = useTermsAtCell();
  const chance = useChance();
  const mark = chance && positions.length > 0 ? chance.p999 / positions.length : undefined;
  const senses = first?.contexts ?? NO_SENSES;
  const columns = useMemo(() => similarColumns(senseLooks(senses), mark), [mark, senses]);
  const left = (first?.passed ?? 0) - rows.length;
  return (
    <VirtualTable
      name="similar"
      label="Similar terms"
      columns={columns}
      rows={rows}
      idOf={({ term }) => term}
      sort={{
        column: state.sort.column,
        direction: state.sort.isAscending ? "ascending" : "descending",
      }}
      onSort={sortBy}
      selection={selection}
      onSelect={onSelect}
      onOpen={({ term }) => exploreTerm(term)}
      onHover={(row) => hover(row?.term ?? null)}
      isMarked={({ term }) => atCell.has(term)}
      onNearEnd={() => {
        if (result.hasNextPage && !result.isFetching) void result.fetchNextPage();
      }}
      onDragStart={({ term }, transfer) => {
        const known = retina && client.getQueryData(termQuery(retina.name, term).queryKey);
        if (!retina || !known) return;
        const { positions } = known;
        putFingerprint(
          transfer,
          makeFingerprint({ label: term, source: { term }, positions, retina }),
        );
      }}
      footer={
        left > 0 && <p className="similar-more muted figures">{formatCount(left)} more below…</p>
      }
    />
  );
}

function sortBy({ column, direction }: SortState): void {
  similar.edit(`Sort by ${column}`, (before) => ({
    ...before,
    sort: { column: column as SortColumn, isAscending: direction === "ascending" },
  }));
}

/** Terms that live at the cell under the pointer on the map. */
function useTermsAtCell(): ReadonlySet<string> {
  const { retina } = useSimilarTerms();
  const cell = useHover((hover) => hover.cell);
  const { data } = useQuery({
    ...cellQuery(retina?.name ?? "", Math.max(0, cell)),
    enabled: retina !== null && cell >= 0,
  });
  return useMemo(() => new Set(cell < 0 ? [] : data?.terms.map(({ term }) => term)), [cell, data]);
}

function NoRows() {
  const { expression, positions, first, isBlocked, isStale } = useSimilarTerms();
  if (!expression)
    return <Empty>Similar terms appear here, with the number of cells they share.</Empty>;
  if (isBlocked)
    return (
      <Empty>
        A part of the expression has no cells, so no terms can be listed. See the left panel.
      </Empty>
    );
  if (first) return null;
  if (positions.length === 0 && !isStale)
    return <Empty>No cells left, so there are no similar terms.</Empty>;
  return null;
}

type SimilarTerms = ReturnType<typeof useSimilarTerms>;

/** The list as a file: the chosen rows, or all that are loaded, with query and filters noted. */
function useSimilarExport(
  { expression, label, first, retina, state, sense }: SimilarTerms,
  rows: readonly SimilarRow[],
  chosen: ReadonlySet<string>,
): void {
  const contract = useContract();
  usePublish({
    exports: useMemo(() => {
      const sparsity = contract?.sparsity === undefined ? {} : { sparsity: contract.sparsity };
      if (!expression || !first || rows.length === 0) return null;
      const listed = chosen.size > 1 ? rows.filter(({ term }) => chosen.has(term)) : rows;
      return {
        name: label,
        settings: {
          query: JSON.stringify(expression),
          ...sparsity,
          kind: state.pos ?? "any",
          "minimum overlap": state.least ?? 0,
          sense: sense?.label ?? "all",
          order: `${state.sort.column}, ${state.sort.isAscending ? "ascending" : "descending"}`,
          rows: `${listed.length} of ${first.passed}${chosen.size > 1 ? " (chosen)" : ""}`,
        },
        table: () => tableOf(listed, first.contexts),
        json: () => contract?.expression ?? expression,
        explanation: () => sensesExplained(first.contexts),
        ...(contract
          ? {
              request: {
                name: "expressions.similar" as const,
                args: {
                  body: contract.expression,
                  ...(retina ? { retina_name: retina.name } : {}),
                  ...sparsity,
                  max_results: listed.length,
                },
              },
            }
          : {}),
      };
    }, [expression, label, first, retina, rows, chosen, state, sense, contract]),
  });
}

const COLUMNS = [
  "rank",
  "term",
  "shared cells",
  "share of query",
  "share of term",
  "document frequency",
  "parts of speech",
  "sense",
];

function tableOf(
  rows: readonly SimilarRow[],
  senses: readonly { readonly id: number; readonly label: string }[],
) {
  const labels = new Map(senses.map(({ id, label }) => [id, label]));
  return {
    columns: COLUMNS,
    rows: rows.map((row, index) => [
      index + 1,
      row.term,
      row.score,
      row.shareOfQuery,
      row.shareOfTerm,
      row.df,
      row.pos_types.join(" "),
      row.contextId === null ? "" : (labels.get(row.contextId) ?? ""),
    ]),
  };
}

/** What is evaluated now as the service takes it; null where a part has neither a form nor positions. */
function useContract(): ContractRequest | null {
  const { prepared, sparsity } = useSubjectTree();
  const { data } = useEvaluatedSubject();
  return useMemo(() => {
    const sent = prepared?.sent;
    if (!sent || !data) return null;
    const isThinned = sparsity < 1 && sent.sparsity === undefined;
    const places = new Map(data.trace.map(({ path, positions }) => [path, positions]));
    const paths = new Map([...walk(sent)].map(({ node, path }) => [node, pathName(sent, path)]));
    try {
      return printContract(isThinned ? withSparsity(sent, sparsity) : sent, (node) => {
        const positions = places.get(paths.get(node) ?? "nowhere");
        return positions && Uint16Array.from(positions);
      });
    } catch {
      return null;
    }
  }, [prepared, sparsity, data]);
}

/** What can be done with the chosen rows; its place is kept, so that choosing moves nothing. */
function SelectionBar({ chosen }: { readonly chosen: readonly SimilarRow[] }) {
  const retina = useRetina();
  const { expression } = useEvaluatedSubject();
  const isWhyOpen = useWhyNear(({ isOpen }) => isOpen);
  const terms = chosen.map(({ term }) => term);
  const count = plural(terms.length, "term");
  if (terms.length === 0 || !retina)
    return (
      <footer className="selection-bar muted">
        Shift or Ctrl selects more, Enter opens the term
      </footer>
    );
  return (
    <section className="selection-bar" aria-label={`${count} chosen`}>
      <Button size="small" onPress={() => openWith("explore", [anyOf(terms)])}>
        Or {count}
      </Button>
      {terms.length > 1 && (
        <Button size="small" onPress={() => openWith("explore", [{ and: terms.map(termOf) }])}>
          And
        </Button>
      )}
      {expression && (
        <Button size="small" onPress={() => subtractTerms(terms)}>
          Subtract {terms.length === 1 ? "it" : "them"}
        </Button>
      )}
      <Button size="small" onPress={() => void pinTerms(terms, retina)}>
        Pin
      </Button>
      {terms.length === 1 && (
        <Button
          size="small"
          tone="quiet"
          aria-expanded={isWhyOpen}
          onPress={() => useWhyNear.setState({ isOpen: !isWhyOpen })}
        >
          About it
        </Button>
      )}
      <MoreMenu terms={terms} count={count} expression={expression} />
    </section>
  );
}

const termOf = (term: string): ExpressionJson => ({ term });

const anyOf = (terms: readonly string[]): ExpressionJson => {
  const [only] = terms;
  return terms.length === 1 && only !== undefined ? { term: only } : { or: terms.map(termOf) };
};

interface MoreMenuProps {
  readonly terms: readonly string[];
  readonly count: string;
  readonly expression: ExpressionJson | null;
}

function MoreMenu({ terms, count, expression }: MoreMenuProps) {
  const copy = async () => {
    const isDone = await copyText(terms.join("\n"));
    toast(isDone ? `Copied ${count}` : "The system did not allow copying.");
  };
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} isSmall label={`More for ${count}`} />
      <ActionMenu
        label="Chosen terms"
        groups={[
          {
            entries: [
              { id: "copy", label: `Copy ${count}`, run: () => void copy() },
              {
                id: "examples",
                label: `Use ${count} as filter examples`,
                run: () =>
                  openWith(
                    "filters",
                    terms.map((term) => ({ text: term })),
                  ),
              },
              {
                id: "compare",
                label: "Compare with the query",
                disabledBecause: expression ? null : "There is no query",
                run: () => expression && openWith("compare", [expression, anyOf(terms)]),
              },
            ],
          },
        ]}
      />
    </MenuTrigger>
  );
}

/** Several pins are one step of undo. */
async function pinTerms(terms: readonly string[], retina: RetinaStamp): Promise<void> {
  const found = await Promise.all(
    terms.map((term) => queryClient.fetchQuery(termQuery(retina.name, term))),
  );
  const made = found.map(({ term, positions }) =>
    makeFingerprint({ label: term, source: { term }, positions, retina }),
  );
  const label = plural(terms.length, "term");
  pins.edit(`Pin ${label}`, (before) => [...before, ...made]);
  undoableToast(`Pinned ${label}`);
}
