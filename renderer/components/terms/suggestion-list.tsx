import { messageOf } from "../controls/states.tsx";
import { formatShare } from "../format.ts";
import { posLabel } from "./pos-label.ts";
import { markMatch, type Suggestion } from "./suggestions.ts";

interface SuggestionListProps {
  readonly id: string;
  readonly typed: string;
  readonly suggestions: readonly Suggestion[];
  /** Lines of a paste that wait for a decision. */
  readonly pasted: readonly string[];
  readonly active: number;
  readonly error: unknown;
  readonly onActive: (index: number) => void;
  readonly onAccept: (suggestion: Suggestion) => void;
  readonly onAcceptMany: () => void;
}

/** The list under a term input. The pointer chooses only when it moves, not when the list appears under it. */
export function SuggestionList(props: SuggestionListProps) {
  const { suggestions, pasted, typed } = props;
  const isSpelling = suggestions[0]?.kind === "spelling";
  return (
    <div className="suggestions" onPointerDown={(event) => event.preventDefault()}>
      {pasted.length > 0 && (
        <button type="button" className="suggestion-many" onClick={props.onAcceptMany}>
          Add the {pasted.length} pasted lines as operands
        </button>
      )}
      {isSpelling && (
        <p className="suggestion-note">“{typed}” is not in this retina. Near spellings:</p>
      )}
      {props.error !== null && <p className="suggestion-note">{messageOf(props.error)}</p>}
      <div id={props.id} role="listbox" aria-label="Suggestions">
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box answers the keys
          <div
            key={`${suggestion.kind} ${suggestion.term}`}
            id={`${props.id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === props.active}
            className="suggestion"
            onPointerMove={() => props.onActive(index)}
            onClick={() => props.onAccept(suggestion)}
          >
            <SuggestionRow suggestion={suggestion} typed={typed} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** What is not of the vocabulary says where it comes from. */
const ORIGINS: Partial<Record<Suggestion["kind"], string>> = {
  recent: "recent",
  saved: "shelf",
  history: "history",
  region: "region",
  cells: "cells",
};

function SuggestionRow({
  suggestion,
  typed,
}: {
  readonly suggestion: Suggestion;
  readonly typed: string;
}) {
  if (suggestion.kind === "text")
    return (
      <>
        <span className="suggestion-term">
          Use as text: <q dir="auto">{suggestion.term}</q>
        </span>
        <kbd>Ctrl+Enter</kbd>
      </>
    );
  return (
    <>
      <span className="suggestion-term" dir="auto">
        {markMatch(suggestion.term, typed).map(({ text, isMatch }) =>
          isMatch ? (
            <mark key={`match ${text}`}>{text}</mark>
          ) : (
            <span key={`rest ${text}`}>{text}</span>
          ),
        )}
      </span>
      <span className="suggestion-pos">
        {ORIGINS[suggestion.kind] ?? (suggestion.posTypes ?? []).map(posLabel).join(", ")}
      </span>
      {suggestion.df !== undefined && (
        <span
          className="suggestion-df figures"
          title="Share of the corpus's documents with this term"
        >
          {formatShare(suggestion.df)}
        </span>
      )}
    </>
  );
}
