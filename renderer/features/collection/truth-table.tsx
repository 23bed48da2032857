import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { facetQuery, scoresQuery } from "../../api/collection-queries.ts";
import { Failure } from "../../components/controls/states.tsx";
import { suggestedLine } from "../../model/collection/score-line.ts";
import { judge, likelyValue } from "../../model/collection/truth.ts";
import { formatCount, formatScore, formatShare } from "../../model/format.ts";
import type { OpenCollection } from "./use-collection.ts";
import "./truth.css";

/** Values of the column that are listed; rows of others count all the same. */
const MOST_VALUES = 12;

/** How the scores of categories agree with a column that says what is true. */
export function TruthTable({ open }: { readonly open: OpenCollection }) {
  const { info } = open;
  const [column, setColumn] = useState("");
  const columns = info.columns.filter(({ type }) => type === "text" || type === "list");
  if (info.scores.length === 0 || columns.length === 0) return null;
  return (
    <section className="truth" aria-label="Compared with a column">
      <label className="truth-choice">
        Compare with the column
        <select value={column} onChange={({ currentTarget }) => setColumn(currentTarget.value)}>
          <option value="">that says what is true…</option>
          {columns.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {column !== "" && <Compared key={column} open={open} column={column} />}
    </section>
  );
}

interface ComparedProps {
  readonly open: OpenCollection;
  readonly column: string;
}

function Compared({ open: { info, look }, column }: ComparedProps) {
  const all = useQuery(facetQuery(info.name, {}, column, 10_000));
  const [chosen, setChosen] = useState<{ readonly [score: string]: string }>({});
  const figures = useQueries({
    queries: info.scores.map((score) => scoresQuery(info.name, score, null)),
  });
  const lines = info.scores.map((score, i) => {
    const found = figures[i]?.data;
    const own = look.lines?.[score];
    return own ?? (found ? (suggestedLine(found) ?? middle(found.edges)) : null);
  });
  const over = useQueries({
    queries: info.scores.map((score, i) => ({
      ...facetQuery(info.name, { labels: { score, from: lines[i] ?? 0 } }, column, 10_000),
      enabled: lines[i] !== null,
    })),
  });
  const problem = all.error ?? [...figures, ...over].find(({ error }) => error)?.error;
  if (problem)
    return <Failure error={problem} doing="Comparing" onRetry={() => void all.refetch()} />;
  if (!all.data) return null;
  const totals = new Map(all.data.values.map(({ value, rows }) => [value, rows]));
  const values = all.data.values.slice(0, MOST_VALUES).map(({ value }) => value);
  const rows = info.scores.flatMap((score, i) => {
    const data = over[i]?.data;
    const line = lines[i];
    if (data === undefined || line === null || line === undefined) return [];
    const found = new Map(data.values.map((each) => [each.value, each.rows]));
    const wanted = chosen[score] ?? likelyValue(score, found, totals);
    return [{ score, line, found, wanted, ...judge(found, totals, wanted) }];
  });
  return (
    <div className="truth-scroll">
      <table>
        <caption className="visually-hidden">
          Rows over the threshold of each category, by {column}
        </caption>
        <thead>
          <tr>
            <th scope="col">Category</th>
            <th scope="col">means {column}</th>
            <th scope="col">Precision</th>
            <th scope="col">Recall</th>
            <th scope="col">F1</th>
            {values.map((value) => (
              <th scope="col" key={value} dir="auto" title={value} className="truth-value">
                {value}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="figures">
          {rows.map(({ score, line, found, wanted, precision, recall, f1 }) => (
            <tr key={score}>
              <th scope="row" dir="auto">
                {score} <span className="muted">from {formatScore(line)}</span>
              </th>
              <td>
                <select
                  aria-label={`What ${score} means in ${column}`}
                  value={wanted}
                  onChange={({ currentTarget }) =>
                    setChosen({ ...chosen, [score]: currentTarget.value })
                  }
                >
                  {[...totals.keys()].slice(0, 500).map((value) => (
                    <option key={value}>{value}</option>
                  ))}
                </select>
              </td>
              <td>{formatShare(precision)}</td>
              <td>{formatShare(recall)}</td>
              <td>
                <strong>{formatShare(f1)}</strong>
              </td>
              {values.map((value) => (
                <td key={value} data-right={value === wanted || undefined}>
                  {formatCount(found.get(value) ?? 0)}
                </td>
              ))}
            </tr>
          ))}
          <tr className="muted">
            <th scope="row">All rows</th>
            <td colSpan={4} />
            {values.map((value) => (
              <td key={value}>{formatCount(totals.get(value) ?? 0)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const middle = (edges: readonly number[]): number => edges[Math.floor(edges.length / 2)] ?? 0.5;
