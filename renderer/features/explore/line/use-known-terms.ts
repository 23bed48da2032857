import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { termQuery } from "../../../api/map-queries.ts";
import type { KnownTerm } from "../model/line-reading.ts";

/** Longer runs of words are text, not terms. */
const LONGEST = 200;

/** Knows which words are terms of the retina; those it is asked about and does not know yet it looks up. */
export function useKnownTerms(retina: string) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<readonly string[]>([]);
  const answers = useQueries({
    queries: asked.map((term) => termQuery(retina, term)),
    combine: (results) => results.map(({ data, isError }) => (isError ? false : data?.known)),
  });
  const known = useMemo(
    () => new Map(asked.map((term, index) => [term, answers[index]])),
    [asked, answers],
  );
  const isKnown = useCallback<KnownTerm>(
    (words) => {
      if (words.length > LONGEST) return false;
      return (
        known.get(words) ??
        client.getQueryData<{ known: boolean }>(termQuery(retina, words).queryKey)?.known
      );
    },
    [known, client, retina],
  );
  const ask = useCallback((terms: readonly string[]) => {
    setAsked((before) => (terms.every((term) => before.includes(term)) ? before : [...terms]));
  }, []);
  return { isKnown, ask };
}
