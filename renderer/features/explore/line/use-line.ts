import { useEffect, useMemo, useRef, useState } from "react";
import type { Draft } from "../../../../core/expression/draft.ts";
import { printLine } from "../../../../core/expression/print-line.ts";
import { isBeingTyped } from "../../../components/terms/typed-text.ts";
import type { NodeNotes } from "../../../model/expression-tree.ts";
import { announce } from "../../../state/announcer.ts";
import { useRetina } from "../../../state/retina.ts";
import { clearExpression, commitTree } from "../edit-subject.ts";
import { readLine, standsFor } from "../model/line-reading.ts";
import { shortName } from "../model/short-name.ts";
import { useCellNames } from "./use-cell-names.ts";
import { useKnownTerms } from "./use-known-terms.ts";

/** After so long without a key a line that can be read becomes the expression. */
const QUIET_MS = 350;

/** The line and the tree kept in step. What cannot be read stays as typed, and the tree as it was. */
export function useLine(tree: Draft | undefined, notes: NodeNotes) {
  const retina = useRetina()?.name ?? "";
  const cells = useCellNames(tree, notes);
  const printed = tree ? printLine(tree, { cellsNameOf: cells.nameOf }) : "";
  const [text, setText] = useState(printed);
  const { isKnown, ask } = useKnownTerms(retina);
  const reading = useMemo(() => readLine(text, isKnown, cells.named), [text, isKnown, cells.named]);
  const isInStep = standsFor(reading, tree);
  // While drawing, not after it: a box that loses the focus to the tree would else write its former text over what was done there.
  const [before, setBefore] = useState(printed);
  if (before !== printed) {
    setBefore(printed);
    if (text === before || !(isInStep || isBeingTyped(text))) setText(printed);
  }
  useEffect(() => ask(reading.asks), [ask, reading.asks]);

  const { state, parsed } = reading;
  const commit = () => {
    if (isInStep || !parsed.expression || parsed.problems.length > 0) return;
    commitTree(parsed.expression, `Write ${shortName(parsed.expression)}`, {
      gesture: "line",
      retina,
      notesOn: cells.notesFor,
    });
  };
  const latest = useRef(commit);
  latest.current = commit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key starts the wait anew
  useEffect(() => {
    if (state !== "ready" || isInStep) return;
    const timer = setTimeout(() => latest.current(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text, state, isInStep]);

  const submit = () => {
    if (text.trim() === "" && tree) clearExpression();
    else if (parsed.problems[0])
      announce(`Column ${parsed.problems[0].column}: ${parsed.problems[0].message}`);
    else commit();
  };
  return { text, setText, reading, isInStep, commit, submit, cells };
}
