import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { scoresQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { formatCount, formatScore } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { changeLook, restrictTo, showScored } from "../../state/collection/collection-look.ts";
import { toast } from "../../state/toasts.ts";
import { focusRows } from "./focus-soon.ts";
import { Audit } from "./label-audit.tsx";
import { removeScore } from "./label-rows.ts";
import { suggestedLine } from "./model/score-line.ts";
import { openOrSay } from "./open-or-say.ts";
import { ScoreStrip } from "./score-strip.tsx";
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
  const showNext = () => {
    if (line !== null) openOrSay(showQueue(info.name, category, line));
  };
  const showOver = () => {
    if (line !== null) showScored(category, { from: line });
  };
  const showUnder = () => {
    if (line !== null) showScored(category, { below: line });
  };
  const command = (id: string, title: string, run: () => void) => ({
    id: `collection.${id}`,
    title,
    group: "Collection",
    disabledBecause: line === null ? "The scores are being counted" : null,
    run,
  });
  useRegisterActions([
    command("label-next", `Show what to label next for ${category}`, showNext),
    command("show-over", `Show those that belong to ${category}`, showOver),
    command("show-under", `Show those that do not belong to ${category}`, showUnder),
  ]);
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
      <div className="figures row gap-1-2 wrap">
        <p>
          From {formatScore(line)}: <strong>{formatCount(sides.over)}</strong>{" "}
          {sides.over === 1 ? "row belongs" : "rows belong"}
        </p>
        <Button size="small" onPress={showOver}>
          Show those that belong
        </Button>
        <Button size="small" onPress={showUnder}>
          Show the others
        </Button>
        <Button size="small" onPress={showNext}>
          What to label next
        </Button>
      </div>
      <Audit name={info.name} category={category} line={line} />
      <Button size="small" tone="quiet" onPress={() => openOrSay(remove(info.name, category))}>
        Remove the scores
      </Button>
    </>
  );
}

async function remove(name: string, category: string): Promise<void> {
  await removeScore(name, category);
  toast(`Removed the scores of ${category}`);
}

const middle = (edges: readonly number[]): number => edges[Math.floor(edges.length / 2)] ?? 0.5;

/** Rows that are worth a label become the chip: unsure ones, unlike ones, and some by chance. */
async function showQueue(name: string, filter: string, line: number): Promise<void> {
  const { rows } = await call("app.collectionLabelQueue", { name, filter, line, limit: 30 });
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  restrictTo({ kind: "rows", ids, label: `${ids.length} to label next` });
  focusRows();
}
