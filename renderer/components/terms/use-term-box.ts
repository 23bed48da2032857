import { type ClipboardEvent, type KeyboardEvent, use, useEffect, useRef, useState } from "react";
import { isPattern, linesOf, type Suggestion } from "../../model/suggestions.ts";
import { AnnounceContext } from "../page-contexts.ts";
import { useSuggestions } from "./suggestions.ts";
import type { TermInputProps } from "./term-input.tsx";
import { isBeingTyped } from "./typed-text.ts";
import { isMod, useCombobox } from "./use-combobox.ts";

/** What is typed, the list under it, and what the keys do with both. */
export function useTermBox(props: TermInputProps) {
  const [text, setText] = useTextOf(props.initial ?? "");
  const [isComposing, setComposing] = useState(false);
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const { suggestions, error, isUnknown } = useSuggestions(text, isComposing, props);
  const finish = (act: () => void) => {
    if (!props.keepsText) setText("");
    list.close();
    setPasted([]);
    act();
  };
  const accept = (suggestion: Suggestion) => {
    if (props.keepsText && suggestion.kind !== "text" && suggestion.kind !== "pattern")
      setText(suggestion.term);
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
    const { onWhole } = props;
    const { chosen } = list;
    const typed = text.trim();
    if (chosen && onWhole) finish(() => onWhole(chosen.term));
    else if (typed !== "") finish(() => takeTyped(typed, isMod(event), props));
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
  };
}

/** Starts with a text, and follows it where it changes unless the person is writing another. */
function useTextOf(initial: string) {
  const [text, setText] = useState(initial);
  const last = useRef(initial);
  useEffect(() => {
    const before = last.current;
    if (initial === before) return;
    last.current = initial;
    if (text === before || !isBeingTyped(text)) setText(initial);
  }, [initial, text]);
  return [text, setText] as const;
}

/** The lines of a paste that has several; they wait for a decision instead of being joined. */
function severalLines(event: ClipboardEvent): readonly string[] | null {
  const lines = linesOf(event.clipboardData.getData("text"));
  if (lines.length < 2 || lines[0]?.startsWith("{")) return null;
  event.preventDefault();
  return lines;
}

function takeTyped(typed: string, isMod: boolean, props: TermInputProps): void {
  if (isMod && props.onWhole) props.onWhole(typed);
  else if (isMod && props.onText) props.onText(typed);
  else if (isPattern(typed) && props.onPattern) props.onPattern(typed);
  else props.onTerm(typed);
}

function takeSuggestion({ kind, term, retina }: Suggestion, props: TermInputProps): void {
  retina?.choose();
  if (kind === "text") props.onText?.(term);
  else if (kind === "pattern") props.onPattern?.(term);
  else props.onTerm(term);
}

function useAnnouncedCount(isShown: boolean, count: number, text: string): void {
  const announce = use(AnnounceContext);
  useEffect(() => {
    if (isShown && text !== "") announce(`${count} suggestions for ${text}. Down arrow to choose.`);
  }, [isShown, count, text, announce]);
}
