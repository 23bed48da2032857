import { type ReactNode, useId } from "react";
import type { Suggestion } from "../../model/suggestions.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { useTermBox } from "./use-term-box.ts";
import "./term-input.css";

export interface TermInputProps {
  readonly label: string;
  readonly placeholder?: string;
  /** Text to begin with. */
  readonly initial?: string;
  /** A term was accepted; the box empties unless `keepsText`. */
  readonly onTerm: (term: string) => void;
  /** "Use as text", and Ctrl/Cmd+Enter unless `onWhole` has it; without it texts are not offered. */
  readonly onText?: (text: string) => void;
  /** Ctrl/Cmd+Enter: what was typed or chosen takes the place of all there is. */
  readonly onWhole?: (typed: string) => void;
  /** A pattern with `*` or `?` was accepted; without it only words that fit are offered. */
  readonly onPattern?: (pattern: string) => void;
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
          replaces={props.onWhole !== undefined}
          onActive={box.setActive}
          onAccept={box.accept}
          onAcceptMany={box.acceptMany}
        />
      )}
    </div>
  );
}
