import type { Draft, DraftOperation } from "../../../../core/expression/draft.ts";
import type { NodeNotes } from "../../../model/expression-tree.ts";
import { consensusOf, countsIn, type Known } from "./consensus.ts";

interface Loosened {
  readonly node: Draft;
  /** So many of the parts a cell must be in now. */
  readonly least: number;
  /** Cells that gives. */
  readonly cells: number;
  /** Names of the parts, in their new places. */
  readonly notes: NodeNotes;
}

/** An “and” without a common cell, loosened as little as gives cells; null where only “or” would do. */
export function loosened(tree: Draft, operation: DraftOperation, known: Known): Loosened | null {
  if (operation.kind !== "and") return null;
  const counts = countsIn(operation.operands, known);
  const least = Math.max(0, ...(counts?.values() ?? []));
  const consensus = least < 2 ? null : consensusOf(tree, { operation, least }, known);
  if (!consensus || !counts) return null;
  return {
    ...consensus,
    least,
    cells: [...counts.values()].filter((count) => count >= least).length,
  };
}
