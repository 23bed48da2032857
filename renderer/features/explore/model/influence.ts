import { type Expression, isOperation, type NodePath } from "../../../../core/expression/ast.ts";
import { leaves, nodeAt, pathKey, walk } from "../../../../core/expression/walk.ts";
import { combine, sub } from "../../../../core/fingerprint/operations.ts";
import { sparsify } from "../../../../core/fingerprint/sparsify.ts";
import type { PositionsAt } from "./consensus.ts";

/** How the result would change if a part were left out. */
export interface Influence {
  /** The result without it, ascending. */
  readonly without: Uint16Array;
  /** Cells that would come in. */
  readonly gained: number;
  /** Cells that would go. */
  readonly lost: number;
}

/** The influence of the part at a path; null where it was not evaluated, or is all there is. */
export function influenceOf(
  tree: Expression,
  path: NodePath,
  positionsAt: PositionsAt,
): Influence | null {
  const whole = positionsAt("");
  if (path.length === 0 || nodeAt(tree, path) === undefined || !whole) return null;
  let current: Uint16Array | undefined;
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const above = path.slice(0, depth);
    const parent = nodeAt(tree, above);
    if (!parent || !isOperation(parent)) return null;
    const left: Uint16Array[] = [];
    for (const index of parent.operands.keys()) {
      const isChanged = index === path[depth];
      const positions = isChanged ? current : positionsAt(pathKey([...above, index]));
      if (!positions && !isChanged) return null;
      if (positions) left.push(packed(positions));
    }
    current =
      left.length === 0 ? undefined : sparsify(combine(parent.kind, left), parent.sparsity ?? 1);
  }
  if (!current) return null;
  const now = packed(whole);
  return { without: current, gained: sub([current, now]).length, lost: sub([now, current]).length };
}

const packed = (positions: ArrayLike<number>): Uint16Array =>
  positions instanceof Uint16Array ? positions : Uint16Array.from(positions);

/** Trees with more nodes are not searched for their strongest part while they are edited. */
const MOST_NODES = 40;

/** `pathKey` of the leaf without which the result would change most; null when there is none, or several are as strong. */
export function strongestLeaf(tree: Expression, positionsAt: PositionsAt): string | null {
  const nodes = [...walk(tree)];
  if (nodes.length > MOST_NODES) return null;
  const cells = new Map(
    nodes.map(({ path }) => {
      const positions = positionsAt(pathKey(path));
      return [pathKey(path), positions && packed(positions)];
    }),
  );
  const [first, second] = leaves(tree)
    .flatMap(({ path }) => {
      const influence = influenceOf(tree, path, (key) => cells.get(key));
      return influence ? [{ key: pathKey(path), change: influence.gained + influence.lost }] : [];
    })
    .sort((a, b) => b.change - a.change);
  if (!first || !second || first.change === second.change) return null;
  return first.key;
}
