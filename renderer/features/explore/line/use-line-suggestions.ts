import type { NamedCells } from "../../../../core/expression/parse-line.ts";
import { useSuggestions } from "../../../components/terms/suggestions.ts";
import { entriesOf, labelOfEntry } from "../../../model/query-history.ts";
import type { Suggestion } from "../../../model/suggestions.ts";
import { useAtlas } from "../../../state/atlas.ts";
import { filters } from "../../../state/filters/filter-store.ts";
import { pins } from "../../../state/pins.ts";
import { queryHistory } from "../../../state/query-history.ts";
import { useRetina } from "../../../state/retina.ts";
import { useCompletions } from "../../../state/use-completions.ts";
import { completionAt } from "../model/complete.ts";

const MOST = 12;

interface AtCaret {
  readonly caret: number;
  readonly isComposing: boolean;
  readonly named: NamedCells;
}

/** What could stand at the caret: terms, or what is saved, evaluated or named on the map. */
export function useLineSuggestions(line: string, { caret, isComposing, named }: AtCaret) {
  const retina = useRetina()?.name ?? "";
  const complete = useCompletions(retina);
  const completion = completionAt(line, caret);
  const typed = completion?.typed ?? "";
  const { suggestions, error, isUnknown } = useSuggestions(
    completion?.kind === "term" ? typed : "",
    isComposing,
    { complete },
  );
  const references = useReferencesBy(completion?.kind);
  if (!completion) return NO_SUGGESTIONS;
  if (completion.kind === "term")
    return { completion, suggestions: typed === "" ? NONE : suggestions, error, isUnknown };
  const offered = completion.kind === "cells" ? named.names.map(asCells) : references;
  const found = offered.filter(({ term }) => term.toLowerCase().includes(typed.toLowerCase()));
  return { ...NO_SUGGESTIONS, completion, suggestions: found.slice(0, MOST) };
}

const NONE: readonly Suggestion[] = [];
const NO_SUGGESTIONS = { completion: null, suggestions: NONE, error: null, isUnknown: false };

const asCells = (name: string): Suggestion => ({ term: name, kind: "cells" });

function useReferencesBy(kind: string | undefined): readonly Suggestion[] {
  const pinned = pins.use();
  const categories = filters.use();
  const entries = queryHistory.use();
  const atlas = useAtlas();
  switch (kind) {
    case "saved":
      return pinned.map(({ label }) => ({ term: label, kind: "saved" }));
    case "filter":
      return categories.map(({ name }) => ({ term: name, kind: "filter" }));
    case "history":
      return entriesOf(entries).map((entry) => ({
        term: `${entry.number} ${labelOfEntry(entry, 40)}`,
        kind: "history",
      }));
    case "region":
      return (atlas?.regions ?? []).map(({ name }) => ({ term: name, kind: "region" }));
    default:
      return NONE;
  }
}
