import { useEffect, useMemo } from "react";
import { create } from "zustand";
import { subject } from "../../state/subject.ts";
import { useEvaluatedSubject, useExploredSubject } from "../../state/use-subject.ts";
import { meaningDiff, type TermList } from "./model/meaning-diff.ts";

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
export function useMeaningDiff() {
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
