import { type Expression, isOperation, type NodePath } from "../../../core/expression/ast.ts";
import { nodeAt, pathKey, walk } from "../../../core/expression/walk.ts";
import { combine, sub } from "../../../core/fingerprint/operations.ts";
import { sparsify } from "../../../core/fingerprint/sparsify.ts";
import { isUnder } from "../../state/prepare-expression.ts";

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
  readonly tree: Expression;
  /** Positions of a node; `undefined` where it was not evaluated. */
  readonly positionsAt: (key: string) => ArrayLike<number> | undefined;
  /** Keys of nodes that are left out already. */
  readonly muted: readonly string[];
}

/** The influence of the part at `path`; null where it has none because it is not evaluated, or is all there is. */
export function influenceOf(path: NodePath, evaluated: Evaluated): Influence | null {
  const { tree, positionsAt, muted } = evaluated;
  const whole = positionsAt("");
  if (path.length === 0 || !whole || isUnder(pathKey(path), muted)) return null;
  let current: Uint16Array | undefined;
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const above = path.slice(0, depth);
    const parent = nodeAt(tree, above);
    if (!parent || !isOperation(parent)) return null;
    const left: Uint16Array[] = [];
    for (const index of parent.operands.keys()) {
      const key = pathKey([...above, index]);
      if (muted.includes(key)) continue;
      const positions = index === path[depth] ? current : positionsAt(key);
      if (index !== path[depth] && !positions) return null;
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

/** Positions that are asked for once a leaf are packed once in all. */
function packedOnce(positionsAt: Evaluated["positionsAt"]): Evaluated["positionsAt"] {
  const known = new Map<string, Uint16Array | undefined>();
  return (key) => {
    if (known.has(key)) return known.get(key);
    const positions = positionsAt(key);
    const made = positions && packed(positions);
    known.set(key, made);
    return made;
  };
}

/** Trees with more nodes are not searched for their strongest part while they are edited. */
const MOST_NODES = 40;

/** The leaf without which the result would change most; null when there is none, or several are as strong. */
export function strongestLeaf(evaluated: Evaluated): string | null {
  const nodes = [...walk(evaluated.tree)];
  if (nodes.length > MOST_NODES) return null;
  const packed = { ...evaluated, positionsAt: packedOnce(evaluated.positionsAt) };
  const found = nodes
    .filter(({ node }) => !isOperation(node))
    .flatMap(({ path }) => {
      const influence = influenceOf(path, packed);
      return influence ? [{ key: pathKey(path), change: influence.gained + influence.lost }] : [];
    })
    .sort((a, b) => b.change - a.change);
  const [first, second] = found;
  if (!first || !second || first.change === second.change) return null;
  return first.key;
}
