import { useEffect, useState } from "react";
import type { Suggestion } from "../../model/suggestions.ts";

/** Counted after the list has stood for so long, so that typing is never slowed down. */
const QUIET_MS = 200;
const MOST_COUNTED = 5;

/** How many senses the first suggestions have, as the answers come in. */
export function useSenseCounts(suggestions: readonly Suggestion[]): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const key = JSON.stringify(suggestions.map(({ term }) => term));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made anew each time, its terms are not
  useEffect(() => {
    let isOver = false;
    const count = async () => {
      for (const { term, countSenses } of suggestions.slice(0, MOST_COUNTED)) {
        const senses = await countSenses?.().catch(() => 0);
        if (isOver) return;
        if (senses) setCounts((before) => new Map(before).set(term, senses));
      }
    };
    const timer = setTimeout(() => void count(), QUIET_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key]);
  return counts;
}
