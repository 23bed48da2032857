import { useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import type { ClassifyRun, ScoredText } from "../../model/filters/classification.ts";
import type { Side } from "../../model/filters/filter-model.ts";
import type { ReadyFilter } from "../../model/filters/ready-filter.ts";
import { formatCount, formatScore } from "../../model/format.ts";
import { addExamples, SIDE_TITLES, useOpenFilter } from "../../state/filters/filter-state.ts";
import { filters } from "../../state/filters/filter-store.ts";
import { toast } from "../../state/toasts.ts";
import { DecisionWhy } from "./decision-why.tsx";
import { useLookAt } from "./use-filter-on-map.ts";

interface ChosenResultsProps {
  readonly run: ClassifyRun;
  readonly chosen: readonly ScoredText[];
}

/** The chosen rows: all scores of one, and the way into the examples of the open filter. */
export function ChosenResults({ run, chosen }: ChosenResultsProps) {
  const open = useOpenFilter();
  const [first] = chosen;
  const text = (chosen.length === 1 && first && run.texts[first.index]?.text) || "";
  const [opened, setOpened] = useState("");
  useLookAt(text, decidingFilter(run, first, opened));
  const add = (side: Side) => {
    if (!open) return;
    const texts = chosen.map(({ index }) => run.texts[index]?.text ?? "");
    addExamples(open.id, side, texts);
    toast(`Added ${formatCount(texts.length)} to “${SIDE_TITLES[side]}” of ${open.name}`);
  };
  return (
    <section className="chosen-results" aria-label="Chosen texts">
      {chosen.length === 1 && first ? (
        <>
          <p className="chosen-text" dir="auto">
            {text}
          </p>
          <ul className="figures" aria-label="Decisions, with their reasons">
            {run.filters.map((ready, index) => (
              <li key={ready.id}>
                <Decision
                  ready={ready}
                  score={first.scores[index] ?? null}
                  text={text}
                  onToggle={(isOpen) =>
                    setOpened((before) => (isOpen ? ready.id : before === ready.id ? "" : before))
                  }
                />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{formatCount(chosen.length)} texts chosen</p>
      )}
      {open && (
        <div className="add-ways">
          <Button size="small" onPress={() => add("positive")}>
            Add to “Belongs”
          </Button>
          <Button size="small" onPress={() => add("negative")}>
            Add to “Does not”
          </Button>
        </div>
      )}
    </section>
  );
}

/** Whose decision the map shows: the opened one's, else that of the first filter that claims the text. */
const decidingFilter = (
  { filters: judged }: ClassifyRun,
  row: ScoredText | undefined,
  opened: string,
): ReadyFilter | null =>
  judged.find(({ id }) => id === opened) ??
  judged.find(({ name }) => name === row?.decisions[0]) ??
  null;

interface DecisionProps {
  readonly ready: ReadyFilter;
  readonly score: number | null;
  readonly text: string;
  readonly onToggle: (isOpen: boolean) => void;
}

/** One filter's score of a text; opened, the regions, words and examples behind it. */
function Decision({ ready, score, text, onToggle }: DecisionProps) {
  const filter = filters.use().find(({ id }) => id === ready.id);
  const words = `${ready.name}: ${score === null ? "–" : formatScore(score)}, belongs from ${formatScore(ready.threshold)}`;
  if (!filter || score === null) return <span className="muted">{words}</span>;
  return (
    <DecisionWhy filter={filter} ready={ready} text={text} summary={words} onToggle={onToggle} />
  );
}
