import { useQueries, useQuery } from "@tanstack/react-query";
import { facetQuery, rowsQuery } from "../../api/collection-queries.ts";
import { Failure } from "../../components/controls/states.tsx";
import type { Look } from "../../model/collection/look.ts";
import { queryOf, type Restriction } from "../../model/collection/restrictions.ts";
import { formatCount, formatScore, plural } from "../../model/format.ts";
import { changeLook } from "../../state/collection/collection-look.ts";
import { callTrue } from "./column-roles.ts";
import { focusRows } from "./focus-soon.ts";
import { namedColumns, valueKind } from "./model/named-columns.ts";
import { type Judgement, judge, likelyValue, lineOf } from "./model/truth.ts";
import { openOrSay } from "./open-or-say.ts";
import type { OpenCollection } from "./use-collection.ts";

/** As many values as the service lists. */
const ALL_VALUES = 10_000;

/** Values that a category can be set to mean. */
const MOST_MEANINGS = 500;

/** One line per category: its labels, its threshold, its matches, and how these agree with a column of correct answers. */
export function CategoryTable({ open }: { readonly open: OpenCollection }) {
  const { info, look } = open;
  const { truth } = info.roles;
  const names = [...new Set([...info.scores, ...info.labels.map(({ filter }) => filter)])];
  const figures = useFigures(open);
  if (names.length === 0) return null;
  return (
    <>
      {info.scores.length > 0 && <TruthChoice open={open} />}
      <div className="categories stack">
        <div className="categories-scroll">
          <table className="table">
            <caption className="visually-hidden">Categories of {info.name}</caption>
            <thead>
              <tr>
                <th scope="col">Category</th>
                <th scope="col">Labelled yes / no</th>
                <th scope="col">Threshold</th>
                <th scope="col">Matches</th>
                {truth !== undefined && (
                  <>
                    <th scope="col">= value in “{truth}”</th>
                    <th scope="col">Precision</th>
                    <th scope="col">Recall</th>
                    <th scope="col">F1</th>
                    <th scope="col">False positives</th>
                    <th scope="col">False negatives</th>
                  </>
                )}
              </tr>
            </thead>
            <tbody className="figures">
              {names.map((name) => (
                <CategoryLine
                  key={name}
                  open={open}
                  name={name}
                  isOpen={name === look.category}
                  figures={figures.byScore.get(name)}
                  values={figures.values}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {figures.problem !== null && (
        <Failure error={figures.problem} doing="Comparing" onRetry={figures.retry} />
      )}
      {info.withoutCells > 0 && (
        <p className="muted figures">
          {plural(info.withoutCells, "row")} without a known word{" "}
          {info.withoutCells === 1 ? "has" : "have"} no score.
        </p>
      )}
    </>
  );
}

function TruthChoice({ open: { info } }: { readonly open: OpenCollection }) {
  const columns = namedColumns(info);
  if (columns.length === 0) return null;
  return (
    <label className="row wrap">
      Ground-truth column
      <select
        value={info.roles.truth ?? ""}
        onChange={({ currentTarget: { value } }) =>
          openOrSay(callTrue(info.name, value === "" ? null : value))
        }
      >
        <option value="">choose…</option>
        {columns.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

interface ScoreFigures {
  readonly matches: number | undefined;
  /** Against the column of correct answers, where there is one. */
  readonly agreement: (Judgement & { readonly meant: string }) | undefined;
}

interface Figures {
  readonly byScore: ReadonlyMap<string, ScoreFigures>;
  /** Of the column of correct answers. */
  readonly values: readonly string[];
  readonly problem: unknown;
  readonly retry: () => void;
}

/** Matches of each score, and their agreement with the column of correct answers. */
function useFigures({ info, look }: OpenCollection): Figures {
  const { name, scores, roles } = info;
  const over = scores.map((score) => queryOf([overChip(score, lineOf(look, score))]));
  const page = { sort: null, offset: 0, limit: 1 };
  const counts = useQueries({
    queries: over.map((query) => rowsQuery(name, { query, ...page })),
  });
  const column = roles.truth;
  const isCompared = column !== undefined && scores.length > 0;
  const all = useQuery({
    ...facetQuery(name, {}, column ?? "", ALL_VALUES),
    enabled: isCompared,
  });
  const found = useQueries({
    queries: over.map((query) => ({
      ...facetQuery(name, query, column ?? "", ALL_VALUES),
      enabled: isCompared,
    })),
  });
  const totals = countsOf(all.data?.values ?? []);
  const agreementOf = (score: string, at: number): ScoreFigures["agreement"] => {
    const [data, matches] = [found[at]?.data, counts[at]?.data?.total];
    if (!isCompared || !all.data || !data || matches === undefined) return undefined;
    const hits = countsOf(data.values);
    const meant = look.meanings?.[score] ?? likelyValue(score, hits, totals);
    return { meant, ...judge(hits, totals, meant, matches - data.missing) };
  };
  const problem = [all, ...found, ...counts].find(({ error }) => error)?.error ?? null;
  return {
    byScore: new Map(
      scores.map((score, at) => [
        score,
        { matches: counts[at]?.data?.total, agreement: agreementOf(score, at) },
      ]),
    ),
    values: [...totals.keys()].slice(0, MOST_MEANINGS),
    problem,
    retry: () => void all.refetch(),
  };
}

const countsOf = (values: readonly { readonly value: string; readonly rows: number }[]) =>
  new Map(values.map(({ value, rows }) => [value, rows]));

export const overChip = (score: string, from: number): Restriction => ({
  kind: "score",
  score,
  range: { from },
});
const underChip = (score: string, below: number): Restriction => ({
  kind: "score",
  score,
  range: { below },
});

interface CategoryLineProps {
  readonly open: OpenCollection;
  readonly name: string;
  /** Whether rows are labelled for it. */
  readonly isOpen: boolean;
  /** Undefined without a score. */
  readonly figures: ScoreFigures | undefined;
  readonly values: readonly string[];
}

function CategoryLine({ open: { info, look }, name, isOpen, figures, values }: CategoryLineProps) {
  const labels = info.labels.find(({ filter }) => filter === name);
  const { truth } = info.roles;
  return (
    <tr data-open={isOpen || undefined}>
      <th scope="row" dir="auto">
        <button
          type="button"
          className="plain clip"
          aria-pressed={isOpen}
          title={`Label rows for ${name}`}
          onClick={() => changeLook(`Label for ${name}`, { category: name })}
        >
          {name}
        </button>
      </th>
      <td className="muted">
        {labels ? `${formatCount(labels.belongs)} / ${formatCount(labels.not)}` : "none"}
      </td>
      {figures === undefined ? (
        <td colSpan={truth === undefined ? 2 : 8} className="muted">
          not scored
        </td>
      ) : (
        <>
          <td>
            <LineInput score={name} from={lineOf(look, name)} />
          </td>
          <td>
            <Cell
              rows={figures.matches}
              label={`that match ${name}`}
              show={[overChip(name, lineOf(look, name))]}
            />
          </td>
          {truth !== undefined && (
            <Agreement
              info={info}
              name={name}
              line={lineOf(look, name)}
              column={truth}
              agreement={figures.agreement}
              values={values}
            />
          )}
        </>
      )}
    </tr>
  );
}

interface AgreementProps {
  readonly info: OpenCollection["info"];
  readonly name: string;
  readonly line: number;
  readonly column: string;
  readonly agreement: ScoreFigures["agreement"];
  readonly values: readonly string[];
}

function Agreement({ info, name, line, column, agreement, values }: AgreementProps) {
  if (agreement === undefined) return <td colSpan={6}>…</td>;
  const { meant, precision, recall, f1, wrong, missed } = agreement;
  const ofValue = (isNot: boolean): Restriction => ({
    kind: "values",
    column,
    values: [meant],
    ...(isNot ? { isNot } : {}),
    ...valueKind(info, column),
  });
  return (
    <>
      <td>
        <select
          aria-label={`Value in ${column} that ${name} means`}
          value={meant}
          onChange={({ currentTarget: { value } }) =>
            changeLook(`${name} means ${value}`, ({ meanings }: Look) => ({
              meanings: { ...meanings, [name]: value },
            }))
          }
        >
          {values.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      </td>
      <td>{roundShare(precision)}</td>
      <td>{roundShare(recall)}</td>
      <td>
        <strong>{roundShare(f1)}</strong>
      </td>
      <td>
        <Cell
          rows={wrong}
          label={`that match ${name} and are not ${meant}`}
          show={[overChip(name, line), ofValue(true)]}
        />
      </td>
      <td>
        <Cell
          rows={missed}
          label={`of ${meant} that ${name} misses`}
          show={[underChip(name, line), ofValue(false)]}
        />
      </td>
    </>
  );
}

/** 0.8170 -> "82%", 0.0312 -> "3.1%" */
const roundShare = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`;

interface CellProps {
  readonly rows: number | undefined;
  /** What the rows are, after "rows". */
  readonly label: string;
  readonly show: readonly Restriction[];
}

/** A number of rows; pressed, the table below shows them. */
function Cell({ rows, label, show }: CellProps) {
  if (rows === undefined) return "…";
  if (rows === 0) return <span className="muted">0</span>;
  return (
    <button
      type="button"
      className="truth-rows plain"
      aria-label={`Show ${plural(rows, "row")} ${label}`}
      onClick={() => {
        changeLook(`Show rows ${label}`, { restrictions: show });
        focusRows();
      }}
    >
      {formatCount(rows)}
    </button>
  );
}

function LineInput({ score, from }: { readonly score: string; readonly from: number }) {
  return (
    <input
      key={from}
      className="truth-line"
      type="number"
      min={0}
      max={1}
      step={0.01}
      aria-label={`Threshold of ${score}`}
      defaultValue={formatScore(from)}
      onBlur={({ currentTarget: { value, defaultValue } }) => {
        const next = Number(value);
        if (value === "" || value === defaultValue || !(next >= 0 && next <= 1)) return;
        changeLook(`Threshold of ${score} at ${formatScore(next)}`, ({ lines }) => ({
          lines: { ...lines, [score]: next },
        }));
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") currentTarget.blur();
      }}
    />
  );
}
