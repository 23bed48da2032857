import { useEffect, useRef } from "react";
import { create } from "zustand";
import { type Expression, isOperation } from "../../../../core/expression/ast.ts";
import { printLeaf } from "../../../../core/expression/print-line.ts";
import { isBeingTyped } from "../../../components/type-here.ts";
import { cellsNamed, type Subject } from "../../../model/subject.ts";
import { useRetina } from "../../../state/retina.ts";
import { subject } from "../../../state/subject.ts";
import { announce } from "../../../state/toasts.ts";
import { type NamedCells, type Typed, useReading } from "../../../state/use-reading.ts";
import { useSubjectTree } from "../../../state/use-subject.ts";
import { endGesture } from "../../../state/workspace.ts";
import { noteWalk, writeLine } from "../edit-subject.ts";

interface LineUi {
  /** The text while it is typed, and the saved line that it was typed over; null while the box shows the saved line. */
  readonly draft: { readonly text: string; readonly over: string } | null;
  /** How a text was read last. */
  readonly read: { readonly text: string; readonly typed: Typed } | null;
  /** The subject before the draft was first taken. */
  readonly start: Subject | null;
  /** The line was just taken and is selected: an operator continues it, anything else takes its place. */
  readonly isTaken: boolean;
  /** Lists of cells by the names that lines had for them since the start, newest last. */
  readonly seen: ReadonlyMap<string, readonly number[]>;
}

/** What is typed outlives a change of the view. */
export const useLineUi = create<LineUi>(() => ({
  draft: null,
  read: null,
  start: null,
  isTaken: false,
  seen: new Map(),
}));

const MOST_SEEN = 100;

/** After so long without a key a line of known words becomes the expression. */
const QUIET_MS = 250;

/** The line as the box shows it, and its way into the subject. */
export function useLine() {
  const now = subject.use();
  const { tree, problem } = useSubjectTree();
  const retina = useRetina()?.name ?? "";
  const reading = useReading(retina);
  const { draft, read, isTaken, seen } = useLineUi();
  const isDraft = draft !== null && (draft.over === now.line || isBeingTyped(draft.text));
  const text = isDraft ? draft.text : now.line;
  const current = read?.text === text ? read.typed : null;

  const cellsOf: NamedCells = (name) => {
    const found = cellsNamed(now, name)?.positions ?? seen.get(name);
    return found && Uint16Array.from(found);
  };
  useEffect(() => {
    const names = now.cells.map(({ name, positions }) => [name, positions] as const);
    if (names.length > 0)
      useLineUi.setState((state) => ({
        seen: new Map([...[...state.seen], ...names].slice(-MOST_SEEN)),
      }));
  }, [now.cells]);

  /** Takes the line as it is typed. With `isFinal` unknown words are taken too, and the box shows the saved line again. */
  const take = (typed: string, isFinal: boolean) =>
    reading(
      typed,
      (found) => {
        // The line may have been taken, or left, meanwhile.
        if (!isFinal && useLineUi.getState().draft?.text !== typed) return;
        useLineUi.setState({ read: { text: typed, typed: found } });
        const isBlank = typed.trim() === "";
        const isReady = isBlank ? isFinal : found.expression && (isFinal || found.isKnown);
        if (isFinal && found.problem)
          announce(`Column ${found.problem.column}: ${found.problem.message}`);
        if (!isReady) return;
        const start = useLineUi.getState().start ?? subject.read();
        writeLine(typed, found.expression, { gesture: "line" });
        if (isFinal) {
          noteWalk(start);
          // Its words may have been looked up for longer than the key was down.
          endGesture();
        }
        const after = subject.read().line;
        useLineUi.setState((state) => {
          // More may have been typed meanwhile.
          if (state.draft && state.draft.text !== typed)
            return { draft: { ...state.draft, over: after }, start: isFinal ? null : start };
          return isFinal
            ? { draft: null, isTaken: true, read: null, start: null }
            : { draft: { text: typed, over: after }, start };
        });
      },
      { cellsOf, asks: !isFinal },
    );
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!isDraft) return;
    const timer = setTimeout(() => latest.current(text, false), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text, isDraft]);

  const submit = (typed: string) => {
    useLineUi.setState({ draft: { text: typed, over: now.line } });
    take(typed, true);
  };
  return {
    text,
    isDraft,
    isTaken,
    names: [...new Set([...now.cells.map(({ name }) => name), ...seen.keys()])],
    problem: isDraft ? current?.problem : problem,
    hasUnknown: isDraft && current?.expression !== undefined && !current.isKnown,
    setText(next: string) {
      const goesOn = isTaken ? continued(now.line, tree, next) : next;
      useLineUi.setState({ draft: { text: goesOn, over: now.line }, isTaken: false });
      return goesOn;
    },
    /** Enter: also with words that are not known. */
    submit: (typed = text) => submit(typed),
    /** Ctrl+Enter: all of it as one text. */
    submitAsText: () => {
      if (text.trim() !== "") submit(printLeaf({ kind: "text", text: text.trim() }));
    },
    /** The focus has left the box. */
    leave() {
      useLineUi.setState({ isTaken: false });
      if (isDraft && text.trim() !== "") take(text, true);
    },
    /** Shows the saved line again. */
    reset: () => useLineUi.setState({ draft: null, isTaken: false }),
  };
}

/** An operator typed over a line that was just taken goes on with it, as on a calculator. */
function continued(line: string, tree: Expression | undefined, typed: string): string {
  if (tree === undefined || !/^[-+&^|]$/.test(typed)) return typed;
  const isLoose = isOperation(tree) && typed === "&" && tree.kind !== "and";
  return `${isLoose ? `(${line})` : line} ${typed}`;
}
