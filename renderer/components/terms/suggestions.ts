import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { use, useEffect } from "react";
import {
  isUnknown,
  type Suggestion,
  type SuggestionSource,
  suggestionsFor,
} from "../../model/suggestions.ts";
import { AnnounceContext } from "../page-contexts.ts";

/** Asks for what could be meant by what is typed; see `useCompletions`. */
export type Complete = (typed: string) => {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<readonly Suggestion[]>;
};

const NONE: readonly Suggestion[] = [];

/**
 * Suggestions for what is typed. Those of before stay until the new ones are there, and nothing is asked while an input method
 * composes. Nothing is said to be unknown before its answer has come.
 */
export function useSuggestions(
  text: string,
  isComposing: boolean,
  { complete, ...source }: SuggestionSource & { readonly complete: Complete },
) {
  const typed = text.trim();
  const { data, error, isPlaceholderData } = useQuery({
    ...complete(typed),
    enabled: typed !== "" && !isComposing,
    placeholderData: keepPreviousData,
  });
  const suggestions = suggestionsFor(typed, data ?? NONE, source);
  const isAnswered = typed !== "" && data !== undefined && !isPlaceholderData;
  return { suggestions, error, isUnknown: isAnswered && isUnknown(suggestions) };
}

/** Tells screen readers how many suggestions there are. */
export function useAnnouncedCount(isShown: boolean, count: number, text: string): void {
  const announce = use(AnnounceContext);
  useEffect(() => {
    if (isShown && text !== "") announce(`${count} suggestions for ${text}. Down arrow to choose.`);
  }, [isShown, count, text, announce]);
}
