import type { ClipboardEvent, ReactNode } from "react";
import { SuggestionList } from "../../../components/terms/suggestion-list.tsx";
import { linesOf } from "../../../model/suggestions.ts";
import { writeCompletion } from "../model/complete.ts";
import { Underlined } from "./underlined.tsx";
import type { useLine } from "./use-line.ts";
import type { useLineBox } from "./use-line-box.ts";

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
