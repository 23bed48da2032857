import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from "react";
import type { NamedCells } from "../../../../core/expression/parse-line.ts";
import { printLeaf } from "../../../../core/expression/print-line.ts";
import type { Problem } from "../../../../core/expression/problems.ts";
import { SuggestionList } from "../../../components/terms/suggestion-list.tsx";
import { useSuggestions } from "../../../components/terms/suggestions.ts";
import { isMod, useCombobox } from "../../../components/terms/use-combobox.ts";
import { linesOf, type Suggestion } from "../../../model/suggestions.ts";
import { filters } from "../../../state/filters/filter-store.ts";
import { pins } from "../../../state/pins.ts";
import { useAtlas, useRetina } from "../../../state/retina.ts";
import { useSettings } from "../../../state/settings.ts";
import { useCompletions } from "../../../state/use-completions.ts";
import { completionAt, writeCompletion } from "../model/complete.ts";
import { piecesOf } from "../model/line-reading.ts";
import type { useLine } from "./use-line.ts";
import "./line.css";

const MOST = 12;

interface AtCaret {
  readonly caret: number;
  readonly isComposing: boolean;
  readonly named: NamedCells;
}

/** What could stand at the caret: terms, or what is saved, evaluated or named on the map. */
function useLineSuggestions(line: string, { caret, isComposing, named }: AtCaret) {
  const retina = useRetina()?.name ?? "";
  const complete = useCompletions(
    retina,
    useSettings(({ languages }) => languages),
  );
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
  const atlas = useAtlas();
  switch (kind) {
    case "saved":
      return pinned.map(({ label }) => ({ term: label, kind: "saved" }));
    case "filter":
      return categories.map(({ name }) => ({ term: name, kind: "filter" }));
    case "region":
      return (atlas?.regions ?? []).map(({ name }) => ({ term: name, kind: "region" }));
    default:
      return NONE;
  }
}

interface LineBoxProps {
  readonly line: ReturnType<typeof useLine>;
  readonly box: ReturnType<typeof useLineBox>;
  readonly listId: string;
  /** What is said of the line; it stays in sight while there are suggestions. */
  readonly children: ReactNode;
}

/** Where the line is typed, with its mistakes underlined, then what is said of it, then the suggestions. */
export function LineBox({ line, box, listId, children }: LineBoxProps) {
  const { text, reading } = line;
  const { isShown, active } = box;
  const isWrong = reading.state === "problems";
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const lines = linesOf(event.clipboardData.getData("text"));
    const isWhole = text.trim() === "" || isAllSelected(event.currentTarget);
    if (lines.length < 2 || !isWhole || lines[0]?.startsWith("{")) return;
    event.preventDefault();
    box.write(lines.map((each) => writeCompletion("term", each)).join(" + "));
  };
  return (
    <div className="line-field stack gap-1">
      <div className="line-box" data-wrong={isWrong || undefined}>
        <Underlined text={text} problems={isWrong ? reading.parsed.problems : []} />
        <textarea
          ref={box.box}
          className="line-text"
          aria-label="Expression as one line"
          aria-autocomplete="list"
          aria-controls={isShown ? listId : undefined}
          aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
          aria-invalid={isWrong}
          aria-describedby={`${listId}-messages`}
          placeholder="jaguar - car"
          rows={1}
          spellCheck={false}
          autoCapitalize="off"
          value={text}
          onChange={({ target }) =>
            box.type(target.value.replace(/\r?\n/g, " "), target.selectionStart)
          }
          onSelect={({ currentTarget }) => box.setCaret(currentTarget.selectionStart)}
          onKeyDown={box.press}
          onPaste={paste}
          onBlur={() => {
            box.setOpen(false);
            if (reading.state === "ready" || reading.state === "unknown") line.commit();
          }}
          onCompositionStart={() => box.setComposing(true)}
          onCompositionEnd={() => box.setComposing(false)}
        />
      </div>
      <div id={`${listId}-messages`}>{children}</div>
      {isShown && (
        <SuggestionList
          id={listId}
          typed={box.completion?.typed ?? ""}
          suggestions={box.suggestions}
          pasted={[]}
          active={active}
          error={box.error}
          isUnknown={box.isUnknown}
          onActive={box.setActive}
          onAccept={box.accept}
          onAcceptMany={() => {}}
        />
      )}
    </div>
  );
}

const isAllSelected = ({ selectionStart, selectionEnd, value }: HTMLTextAreaElement): boolean =>
  selectionStart === 0 && selectionEnd === value.length;

interface UnderlinedProps {
  readonly text: string;
  readonly problems: readonly Pick<Problem, "span">[];
}

/** Lies exactly under the text of a `line-box` and carries the wavy lines. */
function Underlined({ text, problems }: UnderlinedProps) {
  return (
    <div className="line-back" aria-hidden="true">
      {piecesOf(text, problems).map((piece) => (
        <span key={piece.start} className={piece.isWrong ? "line-wrong" : ""}>
          {piece.text}
        </span>
      ))}
      {"\u200b"}
    </div>
  );
}

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
    const written = suggestion.written ?? writeCompletion(completion.kind, suggestion.term);
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
