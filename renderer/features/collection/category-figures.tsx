import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { call } from "../../api/client.ts";
import { auditQuery, scoresQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Distribution } from "../../components/controls/distribution.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { formatCount, formatScore, formatShare } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import {
  changeLook,
  readLook,
  restrictTo,
  showScored,
} from "../../state/collection/collection-look.ts";
import { toast } from "../../state/toasts.ts";
import { focusRows, useHoldFocus } from "./focus-soon.ts";
import { removeScore } from "./label-rows.ts";
import { lineOf } from "./model/truth.ts";
import { openOrSay } from "./open-or-say.ts";
import type { OpenCollection } from "./use-collection.ts";

interface FiguresProps {
  readonly open: OpenCollection;
  readonly category: string;
}

/** The scores of all rows with the threshold to drag, and what can be asked about either side of it. */
export function CategoryFigures({ open: { info, look }, category }: FiguresProps) {
  const line = lineOf(look, category);
  const first = useQuery(scoresQuery(info.name, category, null));
  const at = useQuery({
    ...scoresQuery(info.name, category, line),
    placeholderData: keepPreviousData,
  });
  const { error } = first;
  const showNext = () => openOrSay(showQueue(info.name, category, line));
  const showOver = () => showScored(category, { from: line });
  const showUnder = () => showScored(category, { below: line });
  const command = (id: string, title: string, run: () => void) => ({
    id: `collection.${id}`,
    title,
    group: "Collection",
    run,
  });
  useRegisterActions([
    command("label-next", `Show what to label next for ${category}`, showNext),
    command("show-over", `Show the matches of ${category}`, showOver),
    command("show-under", `Show the rows below the threshold of ${category}`, showUnder),
  ]);
  if (error)
    return <Failure error={error} doing="Counting scores" onRetry={() => void first.refetch()} />;
  if (!first.data) return null;
  const sides = at.data ?? first.data;
  const { edges, counts, belongs, not } = first.data;
  const domain = [edges[0] ?? 0, edges.at(-1) ?? 1] as const;
  const isSome = (count: number) => count > 0;
  return (
    <>
      <Distribution
        label={`Threshold of ${category}`}
        counts={counts}
        domain={domain}
        step={0.001}
        cut={[line] as const}
        ends={[formatScore(domain[0]), formatScore(domain[1])]}
        textOf={(bin) =>
          `${formatCount(counts[bin] ?? 0)} rows from ${formatScore(edges[bin] ?? 0)}: ${belongs[bin]} labelled as a match, ${not[bin]} as no match`
        }
        marks={[
          { kind: "belongs", bins: belongs.map(isSome) },
          { kind: "not", bins: not.map(isSome) },
        ]}
        isRooted
        isLive
        onChange={([next]) =>
          changeLook(
            `Threshold of ${category} at ${formatScore(next)}`,
            ({ lines }) => ({ lines: { ...lines, [category]: next } }),
            "threshold of a category",
          )
        }
      />
      <div className="figures row gap-1-2 wrap">
        <p>
          Threshold {formatScore(line)}: <strong>{formatCount(sides.over)}</strong>{" "}
          {sides.over === 1 ? "row matches" : "rows match"}
        </p>
        <Button size="small" onPress={showOver}>
          Show matches
        </Button>
        <Button size="small" onPress={showUnder}>
          Show others
        </Button>
        <Button size="small" onPress={showNext}>
          Label next
        </Button>
      </div>
      <div className="row gap-1-2 wrap">
        <Audit name={info.name} category={category} line={line} />
        <Button size="small" tone="quiet" onPress={() => openOrSay(remove(info.name, category))}>
          Remove the scores
        </Button>
      </div>
    </>
  );
}

async function remove(name: string, category: string): Promise<void> {
  await removeScore(name, category);
  toast(`Removed the scores of ${category}`);
}

/** Rows that are worth a label become the chip: unsure ones, unlike ones, and some by chance. */
async function showQueue(name: string, filter: string, line: number): Promise<void> {
  const { rows } = await call("app.collectionLabelQueue", { name, filter, line, limit: 30 });
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  restrictTo({ kind: "rows", ids, label: `${ids.length} to label next` });
  focusRows();
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
        Check accuracy…
      </Button>
    );
  if (error) return <Failure error={error} doing="The check" onRetry={() => void refetch()} />;
  if (!data) return null;
  const label = (ids: readonly string[]) => {
    // The threshold stays where it is checked.
    const lines = { ...readLook().lines, [category]: line };
    restrictTo({ kind: "rows", ids, label: `${ids.length} of the random sample` }, { lines });
    focusRows();
  };
  return <AuditFigures data={data} onLabel={label} />;
}

/** So many are labelled in one go, and the figures follow. */
const AT_ONCE = 20;

interface AuditFiguresProps {
  readonly data: Output<"app.collectionAudit">;
  readonly onLabel: (ids: readonly string[]) => void;
}

function AuditFigures({ data, onLabel }: AuditFiguresProps) {
  const box = useHoldFocus<HTMLDivElement>();
  const { sampled, precision, recall } = data;
  const audited = data.over.audited + data.under.audited;
  // In the order of chance: only a beginning of it that is labelled without a gap counts.
  const ids = data.next.slice(0, AT_ONCE).map(({ id }) => id);
  return (
    <div ref={box} className="figures row gap-1-2 wrap" tabIndex={-1}>
      <p>
        {audited === 0
          ? `Label a random sample to estimate precision and recall (0 of ${sampled} labelled).`
          : `Precision ${estimate(precision)}, recall ${estimate(recall)}, from ${audited} of ${sampled} randomly sampled rows`}
      </p>
      {ids.length > 0 && (
        <Button size="small" onPress={() => onLabel(ids)}>
          Label {ids.length} {audited === 0 ? "of them" : "more"}
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
  low === 0 && high === 1
    ? "not known yet"
    : `${formatShare(value)} (${formatShare(low)} to ${formatShare(high)})`;
