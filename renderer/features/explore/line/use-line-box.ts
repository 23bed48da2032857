import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import type { NamedCells } from "../../../../core/expression/parse-line.ts";
import { printLeaf } from "../../../../core/expression/print-line.ts";
import { writeCompletion } from "../../../model/builder/complete.ts";
import type { Suggestion } from "../../../model/suggestions.ts";
import { useLineSuggestions } from "./use-line-suggestions.ts";

interface Line {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly submit: () => void;
  readonly named: NamedCells;
}

/** The caret, the list of suggestions under it, and what the keys do with both. */
export function useLineBox(line: Line) {
  const { text } = line;
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(text.length);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isComposing, setComposing] = useState(false);
  const [showsHelp, setShowsHelp] = useState(false);
  const found = useLineSuggestions(text, { caret, isComposing, named: line.named });
  const { completion, suggestions } = found;
  const isShown = isOpen && suggestions.length > 0;
  const write = (next: string, at = next.length) => {
    line.setText(next);
    setCaret(at);
    requestAnimationFrame(() => box.current?.setSelectionRange(at, at));
  };
  const accept = (suggestion: Suggestion) => {
    setOpen(false);
    setActive(-1);
    if (!completion) return;
    suggestion.retina?.choose();
    const value = completion.kind === "history" ? suggestion.term.split(" ")[0]! : suggestion.term;
    const written = writeCompletion(completion.kind, value);
    const { start, end } = completion.replaced;
    write(text.slice(0, start) + written + text.slice(end), start + written.length);
  };
  const keys: LineKeys = {
    chosen: isShown ? suggestions[active] : undefined,
    isShown,
    showsHelp,
    accept,
    setOpen,
    setShowsHelp,
    move: (step) => setActive((before) => stepped(before, step, suggestions.length)),
    writeAsText: () => write(asText(text)),
    submit: line.submit,
  };
  return {
    ...found,
    box: box as RefObject<HTMLTextAreaElement | null>,
    isShown,
    active,
    showsHelp,
    write,
    accept,
    setActive,
    setOpen,
    setCaret,
    setComposing,
    setShowsHelp,
    /** Typed: the list opens anew. */
    type(next: string, at: number) {
      line.setText(next);
      setCaret(at);
      setOpen(true);
      setActive(-1);
    },
    press(event: KeyboardEvent) {
      if (isComposing || event.nativeEvent.isComposing) return;
      if (!pressOnList(event, keys) && !pressOnLine(event, keys)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

interface LineKeys {
  readonly chosen: Suggestion | undefined;
  readonly isShown: boolean;
  readonly showsHelp: boolean;
  readonly accept: (suggestion: Suggestion) => void;
  readonly setOpen: (isOpen: boolean) => void;
  readonly setShowsHelp: (isShown: boolean) => void;
  readonly move: (step: number) => void;
  readonly writeAsText: () => void;
  readonly submit: () => void;
}

/** Keys that belong to the list while it is open. @returns false for a key that it leaves to the line */
function pressOnList(
  event: KeyboardEvent,
  { chosen, isShown, accept, ...keys }: LineKeys,
): boolean {
  if (!isShown || event.ctrlKey || event.metaKey) return false;
  if (event.key === "ArrowDown") keys.move(1);
  else if (event.key === "ArrowUp") keys.move(-1);
  else if ((event.key === "Enter" || event.key === "Tab") && chosen) accept(chosen);
  else if (event.key === "Escape") keys.setOpen(false);
  else return false;
  return true;
}

/** @returns false for a key that the box may have */
function pressOnLine(event: KeyboardEvent, { showsHelp, ...keys }: LineKeys): boolean {
  if (event.key === "ArrowDown" && event.altKey) keys.setOpen(true);
  else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) keys.writeAsText();
  else if (event.key === "Enter") {
    keys.setOpen(false);
    keys.submit();
  } else if (event.key === "Escape" && showsHelp) keys.setShowsHelp(false);
  else if (event.key === "F1") keys.setShowsHelp(!showsHelp);
  else return false;
  return true;
}

/** From no choice, up goes to the last. */
const stepped = (before: number, step: number, count: number): number =>
  before < 0 && step < 0 ? count - 1 : (before + step + count) % count;

const asText = (line: string): string =>
  line.trim() === "" ? line : printLeaf({ kind: "text", text: line.trim() });
