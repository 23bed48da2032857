import type { Expression, NodePath, Operation } from "../../../core/expression/ast.ts";
import { atLeast } from "../../../core/expression/at-least.ts";
import { pathKey, walk } from "../../../core/expression/walk.ts";
import type { NodeNote, NodeNotes } from "../../state/expression-tree.ts";

interface Loosened {
  readonly node: Expression;
  /** So many of the parts a cell must be in now. */
  readonly least: number;
  /** Cells that gives. */
  readonly cells: number;
  /** Names of the parts, in their new places. */
  readonly notes: NodeNotes;
}

interface Known {
  readonly positionsAt: (key: string) => ArrayLike<number> | undefined;
  readonly notes: NodeNotes;
}

/** An “and” without a common cell, loosened as little as gives cells; null where only “or” would do. */
export function loosened(
  { kind, operands, sparsity }: Operation,
  path: NodePath,
  { positionsAt, notes }: Known,
): Loosened | null {
  if (kind !== "and") return null;
  const keys = operands.map((_, index) => pathKey([...path, index]));
  const counts = new Map<number, number>();
  for (const key of keys) {
    const positions = positionsAt(key);
    if (!positions) return null;
    for (const cell of Array.from(positions)) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  const least = Math.max(0, ...counts.values());
  const written = least < 2 ? undefined : atLeast(operands, least);
  if (!written) return null;
  return {
    node: sparsity === undefined ? written : { ...written, sparsity },
    least,
    cells: [...counts.values()].filter((count) => count >= least).length,
    notes: carried(written, path, (node) => notes.get(keys[operands.indexOf(node)] ?? "")),
  };
}

/** Each part stands in several places now and is called the same in all of them. */
function carried(
  written: Expression,
  path: NodePath,
  noteOf: (node: Expression) => NodeNote | undefined,
): NodeNotes {
  const notes = new Map<string, NodeNote>();
  for (const { path: inner, node } of walk(written)) {
    const note = noteOf(node);
    if (note) notes.set(pathKey([...path, ...inner]), note);
  }
  return notes;
}
