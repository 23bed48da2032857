import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { auditQuery, scoresQuery } from "../../api/collection-queries.ts";
import { ScoreStrip } from "../../components/collection/score-strip.tsx";
import { Button } from "../../components/controls/button.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { suggestedLine } from "../../model/collection/score-line.ts";
import { formatCount, formatScore, formatShare, plural } from "../../model/format.ts";
import { changeLook, restrict } from "../../state/collection/collection-look.ts";
import { openOrSay } from "./open-or-say.ts";
import type { OpenCollection } from "./use-collection.ts";

interface FiguresProps {
  readonly open: OpenCollection;
  readonly category: string;
}

/** The scores of all rows with the threshold to drag, and what can be asked about either side of it. */
export function LabelFigures({ open: { info, look }, category }: FiguresProps) {
  const own = look.lines?.[category];
  const first = useQuery(scoresQuery(info.name, category, null));
  const line = own ?? (first.data ? (suggestedLine(first.data) ?? middle(first.data.edges)) : null);
  const at = useQuery({
    ...scoresQuery(info.name, category, line),
    enabled: line !== null,
    placeholderData: keepPreviousData,
  });
  const { error } = first;
  if (error)
    return <Failure error={error} doing="Counting scores" onRetry={() => void first.refetch()} />;
  if (!first.data || line === null) return null;
  const sides = at.data ?? first.data;
  return (
    <>
      <ScoreStrip
        label={`Threshold of ${category}`}
        {...first.data}
        line={line}
        onLine={(next) =>
          changeLook(
            `Threshold of ${category} at ${formatScore(next)}`,
            ({ lines }) => ({ lines: { ...lines, [category]: next } }),
            "threshold of a category",
          )
        }
      />
      <div className="labels-sides figures">
        <p>
          From {formatScore(line)}: <strong>{formatCount(sides.over)}</strong> of{" "}
          {plural(sides.over + sides.under, "row")} belong
        </p>
        <Button
          size="small"
          onPress={() => restrict({ kind: "score", score: category, range: { from: line } })}
        >
          Show those that belong
        </Button>
        <Button
          size="small"
          onPress={() => restrict({ kind: "score", score: category, range: { below: line } })}
        >
          Show the others
        </Button>
        <Button size="small" onPress={() => openOrSay(showNext(info.name, category, line))}>
          What to label next
        </Button>
      </div>
      <Audit name={info.name} category={category} line={line} />
    </>
  );
}

const middle = (edges: readonly number[]): number => edges[Math.floor(edges.length / 2)] ?? 0.5;

/** Rows that are worth a label become a chip: unsure ones, unlike ones, and some by chance. */
async function showNext(name: string, filter: string, line: number): Promise<void> {
  const { rows } = await call("app.collectionLabelQueue", { name, filter, line, limit: 30 });
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) restrict({ kind: "rows", ids, label: `${ids.length} to label next` });
}

interface AuditProps {
  readonly name: string;
  readonly category: string;
  readonly line: number;
}

/** Precision and recall of the whole collection, from labels of a random sample. */
function Audit({ name, category, line }: AuditProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    ...auditQuery(name, category, line),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  if (!isOpen)
    return (
      <Button size="small" tone="quiet" onPress={() => setOpen(true)}>
        How good is it? Check a random sample
      </Button>
    );
  if (error) return <Failure error={error} doing="The check" onRetry={() => void refetch()} />;
  if (!data) return null;
  const left = data.next.length;
  const audited = data.over.audited + data.under.audited;
  return (
    <div className="labels-sides figures">
      <p>
        {audited === 0
          ? `None of the ${data.sampled} rows taken by chance is labelled yet.`
          : `Precision ${estimate(data.precision)}, recall ${estimate(data.recall)}, from ${audited} labelled of ${data.sampled} rows taken by chance`}
      </p>
      {left > 0 && (
        <Button
          size="small"
          onPress={() =>
            restrict({
              kind: "rows",
              ids: data.next.map(({ id }) => id),
              label: `${left} of the random sample`,
            })
          }
        >
          Label the {left} that are left
        </Button>
      )}
    </div>
  );
}

interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const estimate = ({ value, low, high }: Estimate): string =>
  `${formatShare(value)} (${formatShare(low)} to ${formatShare(high)})`;
