import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Output } from "../../core/api/client-types.ts";
import {
  completeQuery,
  MOST_FITTING,
  patternQuery,
  retinaCardsQuery,
  sensesQuery,
  termQuery,
} from "../api/map-queries.ts";
import { isPattern, isUnknown, type Suggestion } from "../model/suggestions.ts";
import { chooseRetina } from "./retina.ts";

/** More of what was perhaps meant would hide what else can be done. */
const MOST_SPELLINGS = 5;

/** What a `TermInput` asks for suggestions; answers are kept, so going back a letter costs nothing. */
export function useCompletions(retina: string) {
  const client = useQueryClient();
  return useCallback(
    async (prefix: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
      const fitting = isPattern(prefix) ? await fittingWords(prefix, { client, retina }) : [];
      // A question mark may as well end a question.
      if (fitting.length > 0) return fitting;
      const query = completeQuery(retina, prefix);
      const stop = () => void client.cancelQueries({ queryKey: query.queryKey });
      signal.addEventListener("abort", stop);
      try {
        const found = await client.fetchQuery(query);
        const tooFar = found.filter(({ kind }) => kind === "spelling").slice(MOST_SPELLINGS);
        const suggestions = found
          .filter((each) => !tooFar.includes(each))
          .map((each) => suggestionOf(each, { client, retina }));
        if (found.length > 0 && !isUnknown(suggestions)) return suggestions;
        // They are offered beside what was found: without them the list is shorter, not wrong.
        const ways = await waysOn(prefix, { client, retina }).catch(() => []);
        return [...suggestions, ...ways];
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
    [client, retina],
  );
}

const MOST_SHOWN = 8;

/** How many words fit a pattern, and the most frequent of them. */
async function fittingWords(
  pattern: string,
  { client, retina }: Place,
): Promise<readonly Suggestion[]> {
  const words = await client.fetchQuery(patternQuery(retina, pattern));
  if (words.length === 0) return [];
  const fitting = { count: words.length, isAll: words.length < MOST_FITTING };
  return [
    { term: pattern, kind: "pattern", fitting },
    ...words.slice(0, MOST_SHOWN).map(
      ({ term, df, pos_types }): Suggestion => ({
        term,
        kind: "prefix",
        df,
        posTypes: pos_types,
      }),
    ),
  ];
}

interface Place {
  readonly client: QueryClient;
  readonly retina: string;
}

const suggestionOf = (
  { term, kind, df, pos_types }: Output<"app.complete">[number],
  { client, retina }: Place,
): Suggestion => ({
  term,
  kind,
  df,
  posTypes: pos_types,
  countSenses: async () => (await client.fetchQuery(sensesQuery(retina, term))).length,
});

/** For what is no term here: its known parts, and other retinas that know it. */
async function waysOn(typed: string, { client, retina }: Place): Promise<Suggestion[]> {
  const [{ parts }, cards] = await Promise.all([
    client.fetchQuery(termQuery(retina, typed)),
    client.fetchQuery(retinaCardsQuery()),
  ]);
  const others = cards.filter(({ name, state }) => state === "ready" && name !== retina);
  const answers = await Promise.all(
    others.map(({ name }) => client.fetchQuery(termQuery(name, typed))),
  );
  const knowing = others.filter((_, index) => answers[index]?.known === true);
  return [
    ...(parts.length > 1 ? parts : []).map((term): Suggestion => ({ term, kind: "part" })),
    ...knowing.map(
      ({ name }): Suggestion => ({
        term: typed,
        kind: "retina",
        retina: { name, choose: () => chooseRetina(name) },
      }),
    ),
  ];
}
