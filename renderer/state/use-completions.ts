import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { completeQuery } from "../api/map-queries.ts";
import type { Suggestion } from "../components/terms/suggestions.ts";

/** What a `TermInput` asks for suggestions; answers are kept, so going back a letter costs nothing. */
export function useCompletions(retina: string) {
  const client = useQueryClient();
  return useCallback(
    async (prefix: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
      const query = completeQuery(retina, prefix);
      const stop = () => void client.cancelQueries({ queryKey: query.queryKey });
      signal.addEventListener("abort", stop);
      try {
        const found = await client.fetchQuery(query);
        return found.map(({ term, kind, df, pos_types }) => ({
          term,
          kind,
          df,
          posTypes: pos_types,
        }));
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
    [client, retina],
  );
}
