import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Output } from "../../core/api/client-types.ts";
import { printLeaf } from "../../core/expression/print-line.ts";
import {
  completeQuery,
  retinaCardsQuery,
  retinaOf,
  sensesQuery,
  termQuery,
} from "../api/map-queries.ts";
import { isUnknown, type Suggestion, withOtherLanguages } from "../model/suggestions.ts";
import { chooseRetina } from "./retina.ts";

/** Words of each further language that are offered. */
const MOST_SPOKEN = 3;

const NONE: readonly string[] = [];

/** More of what was perhaps meant would hide what else can be done. */
const MOST_SPELLINGS = 5;

/**
 * What a `TermInput` asks for suggestions; answers are kept, so going back a letter costs nothing.
 * @param languages codes of those that words are offered in, too; a word may name its own: `de:hu`
 */
export function useCompletions(retina: string, languages = NONE) {
  const client = useQueryClient();
  return useCallback(
    (typed: string) => ({
      queryKey: [retina, "suggestions", languages, typed],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        suggestionsOf(typed, { client, retina, languages, signal }),
      // What it asks for is kept by those queries.
      staleTime: 0,
    }),
    [client, retina, languages],
  );
}

async function suggestionsOf(
  typed: string,
  { client, retina, languages, signal }: Place & Asked,
): Promise<readonly Suggestion[]> {
  const place = { client, retina };
  const named = languages.find((code) => typed.startsWith(`${code}:`));
  if (named !== undefined)
    return spokenWords(typed.slice(named.length + 1), named, MOST_SHOWN, place);
  const [own, spoken] = await Promise.all([
    ownWords(typed, signal, place),
    Promise.all(languages.map((code) => spokenWords(typed, code, MOST_SPOKEN, place))),
  ]);
  return withOtherLanguages(own, spoken.flat());
}

interface Asked {
  readonly languages: readonly string[];
  readonly signal: AbortSignal;
}

/** Words of another language; none while its retina cannot be opened. */
async function spokenWords(
  prefix: string,
  language: string,
  most: number,
  { client, retina }: Place,
): Promise<readonly Suggestion[]> {
  if (prefix.trim() === "") return [];
  const name = retinaOf(retina, language);
  const found = await client.fetchQuery(completeQuery(name, prefix)).catch(() => []);
  return found
    .filter(({ kind }) => kind !== "spelling")
    .slice(0, most)
    .map(({ term, kind, df, pos_types }) => ({
      term,
      kind,
      df,
      posTypes: pos_types,
      language,
      written: printLeaf({ kind: "term", term, language }),
    }));
}

/** Words of the retina's own language, and ways on from what is none. */
async function ownWords(
  prefix: string,
  signal: AbortSignal,
  { client, retina }: Place,
): Promise<readonly Suggestion[]> {
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
}

const MOST_SHOWN = 8;

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
