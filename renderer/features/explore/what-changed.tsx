import { useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { openWith } from "../../state/open-with.ts";
import { useTermHover } from "../../state/use-term-hover.ts";
import type { Change } from "./model/meaning-diff.ts";
import { useMeaningDiff } from "./use-meaning-diff.ts";

/** What the last edit did to the meaning: terms that came among the nearest, and those that went. */
export function WhatChanged() {
  const diff = useMeaningDiff();
  const [isOpen, setOpen] = useState(false);
  if (!diff) return null;
  const { entered, left, since } = diff;
  return (
    <section
      className="what-changed stack gap-1 at-start fine"
      aria-label="What the last edit changed"
    >
      <Button size="small" tone="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        What changed: {entered.length} in, {left.length} out
      </Button>
      {isOpen && (
        <>
          <p className="muted" dir="auto">
            Among the nearest 20, compared with {since}
          </p>
          <div className="what-changed-lists">
            <Changes title="New" changes={entered} words={{ none: "new", some: "from" }} />
            <Changes title="Gone" changes={left} words={{ none: "gone", some: "to" }} />
          </div>
        </>
      )}
    </section>
  );
}

interface ChangesProps {
  readonly title: string;
  readonly changes: readonly Change[];
  /** For a term that is not in the other list, and before its rank there. */
  readonly words: { readonly none: string; readonly some: string };
}

function Changes({ title, changes, words }: ChangesProps) {
  const hover = useTermHover();
  return (
    <div>
      <h4 className="fine">{title}</h4>
      {changes.length === 0 && <p className="muted">none</p>}
      <ol>
        {changes.map(({ term, rank, otherRank }) => (
          <li key={term} className="figures">
            <span className="muted">{rank}</span>
            <button
              type="button"
              className="press link clip"
              dir="auto"
              onClick={() => openWith("explore", [{ term }])}
              onPointerEnter={() => hover(term)}
              onPointerLeave={() => hover(null)}
            >
              {term}
            </button>
            <span className="muted nowrap">
              {otherRank === null ? words.none : `${words.some} ${otherRank}`}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
