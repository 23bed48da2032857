import { CircleHelp } from "lucide-react";
import { type RefObject, useEffect, useId, useRef } from "react";
import type { Expression } from "../../../../core/expression/ast.ts";
import { printLine } from "../../../../core/expression/print-line.ts";
import { Button } from "../../../components/controls/button.tsx";
import { IconButton } from "../../../components/controls/icon-button.tsx";
import { copyText } from "../../../components/files/download.ts";
import { toast } from "../../../state/toasts.ts";
import { useSubjectTree } from "../../../state/use-subject.ts";
import { useBuild } from "../build-ui.ts";
import { CheatSheet } from "./cheat-sheet.tsx";
import { LineBox } from "./line-box.tsx";
import { LineMessages } from "./line-messages.tsx";
import { useLine } from "./use-line.ts";
import { useLineBox } from "./use-line-box.ts";
import "./line.css";

/** The expression as one line: what cannot be read is underlined, and repaired with one click. */
export function ExpressionLine() {
  const { tree, notes } = useSubjectTree();
  const line = useLine(tree, notes);
  const { text, setText, submit, reading, cells } = line;
  const box = useLineBox({ text, setText, submit, named: cells.named });
  const { showsHelp, setShowsHelp, write } = box;
  const section = useRef<HTMLElement>(null);
  const listId = useId();
  useFocusOnTurn(box.box);
  const problemCount = reading.state === "problems" ? reading.parsed.problems.length : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said below the line must be seen when it changes
  useEffect(() => {
    if (document.activeElement === box.box.current)
      section.current?.scrollIntoView?.({ block: "nearest" });
  }, [problemCount, showsHelp]);
  return (
    <section ref={section} className="stack gap-1 rule" aria-label="One-line editor">
      <header className="row gap-1">
        <h3 className="grow">As one line</h3>
        {tree && cells.hasNames && <CopyInFull tree={tree} />}
        <IconButton
          icon={CircleHelp}
          isSmall
          label="How to write it"
          keys="F1"
          isOn={showsHelp}
          onPress={() => setShowsHelp(!showsHelp)}
        />
      </header>
      <LineBox line={line} box={box} listId={listId}>
        <LineMessages
          text={text}
          reading={reading}
          tree={tree}
          isInStep={line.isInStep}
          notesFor={cells.notesFor}
          onWrite={(next) => {
            write(next);
            box.box.current?.focus();
          }}
        />
      </LineBox>
      {showsHelp && <CheatSheet onTry={write} />}
    </section>
  );
}

/** Takes the focus when a part is edited that has no box of its own. */
function useFocusOnTurn(box: RefObject<HTMLTextAreaElement | null>): void {
  const turn = useBuild((state) => state.lineTurn);
  const answered = useRef(turn);
  useEffect(() => {
    if (turn === answered.current) return;
    answered.current = turn;
    box.current?.focus();
  }, [turn, box]);
}

/** Names of cells are known here only: elsewhere the line needs their numbers. */
function CopyInFull({ tree }: { readonly tree: Expression }) {
  const copy = async () => {
    const isDone = await copyText(printLine(tree));
    toast(isDone ? "Copied the line with every cell" : "The system did not allow copying.");
  };
  return (
    <Button
      size="small"
      tone="quiet"
      aria-label="Copy the line with every cell by number"
      onPress={() => void copy()}
    >
      Copy in full
    </Button>
  );
}
