import { useEffect, useMemo, useState } from "react";
import { create } from "zustand";
import { Button } from "../../components/controls/button.tsx";
import { TermLink } from "../../components/terms/term-link.tsx";
import { useTermHover } from "../../state/hover.ts";
import { exploreTerm } from "../../state/open-with.ts";
import { subject } from "../../state/subject.ts";
import { useEvaluatedSubject, useExploredSubject } from "../../state/use-subject.ts";
import { type Change, meaningDiff, type TermList } from "./model/meaning-diff.ts";

interface Seen extends TermList {
  /** Expression, thinning and retina: what makes it another result. */
  readonly key: string;
}

interface Results {
  readonly now: Seen | null;
  readonly before: Seen | null;
}

/** The last two results that stood on the screen; about looking, so it is not saved. */
const useResults = create<Results>(() => ({ now: null, before: null }));

/** What the last edit, or another retina, did to the nearest terms. */
function useMeaningDiff() {
  const { sent, label, retina, isStale } = useEvaluatedSubject();
  const { sparsity } = subject.use();
  const { explored, data } = useExploredSubject();
  const isSettled = !isStale && !explored.isPlaceholderData && data !== undefined && sent !== null;
  const key = JSON.stringify([retina?.name, sent, sparsity]);
  useEffect(() => {
    if (!isSettled || !data) return;
    const terms = data.rows.map(({ term }) => term);
    const seen = { key, label: `${label} in ${retina?.name ?? ""}`, terms };
    useResults.setState(({ now, before }) =>
      now?.key === key ? { now: seen, before } : { now: seen, before: now },
    );
  }, [isSettled, data, key, label, retina]);
  const { now, before } = useResults();
  return useMemo(() => {
    if (!now || !before || now.key !== key) return null;
    const diff = meaningDiff(before, now);
    return diff && { ...diff, since: before.label };
  }, [now, before, key]);
}

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
            <TermLink term={term} onHover={hover} onOpen={exploreTerm} />
            <span className="muted nowrap">
              {otherRank === null ? words.none : `${words.some} ${otherRank}`}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
