import { useMemo, useState } from "react";
import { Chip } from "../../components/controls/chip.tsx";
import { ColumnMenu } from "../../components/table/column-menu.tsx";
import { type Column, VirtualTable } from "../../components/table/virtual-table.tsx";
import type { ClassifyRun, ScoredText } from "../../model/filters/classification.ts";
import { decisionsExplained } from "../../model/filters/explain-filter.ts";
import { keyOf, keyOfText } from "../../model/filters/feed-lanes.ts";
import {
  claimantsOf,
  decisionWords,
  listRows,
  type Outcome,
  outcomeTest,
  resultSettings,
  resultTable,
  tallyOf,
} from "../../model/filters/result-rows.ts";
import { formatCount, formatScore } from "../../model/format.ts";
import type { SortState } from "../../model/tables/sort-state.ts";
import { NO_SELECTION, type Selection } from "../../model/tables/virtual-window.ts";
import { useClassifyRun } from "../../state/filters/classify-run.ts";
import { useFilterDesk } from "../../state/filters/filter-state.ts";
import { filters as filterStore } from "../../state/filters/filter-store.ts";
import { usePublish } from "../../state/publish.ts";
import { ChosenResults } from "./chosen-results.tsx";
import { useExampleHover } from "./use-example-hover.ts";

const RESULT_TABLE = "classified texts";
const CENTRE = { name: "filters.classified", title: "the classified texts", isUsual: true };

/** Every judged text with its decision and how close it was; "none" is a decision too. */
export function ClassifyResults() {
  const run = useClassifyRun();
  const { rows, texts, filters } = run;
  const wanted = useFilterDesk((desk) => desk.outcome);
  // What was looked at before may be of filters that have not judged this time.
  const isKnown = claimantsOf(wanted).every((name) => filters.some((each) => each.name === name));
  const outcome = isKnown ? wanted : "all";
  const [sort, setSort] = useState<SortState>({ column: "line", direction: "ascending" });
  const [selection, setSelection] = useState<Selection>(NO_SELECTION);
  const hover = useExampleHover();
  const listed = useMemo(
    () => listRows(rows, outcome, sort, filters),
    [rows, outcome, sort, filters],
  );
  const isExample = useIsExample(filters);
  const columns = useMemo(() => columnsFor(run, isExample), [run, isExample]);
  useOfferResults();
  usePublish({ table: CENTRE });
  const chosen = rows.filter(({ index }) => selection.chosen.has(String(index)));
  return (
    <>
      <div className="result-choices">
        <OutcomeChoice
          run={run}
          outcome={outcome}
          onChange={(next) => {
            useFilterDesk.setState({ outcome: next });
            setSelection(NO_SELECTION);
          }}
        />
        <ColumnMenu name={RESULT_TABLE} columns={columns} />
      </div>
      {listed.length === 0 ? (
        <p className="muted">No text has this result.</p>
      ) : (
        <div className="result-table">
          <VirtualTable
            label="Classified texts"
            name={RESULT_TABLE}
            columns={columns}
            rows={listed}
            idOf={({ index }) => String(index)}
            sort={sort}
            onSort={setSort}
            selection={selection}
            onSelect={setSelection}
            onHover={(row) => hover(row ? (texts[row.index]?.text ?? null) : null)}
          />
        </div>
      )}
      {chosen.length > 0 && <ChosenResults run={run} chosen={chosen} />}
    </>
  );
}

/** Texts that a filter was made of are no news: it knows them. */
function useIsExample(judged: ClassifyRun["filters"]): (text: string) => boolean {
  const all = filterStore.use();
  return useMemo(() => {
    const own = all.filter(({ id }) => judged.some((each) => each.id === id));
    const keys = new Set(own.flatMap(({ examples }) => examples.map(keyOf)));
    return (text) => keys.has(keyOfText(text));
  }, [all, judged]);
}

interface OutcomeChoiceProps {
  readonly run: ClassifyRun;
  readonly outcome: Outcome;
  readonly onChange: (outcome: Outcome) => void;
}

/** With more filters than this the outcomes stand in a list instead of side by side. */
const MOST_CHIPS = 5;

/** How many texts ended how; each outcome can be looked at alone. */
function OutcomeChoice({ run, outcome, onChange }: OutcomeChoiceProps) {
  const { rows, filters } = run;
  const tally = useMemo(() => tallyOf(rows), [rows]);
  const outcomes: readonly (readonly [Outcome, string, number])[] = [
    ["all", "All", rows.length],
    ...filters.map(({ name }) => [`filter ${name}`, name, tally.byFilter.get(name) ?? 0] as const),
    ["none", "None", tally.none],
    ...(filters.length > 1 ? [["several", "Several", tally.several] as const] : []),
    ["unknown", "No known word", tally.unknown],
    ...(outcome.startsWith("both ")
      ? [
          [
            outcome,
            claimantsOf(outcome).join(" and "),
            rows.filter(outcomeTest(outcome)).length,
          ] as const,
        ]
      : []),
  ];
  if (filters.length <= MOST_CHIPS)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame
      <div className="add-ways" role="group" aria-label="Which results to show">
        {outcomes.map(([id, name, count]) => (
          <Chip key={id} isOn={outcome === id} onPress={() => onChange(id)}>
            {name} {formatCount(count)}
          </Chip>
        ))}
      </div>
    );
  return (
    <select
      className="select"
      aria-label="Which results to show"
      value={outcome}
      onChange={({ currentTarget: { value } }) =>
        onChange(outcomes.find(([id]) => id === value)?.[0] ?? "all")
      }
    >
      {outcomes.map(([id, name, count]) => (
        <option key={id} value={id}>
          {name}: {formatCount(count)}
        </option>
      ))}
    </select>
  );
}

/** The scores of more filters than this are hidden at first; the menu of columns shows them. */
const MOST_SCORES = 1;

function columnsFor(
  { texts, filters }: ClassifyRun,
  isExample: (text: string) => boolean,
): Column<ScoredText>[] {
  const scores = filters.map(
    ({ name }, at): Column<ScoredText> => ({
      id: `score ${name}`,
      title: name,
      hint: `Cosine with ${name}; that of an example is higher than of a text it does not know`,
      track: "60px",
      align: "end",
      canSort: true,
      ...(filters.length > MOST_SCORES ? { isHiddenAtFirst: true } : {}),
      cell: (row) => {
        const score = row.scores[at];
        return score == null ? "–" : formatScore(score);
      },
    }),
  );
  return [
    {
      id: "line",
      title: "Line",
      track: "44px",
      align: "end",
      canSort: true,
      cell: ({ index }) => (
        <span className="muted">{formatCount(texts[index]?.line ?? index + 1)}</span>
      ),
    },
    {
      id: "text",
      title: "Text",
      track: "minmax(96px, 1fr)",
      cell: ({ index }) => <span dir="auto">{texts[index]?.text}</span>,
    },
    {
      id: "decision",
      title: "Decision",
      track: "92px",
      canSort: true,
      cell: (row) => (
        <span className={row.decisions.length === 0 ? "muted" : "decided"} dir="auto">
          {decisionWords(row)}
          {isExample(texts[row.index]?.text ?? "") && (
            <span className="muted is-example"> · example</span>
          )}
        </span>
      ),
    },
    {
      id: "margin",
      title: "Margin",
      hint: "Distance of the score to the threshold; small ones are doubtful",
      track: "48px",
      align: "end",
      canSort: true,
      cell: ({ margin }) => (margin === null ? "–" : formatScore(margin)),
    },
    ...scores,
  ];
}

function useOfferResults(): void {
  const run = useClassifyRun();
  usePublish({
    exports: useMemo(() => {
      const versions = run.filters.map(({ name, version, threshold }) => [
        `filter ${name}`,
        `version ${version}, threshold ${threshold}`,
      ]);
      return {
        name: `${run.name.replace(/\.[^.]*$/, "")} classified`,
        settings: {
          file: run.name,
          judged: run.rows.length,
          of: run.texts.length,
          madeWith: run.retina,
          ...(Object.fromEntries(versions) as Record<string, string>),
        },
        table: () => resultTable(run),
        explanation: () => decisionsExplained(run),
        beside: () => resultSettings(run),
      };
    }, [run]),
  });
}
