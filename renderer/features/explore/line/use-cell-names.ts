import { useEffect, useMemo } from "react";
import { create } from "zustand";
import type { PositionsLeaf } from "../../../../core/expression/ast.ts";
import { type Draft, idOf } from "../../../../core/expression/draft.ts";
import type { NodeNotes } from "../../../model/expression-tree.ts";
import {
  cellNamesOf,
  type KnownCells,
  namedCellsOf,
  notesByCells,
  remember,
} from "../model/cell-names.ts";

/** Lists of cells seen since the start: what was cut from a line can be put back by its name. */
const useSeen = create<{ readonly seen: readonly KnownCells[] }>(() => ({ seen: [] }));

const NONE: ReadonlyMap<string, KnownCells> = new Map();

/** The names by which the line writes lists of cells, and what they stand for. */
export function useCellNames(tree: Draft | undefined, notes: NodeNotes) {
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
