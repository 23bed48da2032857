import { useEffect, useRef, useState } from "react";
import {
  isUnknown,
  type Suggestion,
  type SuggestionSource,
  suggestionsFor,
} from "../../model/suggestions.ts";

const DEBOUNCE_MS = 40;

/**
 * Suggestions for what is typed. A late answer never overwrites a newer one, a cancelled call never empties
 * the list, and nothing is asked while an input method composes.
 */
export function useSuggestions(text: string, isComposing: boolean, source: SuggestionSource) {
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  /** What the suggestions answer; while it is behind what is typed nothing is said to be unknown. */
  const [answered, setAnswered] = useState("");
  const [error, setError] = useState<unknown>(null);
  const latest = useRef(source);
  latest.current = source;
  const typed = text.trim();
  useEffect(() => {
    if (isComposing || typed === "") return;
    const abort = new AbortController();
    const ask = async () => {
      try {
        const answer = await latest.current.complete(typed, abort.signal);
        if (abort.signal.aborted) return;
        setFound(answer);
        setAnswered(typed);
        setError(null);
      } catch (cause) {
        if (!abort.signal.aborted) setError(cause);
      }
    };
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed, isComposing]);
  const suggestions = suggestionsFor(typed, found, source);
  return { suggestions, error, isUnknown: answered === typed && isUnknown(suggestions) };
}
