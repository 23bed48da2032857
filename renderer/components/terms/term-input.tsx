import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { announce } from "../../state/announcer.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { linesOf, type Suggestion, useSuggestions } from "./suggestions.ts";
import "./term-input.css";

export interface TermInputProps {
  readonly label: string;
  readonly placeholder?: string;
  /** Text to begin with. */
  readonly initial?: string;
  /** A term was accepted; the box empties unless `keepsText`. */
  readonly onTerm: (term: string) => void;
  /** Ctrl/Cmd+Enter or "use as text"; without it texts are not offered. */
  readonly onText?: (text: string) => void;
  /** Several lines were pasted and accepted; without it pasting joins them. */
  readonly onMany?: (terms: readonly string[]) => void;
  /** Fetches suggestions for what is typed; see `useCompletions`. */
  readonly complete: (prefix: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
  /** Offered while the box is empty. */
  readonly recent?: readonly string[];
  readonly autoFocus?: boolean;
  readonly keepsText?: boolean;
  /** Beside the box, inside its frame. */
  readonly children?: ReactNode;
}

/**
 * The box for one term: suggestions from the first letter, never replaced without an action, never
 * interrupted by an input method. Focus stays in the box.
 */
export function TermInput(props: TermInputProps) {
  const [text, setText] = useState(props.initial ?? "");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isComposing, setComposing] = useState(false);
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { suggestions, error } = useSuggestions(text, isComposing, props);
  const isShown = isOpen && (suggestions.length > 0 || pasted.length > 0);

  useEffect(() => {
    if (isShown && text !== "")
      announce(`${suggestions.length} suggestions for ${text}. Down arrow to choose.`);
  }, [isShown, suggestions.length, text]);

  const finish = (accept: () => void) => {
    if (!props.keepsText) setText("");
    setOpen(false);
    setActive(-1);
    setPasted([]);
    accept();
  };
  const accept = (suggestion: Suggestion) => {
    if (props.keepsText && suggestion.kind !== "text") setText(suggestion.term);
    finish(() =>
      suggestion.kind === "text" ? props.onText?.(suggestion.term) : props.onTerm(suggestion.term),
    );
  };
  const submit = (asText: boolean) => {
    const typed = text.trim();
    if (typed === "") return;
    finish(() => (asText && props.onText ? props.onText(typed) : props.onTerm(typed)));
  };
  const move = (step: number) => {
    setOpen(true);
    if (suggestions.length === 0) return;
    setActive((before) => wrap(before + step, suggestions.length, before < 0 && step < 0));
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing || event.nativeEvent.isComposing) return;
    const chosen = isShown ? suggestions[active] : undefined;
    switch (event.key) {
      case "ArrowDown":
        if (event.altKey) setOpen(true);
        else move(1);
        break;
      case "ArrowUp":
        move(-1);
        break;
      case "Enter":
        if (chosen && !event.ctrlKey && !event.metaKey) accept(chosen);
        else submit(event.ctrlKey || event.metaKey);
        break;
      case "Tab":
        if (!chosen) return;
        accept(chosen);
        return;
      case "Escape":
        if (isShown) setOpen(false);
        else if (text !== "") setText("");
        else return;
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = linesOf(event.clipboardData.getData("text"));
    if (lines.length < 2 || !props.onMany) return;
    event.preventDefault();
    setPasted(lines);
    setOpen(true);
  };

  return (
    <div className="term-input" data-open={isShown || undefined}>
      <div className="term-input-frame">
        <input
          ref={input}
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
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
            setActive(-1);
            setPasted([]);
          }}
          onKeyDown={press}
          onPaste={paste}
          onFocus={() => text === "" && setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
        />
        {props.children}
      </div>
      {isShown && (
        <SuggestionList
          id={listId}
          typed={text}
          suggestions={suggestions}
          pasted={pasted}
          active={active}
          error={error}
          onActive={setActive}
          onAccept={accept}
          onAcceptMany={() => finish(() => props.onMany?.(pasted))}
        />
      )}
    </div>
  );
}

function wrap(index: number, count: number, fromNone: boolean): number {
  if (fromNone) return count - 1;
  return (index + count) % count;
}
