import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { linesOf, type Suggestion } from "../../model/suggestions.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { type Complete, useAnnouncedCount, useSuggestions } from "./suggestions.ts";
import { isMod, useCombobox } from "./use-combobox.ts";
import "./term-input.css";

export interface TermInputProps {
  readonly label: string;
  readonly placeholder?: string;
  /** A term was accepted; the box empties. */
  readonly onTerm: (term: string) => void;
  /** "Use as text", and Ctrl/Cmd+Enter; without it texts are not offered. */
  readonly onText?: (text: string) => void;
  /** Several lines were pasted and accepted; without it pasting joins them. */
  readonly onMany?: (terms: readonly string[]) => void;
  readonly complete: Complete;
  /** Offered while the box is empty. */
  readonly recent?: readonly string[];
  readonly autoFocus?: boolean;
  /** Beside the box, inside its frame. */
  readonly children?: ReactNode;
}

/**
 * The box for one term: suggestions from the first letter, never replaced without an action, never
 * interrupted by an input method. Focus stays in the box.
 */
export function TermInput(props: TermInputProps) {
  const listId = useId();
  const box = useTermBox(props);
  const { isShown, active } = box;
  return (
    <div className="term-input" data-open={isShown || undefined}>
      <div className="term-input-frame row gap-1 field">
        <input
          className="plain grow"
          type="text"
          role="combobox"
          aria-label={props.label}
          aria-expanded={isShown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: an empty view starts with typing
          autoFocus={props.autoFocus}
          placeholder={props.placeholder}
          value={box.text}
          onChange={(event) => box.type(event.target.value)}
          onKeyDown={box.press}
          onPaste={box.paste}
          onClick={() => box.setOpen(true)}
          onBlur={() => box.setOpen(false)}
          onCompositionStart={() => box.setComposing(true)}
          onCompositionEnd={() => box.setComposing(false)}
        />
        {props.children}
      </div>
      {isShown && (
        <SuggestionList
          id={listId}
          typed={box.text}
          suggestions={box.suggestions}
          pasted={box.pasted}
          active={active}
          error={box.error}
          isUnknown={box.isUnknown}
          onActive={box.setActive}
          onAccept={box.accept}
          onAcceptMany={box.acceptMany}
          onPastedText={box.acceptText}
        />
      )}
    </div>
  );
}

/** What is typed, the list under it, and what the keys do with both. */
function useTermBox(props: TermInputProps) {
  const [text, setText] = useState("");
  const [isComposing, setComposing] = useState(false);
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const { suggestions, error, isUnknown } = useSuggestions(text, isComposing, props);
  const finish = (act: () => void) => {
    setText("");
    list.close();
    setPasted([]);
    act();
  };
  const accept = (suggestion: Suggestion) => {
    finish(() => takeSuggestion(suggestion, props));
  };
  const list = useCombobox({
    items: suggestions,
    isComposing,
    hasMore: pasted.length > 0 || error !== null,
    tabGoesOn: true,
    accept,
  });
  useAnnouncedCount(list.isShown, suggestions.length, text);
  const submit = (event: KeyboardEvent) => {
    const typed = text.trim();
    if (typed !== "") finish(() => takeTyped(typed, isMod(event), props));
  };
  const pressOnBox = (event: KeyboardEvent): boolean => {
    if (event.key === "ArrowDown") list.move(1);
    else if (event.key === "ArrowUp") list.move(-1);
    else if (event.key === "Enter") submit(event);
    else if (event.key === "Escape" && text !== "") setText("");
    else return false;
    return true;
  };
  return {
    ...list,
    text,
    suggestions,
    error,
    isUnknown,
    pasted,
    accept,
    setComposing,
    type: (next: string) => {
      setText(next);
      list.restart();
      setPasted([]);
    },
    press: (event: KeyboardEvent) => list.press(event, pressOnBox),
    paste: (event: ClipboardEvent<HTMLInputElement>) => {
      const lines = props.onMany ? severalLines(event) : null;
      if (!lines) return;
      setPasted(lines);
      list.setOpen(true);
    },
    acceptMany: () => finish(() => props.onMany?.(pasted)),
    acceptText: props.onText && (() => finish(() => props.onText?.(pasted.join("\n")))),
  };
}

/** The lines of a paste that has several; they wait for a decision instead of being joined. */
function severalLines(event: ClipboardEvent): readonly string[] | null {
  const lines = linesOf(event.clipboardData.getData("text"));
  if (lines.length < 2 || lines[0]?.startsWith("{")) return null;
  event.preventDefault();
  return lines;
}

function takeTyped(typed: string, isMod: boolean, props: TermInputProps): void {
  if (isMod && props.onText) props.onText(typed);
  else props.onTerm(typed);
}

function takeSuggestion({ kind, term, written, retina }: Suggestion, props: TermInputProps): void {
  retina?.choose();
  if (kind === "text") props.onText?.(term);
  else props.onTerm(written ?? term);
}
