import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button as AriaButton } from "react-aria-components";
import { parseLine } from "../../../../core/expression/parse-line.ts";
import { printLeaf } from "../../../../core/expression/print-line.ts";
import type { Span } from "../../../../core/expression/scan.ts";
import { Button } from "../../../components/controls/button.tsx";
import { readTextFile } from "../../../components/files/read-file.ts";
import { SuggestionList } from "../../../components/terms/suggestion-list.tsx";
import { useAnnouncedCount, useSuggestions } from "../../../components/terms/suggestions.ts";
import { isMod, useCombobox } from "../../../components/terms/use-combobox.ts";
import { linesOf, type Suggestion } from "../../../model/suggestions.ts";
import { filters } from "../../../state/filters/filter-store.ts";
import { pins } from "../../../state/pins.ts";
import { useAtlas, useRetina } from "../../../state/retina.ts";
import { useSettings } from "../../../state/settings.ts";
import { useCompletions } from "../../../state/use-completions.ts";
import { useBuild } from "../build-ui.ts";
import { completionAt, writeCompletion } from "../model/complete.ts";
import { useLine } from "./use-line.ts";
import "./line.css";

interface ExpressionLineProps {
  readonly showsHelp: boolean;
  readonly onHelp: (isShown: boolean) => void;
}

/** The expression as text: typed, completed, and with its first mistake underlined. */
export function ExpressionLine({ showsHelp, onHelp }: ExpressionLineProps) {
  const line = useLine();
  const { text, problem, submit } = line;
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(text.length);
  const [moved, setMoved] = useState<{ readonly to: number } | null>(null);
  const [isComposing, setComposing] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const listId = useId();
  const found = useLineSuggestions(text, { caret, isComposing, names: line.names });
  const { completion, suggestions } = found;
  const write = (next: string, at = next.length) => {
    const written = line.setText(next);
    const place = written === next ? at : written.length;
    setCaret(place);
    setMoved({ to: place });
  };
  useLayoutEffect(() => {
    if (moved) box.current?.setSelectionRange(moved.to, moved.to);
  }, [moved]);
  const accept = (suggestion: Suggestion) => {
    list.close();
    if (suggestion.kind === "text") return line.submitAsText();
    if (!completion) return;
    suggestion.retina?.choose();
    const written = suggestion.written ?? writeCompletion(completion.kind, suggestion.term);
    const { start, end } = completion.replaced;
    write(text.slice(0, start) + written + text.slice(end), start + written.length);
    if (text.slice(end).trim() === "") submit(text.slice(0, start) + written);
  };
  const list = useCombobox({ items: suggestions, isComposing, accept });
  useAnnouncedCount(list.isShown, suggestions.length, completion?.typed ?? "");
  const pressOnLine = (event: KeyboardEvent): boolean => {
    if (event.key === "Enter" && event.shiftKey) return false;
    if (event.key === "Enter") {
      list.close();
      if (isMod(event)) line.submitAsText();
      else submit();
    } else if (event.key === "ArrowDown" && text.trim() === "") list.move(1);
    else if (event.key === "Escape" && showsHelp) onHelp(false);
    else if (event.key === "Escape" && line.isDraft) line.reset();
    else if (event.key === "F1") onHelp(!showsHelp);
    else return false;
    return true;
  };
  useSelections(box, line);
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const isWhole = selectionStart === 0 && selectionEnd === value.length;
    const written = isWhole ? lineOfPaste(event.clipboardData.getData("text")) : null;
    if (written === null) return;
    event.preventDefault();
    write(written);
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    readTextFile(file).then(
      ({ text: content }) => {
        setFault(content.length > LONGEST ? TOO_LONG : null);
        if (content.length <= LONGEST) submit(printLeaf({ kind: "text", text: content }));
      },
      (cause: unknown) => setFault(cause instanceof Error ? cause.message : String(cause)),
    );
  };
  return (
    <section className="expression-line stack gap-1" aria-label="Expression line" data-type-here>
      <div className="line-field stack gap-1">
        <div className="line-box" data-wrong={problem !== undefined || undefined}>
          <Underlined text={text} span={problem?.span} />
          <textarea
            ref={box}
            className="line-text"
            data-untyped={!line.isDraft || undefined}
            aria-label="Expression"
            aria-autocomplete="list"
            aria-controls={list.isShown ? listId : undefined}
            aria-activedescendant={
              list.isShown && list.active >= 0 ? `${listId}-${list.active}` : undefined
            }
            aria-invalid={problem !== undefined}
            aria-describedby={`${listId}-message`}
            placeholder="Word, text or expression, e.g. jaguar - car"
            rows={1}
            spellCheck={false}
            autoCapitalize="off"
            dir="auto"
            value={text}
            onChange={({ target }) => {
              const { value, selectionStart } = target;
              setFault(null);
              if (line.isTaken) write(value, selectionStart);
              else line.setText(value);
              setCaret(selectionStart);
              list.restart();
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onKeyDown={(event) => list.press(event, pressOnLine)}
            onPaste={paste}
            onDragOver={(event) =>
              event.dataTransfer.types.includes("Files") && event.preventDefault()
            }
            onDrop={drop}
            onBlur={() => {
              list.close();
              line.leave();
            }}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={() => setComposing(false)}
          />
        </div>
        <div id={`${listId}-message`} role="status" className="line-message fine breaks">
          {fault && <p className="problem">{fault}</p>}
          {problem && (
            <p className="problem">
              {problem.message} <span className="muted nowrap">Column {problem.column}</span>{" "}
              <Button size="small" tone="quiet" onPress={line.submitAsText}>
                Read as one text
              </Button>
            </p>
          )}
          {line.hasUnknown && (
            <p className="muted">A word is not in the vocabulary. Enter uses it anyway.</p>
          )}
        </div>
        {list.isShown && (
          <SuggestionList
            id={listId}
            typed={completion?.typed ?? ""}
            suggestions={suggestions}
            pasted={[]}
            active={list.active}
            error={found.error}
            isUnknown={found.isUnknown}
            onActive={list.setActive}
            onAccept={accept}
            onAcceptMany={() => {}}
          />
        )}
      </div>
      {showsHelp && <CheatSheet onTry={write} />}
    </section>
  );
}

const LONGEST = 1_000_000;
const TOO_LONG =
  "This file has more than 1,000,000 characters. Create a collection from it, or split it.";

/** Selects the line once it was taken, and a part of it when the outline asks for it. */
function useSelections(
  box: { readonly current: HTMLTextAreaElement | null },
  line: ReturnType<typeof useLine>,
): void {
  const { isTaken, text, reset } = line;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text may be written differently once it is taken
  useLayoutEffect(() => {
    if (isTaken && document.activeElement === box.current) box.current?.select();
  }, [isTaken, text, box]);
  const toSelect = useBuild((state) => state.toSelect);
  const answered = useRef(toSelect);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each wish is answered once
  useEffect(() => {
    if (toSelect === null || toSelect === answered.current) return;
    answered.current = toSelect;
    reset();
    box.current?.focus();
    box.current?.setSelectionRange(toSelect.start, toSelect.end);
  }, [toSelect, box]);
}

/** Words on lines of their own are joined; other pasted lines, and prose that is no expression, are one text. */
function lineOfPaste(pasted: string): string | null {
  const lines = linesOf(pasted);
  const words = pasted.split(/\s+/).filter(Boolean).length;
  if (pasted.trimStart().startsWith("{")) return null;
  if (lines.length > 1 && lines.every((each) => each.split(/\s+/).length <= MOST_WORDS))
    return lines.map((each) => writeCompletion("term", each)).join(" + ");
  const isProse = words >= PROSE && parseLine(pasted, { isPhrase: () => false }).problem;
  return isProse ? printLeaf({ kind: "text", text: pasted.trim() }) : null;
}

/** Words of a term, at most. */
const MOST_WORDS = 3;
/** Words of a text, at least. */
const PROSE = 8;

/** Lies exactly under the text of a `line-box` and carries the wavy line. */
function Underlined({ text, span }: { readonly text: string; readonly span: Span | undefined }) {
  const { start, end } = span ?? { start: text.length, end: text.length };
  return (
    <div className="line-back" aria-hidden="true">
      {text.slice(0, start)}
      <span className="line-wrong">{text.slice(start, end)}</span>
      {text.slice(end)}
      {"\u200b"}
    </div>
  );
}

const MOST = 12;
const NONE: readonly Suggestion[] = [];
const NO_SUGGESTIONS = { completion: undefined, suggestions: NONE, error: null, isUnknown: false };

interface AtCaret {
  readonly caret: number;
  readonly isComposing: boolean;
  readonly names: readonly string[];
}

/** What could stand at the caret: terms, or what is on the shelf, in the filters or named on the map. */
function useLineSuggestions(line: string, { caret, isComposing, names }: AtCaret) {
  const retina = useRetina()?.name ?? "";
  const complete = useCompletions(
    retina,
    useSettings(({ languages }) => languages),
  );
  const recent = useSettings(({ recentTerms }) => recentTerms);
  const completion = completionAt(line, caret);
  const typed = completion?.typed ?? "";
  const isWhole = completion?.replaced.start === line.length - line.trimStart().length;
  const isText = isWhole && completion?.replaced.end === line.trimEnd().length && /\s/.test(typed);
  const { suggestions, error, isUnknown } = useSuggestions(
    completion?.kind === "term" ? typed : "",
    isComposing,
    {
      complete,
      ...(line.trim() === "" ? { recent } : {}),
      ...(isText ? { onText: () => {} } : {}),
    },
  );
  const references = useReferencesBy(completion?.kind);
  if (!completion) return NO_SUGGESTIONS;
  if (completion.kind === "term") return { completion, suggestions, error, isUnknown };
  const offered =
    completion.kind === "cells"
      ? names.map((name): Suggestion => ({ term: name, kind: "cells" }))
      : references;
  const found = offered.filter(({ term }) => term.toLowerCase().includes(typed.toLowerCase()));
  return { ...NO_SUGGESTIONS, completion, suggestions: found.slice(0, MOST) };
}

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

const ROWS: readonly (readonly [string, string])[] = [
  ["apple + fruit", "any of them; also | or"],
  ["music & physics", "all of them; also and"],
  ["jaguar - car", "the first without the rest; also sub, but not"],
  ["cat ^ dog", "in one only; of three and more, in an odd number; also xor"],
  ["(apple + fruit) - company", "brackets say what comes first"],
  ['"new york"', "quotes keep words together"],
  ['text:"the river rose"', "a whole text"],
  ["de:hund", "a word of another language"],
  ["[0, 4, 10-40]", "cells by number"],
  ['jaguar - ["sense car"]', "cells by the name of a sense"],
  ["@name", "something on the shelf"],
  ['region:"music"', "a named region of the map"],
  ['filter:"Cooking"', "one of your category filters"],
  ["(cat + dog)~2%", "thinned to a share of the map"],
];

/** The syntax by example; pressing one writes it into the line. */
function CheatSheet({ onTry }: { readonly onTry: (line: string) => void }) {
  return (
    <section className="cheat-sheet stack note" aria-label="How to write an expression">
      <p className="muted">
        Precedence: & first, then + and − from left to right, then ^. Ctrl+Enter reads the line as
        one text. Click an example to insert it.
      </p>
      <ul>
        {ROWS.map(([example, meaning]) => (
          <li className="columns gap-1-2" key={example}>
            <AriaButton className="press link breaks" onPress={() => onTry(example)}>
              <code>{example}</code>
            </AriaButton>
            <span className="muted">{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
