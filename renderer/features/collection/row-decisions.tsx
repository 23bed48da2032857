import { useEffect, useState } from "react";
import type { CollectionRow } from "../../api/collection-queries.ts";
import { DecisionWhy } from "../../components/explain/decision-why.tsx";
import type { Filter } from "../../model/filters/filter-model.ts";
import type { ReadyFilter } from "../../model/filters/ready-filter.ts";
import { formatScore } from "../../model/format.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { useDecision } from "../../state/filters/use-decision.ts";
import { holdAgainst, useRowDesk } from "./row-desk.ts";
import { useLines } from "./score-table.tsx";
import type { OpenCollection } from "./use-collection.ts";

interface RowDecisionsProps {
  readonly open: OpenCollection;
  readonly row: CollectionRow;
}

/** What each score says of a row, with the words, regions and examples behind it. */
export function RowDecisions({ open, row }: RowDecisionsProps) {
  const states = useFilterStates();
  const lines = useLines(open);
  if (row.scores.length === 0) return null;
  return (
    <ul className="figures stack gap-1 at-top" aria-label="Decisions, with their reasons">
      {row.scores.map(({ name, score }) => {
        const judged = open.look.judged?.[name];
        const { filter, ready } =
          states.find((each) => each.filter.id === judged?.filter) ??
          states.find((each) => each.filter.name === name) ??
          {};
        const line = lines.get(name);
        const words = `${name}: ${formatScore(score)}${
          line === undefined
            ? ""
            : `, ${score >= line ? "belongs" : "does not belong"} (from ${formatScore(line)})`
        }`;
        return (
          <li key={name}>
            {filter && ready && line !== undefined ? (
              <Why
                filter={filter}
                ready={{ ...ready, threshold: line }}
                text={row.text}
                summary={words}
              />
            ) : (
              <span className="muted">{words}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface WhyProps {
  readonly filter: Filter;
  readonly ready: ReadyFilter;
  readonly text: string;
  readonly summary: string;
}

function Why({ filter, ready, text, summary }: WhyProps) {
  const [isOpen, setOpen] = useState(false);
  const decision = useDecision(filter, ready, text, isOpen);
  useEffect(() => () => holdAgainst(null), []);
  return (
    <DecisionWhy
      decision={decision}
      summary={summary}
      isOpen={isOpen}
      onToggle={(next) => {
        setOpen(next);
        if (next) holdAgainst(ready);
        else if (useRowDesk.getState().decided?.name === ready.name) holdAgainst(null);
      }}
      example={(place) => (
        <span className="clip" dir="auto">
          {decision.examples[place]?.text.slice(0, 120)}
        </span>
      )}
    />
  );
}
