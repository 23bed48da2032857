import { completionAt } from "../../../../core/expression/complete.ts";
import { type Suggestion, useSuggestions } from "../../../components/terms/suggestions.ts";
import { useAtlas } from "../../../state/atlas.ts";
import { labelOf } from "../../../state/fingerprint.ts";
import { pins } from "../../../state/pins.ts";
import { entriesOf, queryHistory } from "../../../state/query-history.ts";
import { useRetina } from "../../../state/retina.ts";
import { useCompletions } from "../../../state/use-completions.ts";

const MOST = 12;

/** What could stand at the caret: terms, or what is saved, evaluated or named on the map. */
export function useLineSuggestions(line: string, caret: number, isComposing: boolean) {
  const retina = useRetina()?.name ?? "";
  const complete = useCompletions(retina);
  const completion = completionAt(line, caret);
  const typed = completion?.typed ?? "";
  const { suggestions, error } = useSuggestions(
    completion?.kind === "term" ? typed : "",
    isComposing,
    { complete },
  );
  const named = useNamed(completion?.kind);
  if (!completion) return { completion: null, suggestions: NONE, error: null };
  if (completion.kind === "term")
    return { completion, suggestions: typed === "" ? NONE : suggestions, error };
  const found = named.filter(({ term }) => term.toLowerCase().includes(typed.toLowerCase()));
  return { completion, suggestions: found.slice(0, MOST), error: null };
}

const NONE: readonly Suggestion[] = [];

function useNamed(kind: string | undefined): readonly Suggestion[] {
  const pinned = pins.use();
  const entries = queryHistory.use();
  const atlas = useAtlas();
  switch (kind) {
    case "saved":
    case "filter":
      return pinned.map(({ label }) => ({ term: label, kind: "saved" }));
    case "history":
      return entriesOf(entries).map(({ number, name, expression }) => ({
        term: `${number} ${name || labelOf(expression, 40)}`,
        kind: "history",
      }));
    case "region":
      return (atlas?.regions ?? []).map(({ name }) => ({ term: name, kind: "region" }));
    default:
      return NONE;
  }
}
