import {
  type Expression,
  type NodePath,
  type Operation,
  withSparsity,
} from "../../../core/expression/ast.ts";
import { atLeast } from "../../../core/expression/at-least.ts";
import { pathKey, walk } from "../../../core/expression/walk.ts";
import type { NodeNote, NodeNotes } from "../../state/expression-tree.ts";

export interface Known {
  readonly positionsAt: (key: string) => ArrayLike<number> | undefined;
  readonly notes: NodeNotes;
}

interface Consensus {
  readonly node: Expression;
  /** Names of the parts, in their new places. */
  readonly notes: NodeNotes;
}

/**
 * The parts of an operator as “in at least `least` of these”, for which the service has no operator: written out with `and` and
 * `or` where that can be read, else as the list of its cells, named for what it is. Null where no cell is in so many, or a
 * part has no cells of its own.
 */
export function consensusOf(
  { operands, sparsity }: Operation,
  place: { readonly path: NodePath; readonly least: number },
  known: Known,
): Consensus | null {
  const { path, least } = place;
  const keys = operands.map((_, index) => pathKey([...path, index]));
  const cells = cellsIn(keys, least, known);
  if (!cells || cells.length === 0) return null;
  const written = atLeast(operands, least);
  if (written) {
    const noteOf = (node: Expression) => known.notes.get(keys[operands.indexOf(node)] ?? "");
    return { node: withSparsity(written, sparsity), notes: carried(written, path, noteOf) };
  }
  const label = `at least ${least} of ${operands.length}`;
  const node = withSparsity({ kind: "positions", positions: cells }, sparsity);
  return { node, notes: new Map([[pathKey(path), { label }]]) };
}

/** The cells that at least so many of the nodes have. */
function cellsIn(keys: readonly string[], least: number, known: Known): Uint16Array | null {
  const counts = countsIn(keys, known);
  if (!counts) return null;
  const cells = [...counts].flatMap(([cell, count]) => (count >= least ? [cell] : []));
  return Uint16Array.from(cells).sort();
}

/** In how many of the nodes each cell is; null where one was not evaluated. */
export function countsIn(
  keys: readonly string[],
  { positionsAt }: Known,
): ReadonlyMap<number, number> | null {
  const counts = new Map<number, number>();
  for (const key of keys) {
    const positions = positionsAt(key);
    if (!positions) return null;
    for (const cell of Array.from(positions)) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return counts;
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
