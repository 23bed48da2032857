import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import type { NamedCells } from "../../../../core/expression/parse-line.ts";
import { printLeaf } from "../../../../core/expression/print-line.ts";
import { isMod, useCombobox } from "../../../components/terms/use-combobox.ts";
import type { Suggestion } from "../../../model/suggestions.ts";
import { writeCompletion } from "../model/complete.ts";
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
  const [isComposing, setComposing] = useState(false);
  const [showsHelp, setShowsHelp] = useState(false);
  const found = useLineSuggestions(text, { caret, isComposing, named: line.named });
  const { completion, suggestions } = found;
  const write = (next: string, at = next.length) => {
    line.setText(next);
    setCaret(at);
    requestAnimationFrame(() => box.current?.setSelectionRange(at, at));
  };
  const accept = (suggestion: Suggestion) => {
    list.close();
    if (!completion) return;
    suggestion.retina?.choose();
    const value = completion.kind === "history" ? suggestion.term.split(" ")[0]! : suggestion.term;
    const written = writeCompletion(completion.kind, value);
    const { start, end } = completion.replaced;
    write(text.slice(0, start) + written + text.slice(end), start + written.length);
  };
  const list = useCombobox({ items: suggestions, isComposing, accept });
  const pressOnLine = (event: KeyboardEvent): boolean => {
    if (event.key === "Enter" && isMod(event)) write(asText(text));
    else if (event.key === "Enter") {
      list.setOpen(false);
      line.submit();
    } else if (event.key === "Escape" && showsHelp) setShowsHelp(false);
    else if (event.key === "F1") setShowsHelp(!showsHelp);
    else return false;
    return true;
  };
  return {
    ...found,
    ...list,
    box: box as RefObject<HTMLTextAreaElement | null>,
    showsHelp,
    write,
    accept,
    setCaret,
    setComposing,
    setShowsHelp,
    type(next: string, at: number) {
      line.setText(next);
      setCaret(at);
      list.restart();
    },
    press: (event: KeyboardEvent) => list.press(event, pressOnLine),
  };
}

const asText = (line: string): string =>
  line.trim() === "" ? line : printLeaf({ kind: "text", text: line.trim() });
