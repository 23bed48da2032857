import { useState } from "react";
import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { parseLine } from "../../../core/expression/parse-line.ts";
import { printJson } from "../../../core/expression/print-json.ts";
import { applyFix, type Problem } from "../../../core/expression/problems.ts";
import { Button } from "../../components/controls/button.tsx";
import { TermInput } from "../../components/terms/term-input.tsx";
import { typeInto, typingBoxOf } from "../../components/type-here.ts";
import type { SideKind, SideName } from "../../model/compare/comparison.ts";
import { comparison, putSide } from "../../state/compare/comparison.ts";
import { useRetina } from "../../state/retina.ts";
import { rememberTerm, useSettings } from "../../state/settings.ts";
import { useCompletions } from "../../state/use-completions.ts";

interface SlotEditorProps {
  readonly name: SideName;
  readonly kind: SideKind;
}

const WORDS = { left: "first", right: "second" } as const;

/** The field that fits what the side is. Typed text stays whatever becomes of it. */
export function SlotEditor({ name, kind }: SlotEditorProps) {
  if (kind === "term") return <TermEditor name={name} />;
  if (kind === "text") return <TextEditor name={name} />;
  return <LineEditor name={name} />;
}

function TermEditor({ name }: { readonly name: SideName }) {
  const side = comparison.use()[name];
  const retina = useRetina()?.name ?? "";
  const complete = useCompletions(retina);
  const recent = useSettings(({ recentTerms }) => recentTerms);
  const word = side.kind === "term" ? side.typed : "";
  const put = (typed: string, source: ExpressionJson, kind: SideKind) => {
    putSide(name, { kind, typed, source, madeWith: "" }, `Compare ${typed.slice(0, 30)}`);
    queueMicrotask(() => typeOn(name));
  };
  return (
    <TermInput
      label={`Word on the ${WORDS[name]} side`}
      placeholder={name === "left" ? "A word, e.g. violin" : "Another word"}
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

/** Typing goes on at the other side while that is empty, else stays, also where the field has become one for texts. */
function typeOn(name: SideName): void {
  const { left, right } = comparison.read();
  const empty = left.source === null ? "left" : right.source === null ? "right" : null;
  if (empty === null && document.activeElement !== document.body) return;
  const slot = document.querySelector(`.slot[data-side="${empty ?? name}"]`);
  const box = slot && typingBoxOf(slot);
  if (box) typeInto(box);
}

function TextEditor({ name }: { readonly name: SideName }) {
  const side = comparison.use()[name];
  const text = side.kind === "text" ? side.typed : "";
  return (
    <textarea
      className="slot-text"
      aria-label={`Text on the ${WORDS[name]} side`}
      placeholder="Type or paste a text"
      dir="auto"
      value={text}
      onChange={({ currentTarget: { value } }) =>
        putSide(
          name,
          {
            kind: "text",
            typed: value,
            source: value.trim() === "" ? null : { text: value },
            madeWith: "",
          },
          `Edit the ${WORDS[name]} text`,
          `compare text ${name}`,
        )
      }
    />
  );
}

function LineEditor({ name }: { readonly name: SideName }) {
  const side = comparison.use()[name];
  const [line, setLine] = useState(side.kind === "line" ? side.typed : "");
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const submit = (value: string) => {
    const { expression, problems: found } = parseLine(value);
    setProblems(found);
    if (found.length > 0 || expression === undefined) return;
    const source = printJson(expression) as unknown as ExpressionJson;
    putSide(name, { kind: "line", typed: value, source, madeWith: "" }, `Compare ${value}`);
  };
  return (
    <form
      className="slot-line"
      onSubmit={(event) => {
        event.preventDefault();
        submit(line);
      }}
    >
      <input
        className="slot-input"
        aria-label={`Expression on the ${WORDS[name]} side`}
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
        <p key={problem.message} className="slot-problem" role="alert">
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
