import { CircleHelp } from "lucide-react";
import { type RefObject, useEffect, useId, useRef } from "react";
import { Button as AriaButton } from "react-aria-components";
import { type Expression, isOperation } from "../../../../core/expression/ast.ts";
import { type Draft, draftOf } from "../../../../core/expression/draft.ts";
import { printLine } from "../../../../core/expression/print-line.ts";
import { applyFix } from "../../../../core/expression/problems.ts";
import { Button, IconButton } from "../../../components/controls/button.tsx";
import { copyText } from "../../../components/files/download.ts";
import type { NodeNotes } from "../../../model/expression-tree.ts";
import { toast } from "../../../state/toasts.ts";
import { useSubjectTree } from "../../../state/use-subject.ts";
import { useBuild } from "../build-ui.ts";
import { echoOf, type LineReading } from "../model/line-reading.ts";
import { LineBox, useLineBox } from "./line-box.tsx";
import { useLine } from "./use-line.ts";
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
    <section
      ref={section}
      className="expression-line stack gap-1 rule"
      aria-label="One-line editor"
      data-resting={(!tree && text === "") || undefined}
    >
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

interface LineMessagesProps {
  readonly text: string;
  readonly reading: LineReading;
  readonly tree: Expression | undefined;
  readonly isInStep: boolean;
  /** What is known of the lists of cells in a tree that was read. */
  readonly notesFor: (tree: Draft) => NodeNotes;
  readonly onWrite: (line: string) => void;
}

const MOST_SHOWN = 3;

/** Under the line: its mistakes with repairs, or how it is understood. */
function LineMessages(props: LineMessagesProps) {
  const { reading, tree, isInStep, notesFor } = props;
  const { state, parsed } = reading;
  if (state === "problems") return <Problems {...props} />;
  if (state === "unknown" && !isInStep)
    return (
      <p className="line-echo muted fine breaks">
        A word is not in the retina. Press Enter to use it anyway.
      </p>
    );
  if (state === "empty" && tree)
    return (
      <p className="line-echo muted fine breaks">
        Press Enter on the empty line to clear the expression.
      </p>
    );
  const expression = parsed.expression && draftOf(parsed.expression);
  if (!expression || !isOperation(expression)) return <p className="line-echo fine breaks"> </p>;
  return (
    <p className="line-echo muted fine breaks" dir="auto">
      Understood as {echoOf(expression, notesFor(expression))}
    </p>
  );
}

/** The first mistakes, each with its repairs. */
function Problems({ text, reading, tree, onWrite }: LineMessagesProps) {
  const { problems } = reading.parsed;
  return (
    <div className="stack gap-1" role="status">
      {problems.slice(0, MOST_SHOWN).map(({ message, column, fixes, span }) => (
        <div key={`${span.start} ${message}`} className="stack gap-1">
          <p>
            {message} <span className="muted nowrap">Column {column}</span>
          </p>
          <div className="row gap-1 wrap">
            {fixes.map((fix) => (
              <Button key={fix.label} size="small" onPress={() => onWrite(applyFix(text, fix))}>
                {fix.label}
              </Button>
            ))}
          </div>
        </div>
      ))}
      {problems.length > MOST_SHOWN && (
        <p className="muted">and {problems.length - MOST_SHOWN} more</p>
      )}
      {tree && <p className="muted">The tree and the map keep the last line that could be read.</p>}
    </div>
  );
}

const ROWS: readonly (readonly [string, string])[] = [
  ["apple + fruit", "any of them; also | or"],
  ["music & physics", "all of them; also and"],
  ["jaguar - car", "the first without the rest; also sub, but not"],
  ["cat ^ dog", "in one only; of three and more, in an odd number; also xor"],
  ["(apple + fruit) - company", "brackets say what comes first"],
  ['"new york"', "quotes keep words together"],
  ['text:"the river rose"', "a whole text"],
  ["[0, 4, 10-40]", "cells by number"],
  ['["sense car"]', "cells by a name they have here"],
  ["@name", "something on the shelf"],
  ["#3", "an entry of the history"],
  ['region:"music"', "a named region of the map"],
  ['filter:"Cooking"', "one of your category filters"],
  ["(cat + dog)~2%", "thinned to a share of the map"],
];

/** The syntax by example; pressing one writes it into the line. */
function CheatSheet({ onTry }: { readonly onTry: (line: string) => void }) {
  return (
    <section className="cheat-sheet stack note" aria-label="How to write an expression">
      <p className="muted">
        & comes before + and −, which go from left to right; ^ comes last. Press an example to write
        it.
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
