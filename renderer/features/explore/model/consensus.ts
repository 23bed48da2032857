import type { Operation } from "../../../../core/expression/ast.ts";
import { type Expression, isOperation, withSparsity } from "../../../../core/expression/ast.ts";
import {
  type Draft,
  type DraftOperation,
  type IdSource,
  idOf,
  idSource,
  idsOf,
  type NodeId,
  withId,
} from "../../../../core/expression/draft.ts";
import type { NodeNote, NodeNotes } from "../../../model/expression-tree.ts";

export interface Known {
  readonly positionsAt: (id: NodeId) => ArrayLike<number> | undefined;
  readonly notes: NodeNotes;
}

interface Consensus {
  /** With ids that the tree does not have, for each part is in it several times. */
  readonly node: Draft;
  /** Names of the parts, in their new places. */
  readonly notes: NodeNotes;
}

/**
 * The parts of an operator as “in at least `least` of these”, for which the service has no operator: written out with `and` and
 * `or` where that can be read, else as the list of its cells, named for what it is. Null where no cell is in so many, or a
 * part has no cells of its own.
 */
export function consensusOf(
  tree: Draft,
  { operation, least }: { readonly operation: DraftOperation; readonly least: number },
  known: Known,
): Consensus | null {
  const { id, operands, sparsity } = operation;
  const cells = cellsIn(operands, least, known);
  if (!cells || cells.length === 0) return null;
  const written = atLeast(operands, least);
  if (written) {
    const notes = new Map<NodeId, NodeNote>();
    const ids = idSource(idsOf(tree), false);
    const copied = copyOf(withSparsity(written, sparsity), ids, (before, after) => {
      const note = known.notes.get(before);
      if (note) notes.set(after, note);
    });
    return { node: withId(copied, id), notes };
  }
  const label = `at least ${least} of ${operands.length}`;
  const node = withSparsity({ kind: "positions", positions: cells } as const, sparsity);
  return { node: withId(node, id), notes: new Map([[id, { label }]]) };
}

/** A copy under ids of its own, telling for each node which it was. */
function copyOf(
  node: Expression,
  ids: IdSource,
  onCopy: (before: NodeId, after: NodeId) => void,
): Draft {
  const id = ids.take();
  const before = idOf(node);
  if (before !== undefined) onCopy(before, id);
  if (!isOperation(node)) return withId(node, id);
  const operands = node.operands.map((operand) => copyOf(operand, ids, onCopy));
  return withId({ ...node, operands }, id);
}

/** The cells that at least so many of the nodes have. */
function cellsIn(nodes: readonly Draft[], least: number, known: Known): Uint16Array | null {
  const counts = countsIn(nodes, known);
  if (!counts) return null;
  const cells = [...counts].flatMap(([cell, count]) => (count >= least ? [cell] : []));
  return Uint16Array.from(cells).sort();
}

/** In how many of the nodes each cell is; null where one was not evaluated. */
export function countsIn(
  nodes: readonly Draft[],
  { positionsAt }: Known,
): ReadonlyMap<number, number> | null {
  const counts = new Map<number, number>();
  for (const { id } of nodes) {
    const positions = positionsAt(id);
    if (!positions) return null;
    for (const cell of Array.from(positions)) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return counts;
}

/** Written out with more parts than this it is too long to read. */
const MOST_PARTS = 24;

/**
 * “In at least `least` of these”, which the service has no operator for, written out with `and` and `or`;
 * `undefined` where that would be too long.
 */
export function atLeast(operands: readonly Expression[], least: number): Operation | undefined {
  if (least <= 1) return { kind: "or", operands };
  if (least >= operands.length) return { kind: "and", operands };
  if (binomial(operands.length, least) * least > MOST_PARTS) return undefined;
  const choices = choose(operands, least);
  return { kind: "or", operands: choices.map((chosen) => ({ kind: "and", operands: chosen })) };
}

function binomial(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}

/** Every choice of `count` items, in their order. */
function choose<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, index) =>
    choose(items.slice(index + 1), count - 1).map((rest) => [item, ...rest]),
  );
}
