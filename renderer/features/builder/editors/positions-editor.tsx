import { useState } from "react";
import type { PositionsLeaf } from "../../../../core/expression/ast.ts";
import { parseLine } from "../../../../core/expression/parse-line.ts";
import { printPositions } from "../../../../core/expression/print-line.ts";
import { applyFix, type Problem } from "../../../../core/expression/problems.ts";
import { Button } from "../../../components/controls/button.tsx";
import { formatCount, plural } from "../../../model/format.ts";
import { brush } from "../../../state/brush.ts";
import { Underlined } from "../line/underlined.tsx";

type Positions = PositionsLeaf["positions"];

interface PositionsEditorProps {
  readonly positions: Positions | null;
  readonly onChange: (positions: Positions) => void;
  readonly onClose: () => void;
}

/** A list of cells: typed or pasted with ranges, or taken from the map. */
export function PositionsEditor({ positions, onChange, onClose }: PositionsEditorProps) {
  const [text, setText] = useState(() => (positions ? printPositions(positions).slice(1, -1) : ""));
  const chosen = brush.use();
  const read = readPositions(text);
  const submit = () => {
    if (read.positions) onChange(read.positions);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and Enter of the controls inside
    <div
      className="node-editor positions-editor"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") onClose();
        if (event.key === "Enter" && event.target instanceof HTMLTextAreaElement) {
          event.preventDefault();
          submit();
        }
      }}
    >
      <div className="line-box" data-wrong={read.problem !== null || undefined}>
        <Underlined text={text} problems={read.problems.map(inList)} />
        <textarea
          className="line-text"
          aria-label="Cells by number"
          aria-invalid={read.problem !== null}
          placeholder="0, 4, 10-40"
          rows={2}
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the person asked to edit it
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <p className={read.problem ? "editor-problem" : "muted figures"} role="status">
        {read.problem?.message ?? read.note}
      </p>
      <div className="editor-actions">
        {read.problem?.fixes.map((fix) => (
          <Button
            key={fix.label}
            size="small"
            onPress={() => setText(applyFix(`[${text}]`, fix).replace(/^\[|\]$/g, ""))}
          >
            {fix.label}
          </Button>
        ))}
        <Button
          size="small"
          isDisabled={chosen.length === 0}
          onPress={() => setText(printPositions(Uint16Array.from(chosen)).slice(1, -1))}
        >
          {chosen.length === 0
            ? "No cells selected on the map"
            : `Take the ${plural(chosen.length, "selected cell")}`}
        </Button>
        <Button size="small" tone="primary" isDisabled={!read.positions} onPress={submit}>
          Use
        </Button>
      </div>
    </div>
  );
}

/** A place in what was typed, which was read with a bracket before it. */
const inList = ({ span }: Problem): Pick<Problem, "span"> => ({
  span: { start: Math.max(0, span.start - 1), end: Math.max(0, span.end - 1) },
});

/** Reads "0, 4, 10-40"; repeated cells count once, and the note says so. */
export function readPositions(text: string) {
  const { expression, problems } = parseLine(`[${text}]`);
  const [problem = null] = problems;
  const positions = expression?.kind === "positions" && !problem ? expression.positions : null;
  if (text.trim() === "")
    return {
      positions: null,
      problem: null,
      problems: [],
      note: "Numbers from 0 to 16,383, ranges as 10-40.",
    };
  const repeats = positions ? countNumbers(text) - positions.length : 0;
  const note = positions
    ? `${plural(positions.length, "cell")}${repeats > 0 ? `; ${formatCount(repeats)} named twice, counted once` : ""}`
    : "";
  return { positions, problem, problems, note };
}

function countNumbers(text: string): number {
  let count = 0;
  for (const [, from, to] of text.matchAll(/(\d+)(?:\s*[-–—−]\s*(\d+))?/g))
    count += to === undefined ? 1 : Number(to) - Number(from) + 1;
  return count;
}
