import { type ClipboardEvent, type KeyboardEvent, use, useEffect, useRef, useState } from "react";
import { isPattern, linesOf, type Suggestion } from "../../model/suggestions.ts";
import { AnnounceContext } from "../page-contexts.ts";
import { useSuggestions } from "./suggestions.ts";
import type { TermInputProps } from "./term-input.tsx";
import { isBeingTyped } from "./typed-text.ts";

const NONE = -1;

/** What is typed, the list under it, and what the keys do with both. */
export function useTermBox(props: TermInputProps) {
  const [text, setText] = useTextOf(props.initial ?? "");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(NONE);
  const [isComposing, setComposing] = useState(false);
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const { suggestions, error, isUnknown } = useSuggestions(text, isComposing, props);
  const isShown = isOpen && (suggestions.length > 0 || pasted.length > 0 || error !== null);
  useAnnouncedCount(isShown, suggestions.length, text);
  const finish = (accept: () => void) => {
    if (!props.keepsText) setText("");
    setOpen(false);
    setActive(NONE);
    setPasted([]);
    accept();
  };
  const box: TermBox = {
    text,
    active,
    suggestions,
    isShown,
    setText,
    setOpen,
    accept: (suggestion) => {
      if (props.keepsText && suggestion.kind !== "text" && suggestion.kind !== "pattern")
        setText(suggestion.term);
      finish(() => takeSuggestion(suggestion, props));
    },
    submit: (isMod) => {
      const typed = text.trim();
      if (typed !== "") finish(() => takeTyped(typed, isMod, props));
    },
    submitWhole: props.onWhole && ((typed) => finish(() => props.onWhole?.(typed))),
    move: (step) => {
      setOpen(true);
      if (suggestions.length > 0) setActive((before) => stepped(before, step, suggestions.length));
    },
  };
  return {
    ...box,
    error,
    isUnknown,
    pasted,
    setActive,
    setComposing,
    type: (next: string) => {
      setText(next);
      setOpen(true);
      setActive(NONE);
      setPasted([]);
    },
    press: (event: KeyboardEvent) => pressUnless(isComposing, event, box),
    paste: (event: ClipboardEvent<HTMLInputElement>) => {
      const lines = props.onMany ? severalLines(event) : null;
      if (!lines) return;
      setPasted(lines);
      setOpen(true);
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

interface TermBox {
  readonly text: string;
  readonly active: number;
  readonly suggestions: readonly Suggestion[];
  readonly isShown: boolean;
  readonly setText: (text: string) => void;
  readonly setOpen: (isOpen: boolean) => void;
  readonly accept: (suggestion: Suggestion) => void;
  readonly submit: (isMod: boolean) => void;
  readonly submitWhole: ((typed: string) => void) | undefined;
  readonly move: (step: number) => void;
}

function pressUnless(isComposing: boolean, event: KeyboardEvent, box: TermBox): void {
  if (isComposing || event.nativeEvent.isComposing || !pressKey(event, box)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** @returns false for a key that the page may have */
function pressKey(event: KeyboardEvent, box: TermBox): boolean {
  const chosen = box.isShown ? box.suggestions[box.active] : undefined;
  const isMod = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case "ArrowDown":
      if (event.altKey) box.setOpen(true);
      else box.move(1);
      return true;
    case "ArrowUp":
      box.move(-1);
      return true;
    case "Enter":
      if (chosen && isMod && box.submitWhole) box.submitWhole(chosen.term);
      else if (chosen && !isMod) box.accept(chosen);
      else box.submit(isMod);
      return true;
    case "Tab":
      if (chosen) box.accept(chosen);
      return false;
    case "Escape":
      if (box.isShown) box.setOpen(false);
      else if (box.text !== "") box.setText("");
      else return false;
      return true;
    default:
      return false;
  }
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

/** From no choice, down goes to the first and up to the last. */
function stepped(before: number, step: number, count: number): number {
  if (before < 0) return step < 0 ? count - 1 : step - 1;
  return (before + step + count) % count;
}
