import { isOperation } from "../../../../core/expression/ast.ts";
import { type Draft, lineTo, type NodeId, places } from "../../../../core/expression/draft.ts";
import { combine, sub } from "../../../../core/fingerprint/operations.ts";
import { sparsify } from "../../../../core/fingerprint/sparsify.ts";
import { isUnder } from "../../../model/prepare-expression.ts";

/** How the result would change if a part were left out. */
export interface Influence {
  /** The result without it, ascending. */
  readonly without: Uint16Array;
  /** Cells that would come in. */
  readonly gained: number;
  /** Cells that would go. */
  readonly lost: number;
}

interface Evaluated {
  readonly tree: Draft;
  /** Positions of a node; `undefined` where it was not evaluated. */
  readonly positionsAt: (id: NodeId) => ArrayLike<number> | undefined;
  /** Nodes that are left out already. */
  readonly muted: readonly NodeId[];
}

/** The influence of a part; null where it has none because it is not evaluated, or is all there is. */
export function influenceOf(id: NodeId, evaluated: Evaluated): Influence | null {
  const { tree, positionsAt, muted } = evaluated;
  const whole = positionsAt(tree.id);
  const line = lineTo(tree, id);
  if (line.length < 2 || !whole || isUnder(tree, id, muted)) return null;
  let current: Uint16Array | undefined;
  for (let depth = line.length - 2; depth >= 0; depth--) {
    const parent = line[depth];
    const changed = line[depth + 1];
    if (!parent || !isOperation(parent)) return null;
    const left: Uint16Array[] = [];
    for (const operand of parent.operands) {
      if (muted.includes(operand.id)) continue;
      const positions = operand === changed ? current : positionsAt(operand.id);
      if (operand !== changed && !positions) return null;
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

/** Positions that are asked for once per leaf are packed once in all. */
function packedOnce(positionsAt: Evaluated["positionsAt"]): Evaluated["positionsAt"] {
  const known = new Map<NodeId, Uint16Array | undefined>();
  return (id) => {
    if (known.has(id)) return known.get(id);
    const positions = positionsAt(id);
    const made = positions && packed(positions);
    known.set(id, made);
    return made;
  };
}

/** Trees with more nodes are not searched for their strongest part while they are edited. */
const MOST_NODES = 40;

/** The leaf without which the result would change most; null when there is none, or several are as strong. */
export function strongestLeaf(evaluated: Evaluated): NodeId | null {
  const nodes = [...places(evaluated.tree)];
  if (nodes.length > MOST_NODES) return null;
  const packed = { ...evaluated, positionsAt: packedOnce(evaluated.positionsAt) };
  const found = nodes
    .filter(({ node }) => !isOperation(node))
    .flatMap(({ node: { id } }) => {
      const influence = influenceOf(id, packed);
      return influence ? [{ id, change: influence.gained + influence.lost }] : [];
    })
    .sort((a, b) => b.change - a.change);
  const [first, second] = found;
  if (!first || !second || first.change === second.change) return null;
  return first.id;
}
