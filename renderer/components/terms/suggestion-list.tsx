import { type CSSProperties, useEffect, useState } from "react";
import { formatShare, messageOf, posLabel } from "../../model/format.ts";
import { languageName } from "../../model/language-name.ts";
import { markMatch, type Suggestion } from "../../model/suggestions.ts";

interface SuggestionListProps {
  readonly id: string;
  readonly typed: string;
  readonly suggestions: readonly Suggestion[];
  /** Lines of a paste that wait for a decision. */
  readonly pasted: readonly string[];
  readonly active: number;
  readonly error: unknown;
  /** What was typed is no term here. */
  readonly isUnknown: boolean;
  readonly onActive: (index: number) => void;
  readonly onAccept: (suggestion: Suggestion) => void;
  readonly onAcceptMany: () => void;
  /** The pasted lines are one text; without it they are not offered as one. */
  readonly onPastedText?: (() => void) | undefined;
}

/** The list under a term input. The pointer chooses only when it moves, not when the list appears under it. */
export function SuggestionList(props: SuggestionListProps) {
  const { suggestions, pasted, typed } = props;
  const senses = useSenseCounts(suggestions);
  return (
    <div className="suggestions float scroll" onPointerDown={(event) => event.preventDefault()}>
      {pasted.length > 0 && (
        <button type="button" className="suggestion-many pick" onClick={props.onAcceptMany}>
          Add the {pasted.length} pasted lines
        </button>
      )}
      {pasted.length > 0 && props.onPastedText && (
        <button type="button" className="suggestion-many pick" onClick={props.onPastedText}>
          Use them as one text
        </button>
      )}
      {props.isUnknown && (
        <p className="suggestion-note fine muted">
          “<bdi>{typed.trim()}</bdi>” is not on this map. Instead:
        </p>
      )}
      {props.error !== null && (
        <p className="suggestion-note fine muted">{messageOf(props.error)}</p>
      )}
      <div id={props.id} role="listbox" aria-label="Suggestions">
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box answers the keys
          <div
            key={`${suggestion.kind} ${suggestion.retina?.name ?? suggestion.language ?? ""} ${suggestion.term}`}
            id={`${props.id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === props.active}
            className="suggestion row"
            onPointerMove={() => props.onActive(index)}
            onClick={() => props.onAccept(suggestion)}
          >
            <SuggestionRow
              suggestion={suggestion}
              typed={typed}
              senses={suggestion.countSenses && senses.get(suggestion.term)}
            />
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
  region: "region",
  cells: "cells",
  filter: "filter",
  part: "part of it",
};

interface SuggestionRowProps {
  readonly suggestion: Suggestion;
  readonly typed: string;
  /** Not counted, or not yet: undefined. */
  readonly senses: number | undefined;
}

function SuggestionRow({ suggestion, typed, senses }: SuggestionRowProps) {
  const { kind, term, language, retina, df, posTypes = [] } = suggestion;
  if (kind === "text")
    return (
      <>
        <span className="clip grow">
          Use as text: <q dir="auto">{term}</q>
        </span>
        <kbd>Ctrl+Enter</kbd>
      </>
    );
  if (retina) return <span className="clip grow">Switch to {retina.name}, which has it</span>;
  const facts = ORIGINS[kind] ?? posTypes.map(posLabel).join(", ");
  return (
    <>
      <span className="clip grow" dir="auto">
        {markMatch(term, typed).map(({ text, isMatch }) =>
          isMatch ? (
            <mark key={`match ${text}`}>{text}</mark>
          ) : (
            <span key={`rest ${text}`}>{text}</span>
          ),
        )}
        {language !== undefined && (
          <span className="suggestion-language fine muted" title={languageName(language)}>
            {" "}
            · {language}
          </span>
        )}
      </span>
      <span className="fine muted nowrap">
        {senses !== undefined && senses > 1 ? `${senses} senses · ${facts}` : facts}
      </span>
      {df !== undefined && <Frequency share={df} />}
    </>
  );
}

/** A share as rare as this has no bar left; each tenfold share adds a quarter. */
const RAREST = 1e-4;

const DECADES = 4;

function Frequency({ share }: { readonly share: number }) {
  const length = share <= RAREST ? 0 : Math.log10(share / RAREST) / DECADES;
  return (
    <span
      className="suggestion-df figures fine muted nowrap"
      title="Share of the corpus's documents with this term"
      style={{ "--frequency": `${Math.round(100 * length)}%` } as CSSProperties}
    >
      {formatShare(share)}
    </span>
  );
}

/** Counted after the list has stood for so long, so that typing is never slowed down. */
const QUIET_MS = 200;

const MOST_COUNTED = 5;

/** How many senses the first suggestions have, as the answers come in. */
function useSenseCounts(suggestions: readonly Suggestion[]): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const key = JSON.stringify(suggestions.map(({ term }) => term));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made again each time, its terms are not
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
