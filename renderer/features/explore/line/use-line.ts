import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { create } from "zustand";
import type { PositionsLeaf } from "../../../../core/expression/ast.ts";
import { type Draft, idOf } from "../../../../core/expression/draft.ts";
import { printLine } from "../../../../core/expression/print-line.ts";
import { termQuery } from "../../../api/map-queries.ts";
import { isBeingTyped } from "../../../components/type-here.ts";
import type { NodeNotes } from "../../../model/expression-tree.ts";
import { useRetina } from "../../../state/retina.ts";
import { announce } from "../../../state/toasts.ts";
import { clearExpression, commitTree } from "../edit-subject.ts";
import {
  cellNamesOf,
  type KnownCells,
  type KnownTerm,
  namedCellsOf,
  notesByCells,
  readLine,
  remember,
  standsFor,
} from "../model/line-reading.ts";
import { shortName } from "../model/short-name.ts";

/** Lists of cells seen since the start: what was cut from a line can be put back by its name. */
const useSeen = create<{ readonly seen: readonly KnownCells[] }>(() => ({ seen: [] }));

const NONE: ReadonlyMap<string, KnownCells> = new Map();

/** The names by which the line writes lists of cells, and what they stand for. */
function useCellNames(tree: Draft | undefined, notes: NodeNotes) {
  const seen = useSeen((state) => state.seen);
  const now = useMemo(() => (tree ? cellNamesOf(tree, notes) : NONE), [tree, notes]);
  useEffect(() => {
    if (now.size > 0) useSeen.setState((state) => ({ seen: remember(state.seen, now.values()) }));
  }, [now]);
  return useMemo(
    () => ({
      /** Whether the line holds a list by its name. */
      hasNames: now.size > 0,
      nameOf: (leaf: PositionsLeaf) => now.get(idOf(leaf) ?? "")?.name,
      named: namedCellsOf(now, seen),
      notesFor: (next: Draft) => notesByCells(next, [...now.values(), ...seen]),
    }),
    [now, seen],
  );
}

/** Longer runs of words are text, not terms. */
const LONGEST = 200;

/** Knows which words are terms of the retina; those it is asked about and does not know yet it looks up. */
function useKnownTerms(retina: string) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<readonly string[]>([]);
  const answers = useQueries({
    queries: asked.map((term) => termQuery(retina, term)),
    combine: (results) => results.map(({ data, isError }) => (isError ? false : data?.known)),
  });
  const known = useMemo(
    () => new Map(asked.map((term, index) => [term, answers[index]])),
    [asked, answers],
  );
  const isKnown = useCallback<KnownTerm>(
    (words) => {
      if (words.length > LONGEST) return false;
      return (
        known.get(words) ??
        client.getQueryData<{ known: boolean }>(termQuery(retina, words).queryKey)?.known
      );
    },
    [known, client, retina],
  );
  const ask = useCallback((terms: readonly string[]) => {
    setAsked((before) => (terms.every((term) => before.includes(term)) ? before : [...terms]));
  }, []);
  return { isKnown, ask };
}

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key starts the wait again
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
