import { CircleHelp } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { writeCompletion } from "../../../../core/expression/complete.ts";
import { printLeaf } from "../../../../core/expression/print-line.ts";
import { IconButton } from "../../../components/controls/icon-button.tsx";
import { SuggestionList } from "../../../components/terms/suggestion-list.tsx";
import { linesOf, type Suggestion } from "../../../components/terms/suggestions.ts";
import { useSubjectTree } from "../../../state/use-subject.ts";
import { CheatSheet } from "./cheat-sheet.tsx";
import { LineMessages } from "./line-messages.tsx";
import { piecesOf } from "./line-reading.ts";
import { useLine } from "./use-line.ts";
import { useLineSuggestions } from "./use-line-suggestions.ts";
import "./line.css";

/** The expression as one line: what cannot be read is underlined, and repaired with one click. */
export function ExpressionLine() {
  const { tree } = useSubjectTree();
  const line = useLine(tree);
  const { text, reading } = line;
  const box = useRef<HTMLTextAreaElement>(null);
  const section = useRef<HTMLElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState(text.length);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isComposing, setComposing] = useState(false);
  const [showsHelp, setShowsHelp] = useState(false);
  const { completion, suggestions, error } = useLineSuggestions(text, caret, isComposing);
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
    const value = completion.kind === "history" ? suggestion.term.split(" ")[0]! : suggestion.term;
    const written = writeCompletion(completion.kind, value);
    const { start, end } = completion.replaced;
    write(text.slice(0, start) + written + text.slice(end), start + written.length);
  };
  const move = (step: number) =>
    setActive((before) =>
      before < 0 && step < 0
        ? suggestions.length - 1
        : (before + step + suggestions.length) % suggestions.length,
    );
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing || event.nativeEvent.isComposing) return;
    if (!pressOnList(event) && !pressOnLine(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** Keys that belong to the list while it is open. */
  const pressOnList = (event: KeyboardEvent): boolean => {
    const chosen = isShown ? suggestions[active] : undefined;
    if (!isShown || event.ctrlKey || event.metaKey) return false;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if ((event.key === "Enter" || event.key === "Tab") && chosen) accept(chosen);
    else if (event.key === "Escape") setOpen(false);
    else return false;
    return true;
  };
  const pressOnLine = (event: KeyboardEvent): boolean => {
    if (event.key === "ArrowDown" && event.altKey) setOpen(true);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) write(asText(text));
    else if (event.key === "Enter") {
      setOpen(false);
      line.submit();
    } else if (event.key === "Escape" && showsHelp) setShowsHelp(false);
    else if (event.key === "F1") setShowsHelp(!showsHelp);
    else return false;
    return true;
  };
  const isWrong = reading.state === "problems";
  const problemCount = isWrong ? reading.parsed.problems.length : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said below the line must be seen when it changes
  useEffect(() => {
    if (document.activeElement === box.current)
      section.current?.scrollIntoView?.({ block: "nearest" });
  }, [problemCount, showsHelp]);
  return (
    <section ref={section} className="build-line" aria-label="One-line editor">
      <header className="line-head">
        <h3>As one line</h3>
        <IconButton
          icon={CircleHelp}
          isSmall
          label="How to write it"
          keys="F1"
          isOn={showsHelp}
          onPress={() => setShowsHelp(!showsHelp)}
        />
      </header>
      <div className="line-box" data-wrong={isWrong || undefined}>
        <div className="line-back" aria-hidden="true">
          {piecesOf(text, isWrong ? reading.parsed.problems : []).map((piece) => (
            <span key={piece.start} className={piece.isWrong ? "line-wrong" : ""}>
              {piece.text}
            </span>
          ))}
          {"\u200b"}
        </div>
        <textarea
          ref={box}
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
          onChange={({ target }) => {
            line.setText(target.value.replace(/\r?\n/g, " "));
            setCaret(target.selectionStart);
            setOpen(true);
            setActive(-1);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={press}
          onPaste={(event) => {
            const lines = linesOf(event.clipboardData.getData("text"));
            const isWhole = text.trim() === "" || isAllSelected(event.currentTarget);
            if (lines.length < 2 || !isWhole || lines[0]?.startsWith("{")) return;
            event.preventDefault();
            write(lines.map((each) => writeCompletion("term", each)).join(" + "));
          }}
          onBlur={() => {
            setOpen(false);
            if (reading.state === "ready" || reading.state === "unknown") line.commit();
          }}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
        />
        {isShown && (
          <SuggestionList
            id={listId}
            typed={completion?.typed ?? ""}
            suggestions={suggestions}
            pasted={[]}
            active={active}
            error={error}
            onActive={setActive}
            onAccept={accept}
            onAcceptMany={() => {}}
          />
        )}
      </div>
      <div id={`${listId}-messages`}>
        <LineMessages
          text={text}
          reading={reading}
          tree={tree}
          isInStep={line.isInStep}
          onWrite={(next) => {
            write(next);
            box.current?.focus();
          }}
        />
      </div>
      {showsHelp && <CheatSheet onTry={write} />}
    </section>
  );
}

const asText = (line: string): string =>
  line.trim() === "" ? line : printLeaf({ kind: "text", text: line.trim() });

const isAllSelected = ({ selectionStart, selectionEnd, value }: HTMLTextAreaElement): boolean =>
  selectionStart === 0 && selectionEnd === value.length;
