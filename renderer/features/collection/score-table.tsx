import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { facetQuery, rowsQuery, scoresQuery } from "../../api/collection-queries.ts";
import { Failure } from "../../components/controls/states.tsx";
import type { Line, Lines } from "../../model/collection/lines.ts";
import { queryOf, type Restriction } from "../../model/collection/restrictions.ts";
import { formatCount, plural } from "../../model/format.ts";
import { changeLook } from "../../state/collection/collection-look.ts";
import { callTrue } from "./column-roles.ts";
import { namedColumns, valueKind } from "./model/named-columns.ts";
import { judge, likelyValue, suggestedLine, tableValues } from "./model/truth.ts";
import { openOrSay } from "./open-or-say.ts";
import { Cell, LineBox, overChip, ScoreName, underChip } from "./score-cells.tsx";
import type { OpenCollection } from "./use-collection.ts";
import "./lenses.css";

/** Values of the column of truth that have a column of their own; rows of others count all the same. */
const MOST_VALUES = 10;
/** As many values as the service lists. */
const ALL_VALUES = 10_000;

/** Every score with its threshold and its rows; with a column of truth, how right it is and where it is wrong. */
export function ScoreTable({ open }: { readonly open: OpenCollection }) {
  const { info } = open;
  const { truth } = info.roles;
  const lines = useLines(open);
  const columns = namedColumns(info);
  return (
    <>
      {columns.length > 0 && (
        <label className="row wrap">
          Compare with the column
          <select
            value={truth ?? ""}
            onChange={({ currentTarget: { value } }) =>
              openOrSay(callTrue(info.name, value === "" ? null : value))
            }
          >
            <option value="">that says what is true…</option>
            {columns.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      {truth === undefined ? (
        <Plain open={open} lines={lines} />
      ) : (
        <Compared key={truth} open={open} lines={lines} column={truth} />
      )}
      {info.withoutCells > 0 && (
        <p className="muted figures">
          {plural(info.withoutCells, "row")} without a known word{" "}
          {info.withoutCells === 1 ? "belongs" : "belong"} to none: nothing can be said of{" "}
          {info.withoutCells === 1 ? "it" : "them"}.
        </p>
      )}
    </>
  );
}

/** All that has a score. */
const ZERO: Line = { from: 0 };

/** From which score on rows belong: chosen, else suggested by labels, else the middle. */
export function useLines({ info, look }: Pick<OpenCollection, "info" | "look">): Lines {
  const open = info.scores.filter((score) => look.lines?.[score] === undefined);
  const found = useQueries({ queries: open.map((score) => scoresQuery(info.name, score, null)) });
  const lines = info.scores.flatMap((score) => {
    const own = look.lines?.[score];
    const spoken = look.judged?.[score]?.spoken;
    if (own !== undefined) return [[score, { from: own, ...(spoken && { spoken }) }] as const];
    const data = found[open.indexOf(score)]?.data;
    if (!data || data.edges.length === 0) return [];
    const middle = data.edges[Math.floor(data.edges.length / 2)] ?? 0.5;
    return [[score, { from: suggestedLine(data) ?? middle }] as const];
  });
  const key = JSON.stringify(lines);
  return useMemo(() => new Map(JSON.parse(key) as [string, Line][]), [key]);
}

interface PartProps {
  readonly open: OpenCollection;
  readonly lines: Lines;
}

/** Rows that belong, by score. */
function Plain({ open, lines }: PartProps) {
  const { name, scores } = open.info;
  const over = useOver(open, lines);
  return (
    <div className="truth stack">
      <div className="truth-scroll">
        <table className="table">
          <caption className="visually-hidden">Scores of {name}</caption>
          <thead>
            <tr>
              <th scope="col">Filter</th>
              <th scope="col">Belongs from</th>
              <th scope="col">Rows</th>
            </tr>
          </thead>
          <tbody className="figures">
            {scores.map((score, at) => (
              <tr key={score}>
                <ScoreName score={score} />
                <td>
                  <LineBox score={score} line={lines.get(score)} />
                </td>
                <td>
                  <Cell
                    rows={over[at]}
                    label={`that belong to ${score}`}
                    show={[overChip(score, lines.get(score) ?? ZERO)]}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** How many rows belong, for each score. */
function useOver({ info }: OpenCollection, lines: Lines): readonly (number | undefined)[] {
  const found = useQueries({
    queries: info.scores.map((score) => ({
      ...rowsQuery(info.name, {
        query: queryOf([overChip(score, lines.get(score) ?? ZERO)]),
        sort: null,
        offset: 0,
        limit: 1,
      }),
      enabled: lines.has(score),
    })),
  });
  return found.map(({ data }) => data?.total);
}

interface ComparedProps extends PartProps {
  readonly column: string;
}

function Compared({ open, lines, column }: ComparedProps) {
  const { info, look } = open;
  const all = useQuery(facetQuery(info.name, {}, column, ALL_VALUES));
  const over = useOver(open, lines);
  const found = useQueries({
    queries: info.scores.map((score) => ({
      ...facetQuery(
        info.name,
        queryOf([overChip(score, lines.get(score) ?? ZERO)]),
        column,
        ALL_VALUES,
      ),
      enabled: lines.has(score),
    })),
  });
  const below = [...lines].map(([score, line]) => underChip(score, line));
  const none = useQuery({
    ...facetQuery(info.name, queryOf(below), column, ALL_VALUES),
    enabled: lines.size === info.scores.length,
  });
  const problem = all.error ?? none.error ?? found.find(({ error }) => error)?.error;
  if (problem)
    return <Failure error={problem} doing="Comparing" onRetry={() => void all.refetch()} />;
  if (!all.data) return null;
  const totals = countsOf(all.data.values);
  const rows = info.scores.flatMap((score, at) => {
    const data = found[at]?.data;
    const line = lines.get(score);
    const taken = over[at];
    if (data === undefined || line === undefined || taken === undefined) return [];
    const hits = countsOf(data.values);
    const meant = look.meanings?.[score] ?? likelyValue(score, hits, totals);
    return [{ score, line, hits, meant, ...judge(hits, totals, meant, taken - data.missing) }];
  });
  const values = tableValues(
    rows.map(({ meant }) => meant),
    totals,
    MOST_VALUES,
  );
  const ofValue = (value: string, isNot = false): Restriction => ({
    kind: "values",
    column,
    values: [value],
    ...(isNot ? { isNot } : {}),
    ...valueKind(info, column),
  });
  const noneCounts = none.data && countsOf(none.data.values);
  return (
    <div className="truth stack">
      <div className="truth-scroll">
        <table className="table">
          <caption className="visually-hidden">
            Rows that belong to each filter, by {column}: the confusion table
          </caption>
          <thead>
            <tr>
              <th scope="col">Filter</th>
              <th scope="col">From</th>
              <th scope="col">means {column}</th>
              <th scope="col">Precision</th>
              <th scope="col">Recall</th>
              <th scope="col">F1</th>
              <th scope="col">Wrong</th>
              <th scope="col">Missed</th>
              {values.map((value) => (
                <th scope="col" key={value} dir="auto" title={value} className="truth-value clip">
                  {value}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="figures">
            {rows.map(({ score, line, hits, meant, precision, recall, f1, wrong, missed }) => (
              <tr key={score}>
                <ScoreName score={score} />
                <td>
                  <LineBox score={score} line={line} />
                </td>
                <td>
                  <select
                    aria-label={`What ${score} means in ${column}`}
                    value={meant}
                    onChange={({ currentTarget: { value } }) =>
                      changeLook(`${score} means ${value}`, ({ meanings }) => ({
                        meanings: { ...meanings, [score]: value },
                      }))
                    }
                  >
                    {[...totals.keys()].slice(0, 500).map((value) => (
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
                    label={`that belong to ${score} and are not ${meant}`}
                    show={[overChip(score, line), ofValue(meant, true)]}
                  />
                </td>
                <td>
                  <Cell
                    rows={missed}
                    label={`of ${meant} that ${score} misses`}
                    show={[underChip(score, line), ofValue(meant)]}
                  />
                </td>
                {values.map((value) => (
                  <td key={value} data-right={value === meant || undefined}>
                    <Cell
                      rows={hits.get(value) ?? 0}
                      label={`of ${value} that belong to ${score}`}
                      show={[overChip(score, line), ofValue(value)]}
                    />
                  </td>
                ))}
              </tr>
            ))}
            <tr className="muted">
              <th scope="row">none of them</th>
              <td colSpan={7} />
              {values.map((value) => (
                <td key={value}>
                  <Cell
                    rows={noneCounts && (noneCounts.get(value) ?? 0)}
                    label={`of ${value} that belong to none`}
                    show={[
                      ...[...lines].map(([score, line]) => underChip(score, line)),
                      ofValue(value),
                    ]}
                  />
                </td>
              ))}
            </tr>
            <tr className="muted">
              <th scope="row">All rows</th>
              <td colSpan={7} />
              {values.map((value) => (
                <td key={value}>{formatCount(totals.get(value) ?? 0)}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** 0.8170 -> "82%", 0.0312 -> "3.1%" */
const roundShare = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`;

const countsOf = (values: readonly { readonly value: string; readonly rows: number }[]) =>
  new Map(values.map(({ value, rows }) => [value, rows]));
