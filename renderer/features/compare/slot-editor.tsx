import { useState } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { parseLine } from "../../../core/expression/parse-line.ts";
import { printJson } from "../../../core/expression/print-json.ts";
import { applyFix, type Problem } from "../../../core/expression/problems.ts";
import { Button } from "../../components/controls/button.tsx";
import { TermInput } from "../../components/terms/term-input.tsx";
import { typeInto, typingBoxOf } from "../../components/type-here.ts";
import { useRetina } from "../../state/retina.ts";
import { rememberTerm, useSettings } from "../../state/settings.ts";
import { useCompletions } from "../../state/use-completions.ts";
import { comparison, putItem } from "./comparison-store.ts";
import { type CompareItem, type ItemKind, ordinalOf, slotsOf } from "./model/comparison.ts";

interface EditorProps {
  readonly index: number;
  readonly item: CompareItem;
}

/** The field that fits what the item is. Typed text stays whatever becomes of it. */
export function SlotEditor({ kind, ...props }: EditorProps & { readonly kind: ItemKind }) {
  if (kind === "term") return <TermEditor {...props} />;
  if (kind === "text") return <TextEditor {...props} />;
  return <LineEditor {...props} />;
}

const EXAMPLES = ["A word, e.g. violin", "Another word"];

function TermEditor({ index, item }: EditorProps) {
  const retina = useRetina()?.name ?? "";
  const complete = useCompletions(retina);
  const recent = useSettings(({ recentTerms }) => recentTerms);
  const word = item.kind === "term" ? item.typed : "";
  const put = (typed: string, source: ExpressionJson, kind: ItemKind) => {
    const wasEmpty = item.source === null;
    putItem(index, { kind, typed, source, madeWith: "" }, `Compare ${typed.slice(0, 30)}`);
    queueMicrotask(() => typeOn(index, wasEmpty));
  };
  return (
    <TermInput
      label={`Word of the ${ordinalOf(index)} item`}
      placeholder={EXAMPLES[index] ?? "A word; Ctrl+Enter for a text"}
      initial={word}
      keepsText
      complete={complete}
      recent={recent}
      onTerm={(term) => {
        rememberTerm(term);
        put(term, { term }, "term");
      }}
      onText={(text) => put(text, { text }, "text")}
    />
  );
}

/** Typing goes on in the next empty slot once one is filled; in one that was filled already it stays, also as a box for texts. */
function typeOn(index: number, wasEmpty: boolean): void {
  const empty = slotsOf(comparison.read().items).findIndex(({ source }) => source === null);
  const isOn = wasEmpty && empty >= 0;
  if (!isOn && document.activeElement !== document.body) return;
  const slot = document.querySelector(`.slot[data-slot="${isOn ? empty : index}"]`);
  const box = slot && typingBoxOf(slot);
  if (box) typeInto(box);
}

function TextEditor({ index, item }: EditorProps) {
  const text = item.kind === "text" ? item.typed : "";
  return (
    <textarea
      className="slot-text across"
      aria-label={`Text of the ${ordinalOf(index)} item`}
      placeholder="Type or paste a text"
      dir="auto"
      value={text}
      onChange={({ currentTarget: { value } }) =>
        putItem(
          index,
          {
            kind: "text",
            typed: value,
            source: value.trim() === "" ? null : { text: value },
            madeWith: "",
          },
          `Edit the ${ordinalOf(index)} text`,
          `compare text ${index}`,
        )
      }
    />
  );
}

function LineEditor({ index, item }: EditorProps) {
  const put = item.kind === "line" ? item.typed : "";
  const [line, setLine] = useState(put);
  const [seen, setSeen] = useState(put);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  if (put !== seen) {
    setSeen(put);
    setLine(put);
    setProblems([]);
  }
  const submit = (value: string) => {
    const { expression, problems: found } = parseLine(value);
    setProblems(found);
    if (found.length > 0 || expression === undefined) return;
    const source = printJson(expression) as unknown as ExpressionJson;
    putItem(index, { kind: "line", typed: value, source, madeWith: "" }, `Compare ${value}`);
  };
  return (
    <form
      className="stack gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        submit(line);
      }}
    >
      <input
        className="across"
        aria-label={`Expression of the ${ordinalOf(index)} item`}
        placeholder="jaguar - car, then Enter"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={line}
        aria-invalid={problems.length > 0 || undefined}
        onChange={({ currentTarget: { value } }) => {
          setLine(value);
          setProblems([]);
        }}
      />
      {problems.slice(0, 1).map((problem) => (
        <p key={problem.message} className="problem row gap-1-2 wrap" role="alert">
          {problem.message} (column {problem.column})
          {problem.fixes.map((fix) => (
            <Button
              key={fix.label}
              size="small"
              onPress={() => {
                const fixed = applyFix(line, fix);
                setLine(fixed);
                submit(fixed);
              }}
            >
              {fix.label}
            </Button>
          ))}
        </p>
      ))}
    </form>
  );
}
