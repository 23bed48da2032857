import {
  type Expression,
  isOperation,
  isReference,
  type NodePath,
  type Reference,
} from "../../core/expression/ast.ts";
import { pathKey, pathName } from "../../core/expression/walk.ts";

/** What a reference stands for now; a sentence where it stands for nothing. */
export type Resolve = (reference: Reference) => Expression | string;

/** A tree as the engine takes it: references are replaced by their meanings. */
export interface Prepared {
  /** `undefined` when no part is left to evaluate. */
  readonly sent: Expression | undefined;
  /** References that stand for nothing, by `pathKey`: the sentence about each. */
  readonly unresolved: ReadonlyMap<string, string>;
  /** The place in `sent` of the node at a `pathKey`, as the engine writes it; none for a part with an unresolved reference. */
  readonly places: ReadonlyMap<string, string>;
}

export function prepare(tree: Expression, resolve: Resolve): Prepared {
  const unresolved = new Map<string, string>();
  const paths = new Map<string, NodePath>();
  const visit = (node: Expression, path: NodePath, sentPath: NodePath): Expression | undefined => {
    const key = pathKey(path);
    if (isReference(node)) {
      const meaning = resolve(node);
      if (typeof meaning === "string") {
        unresolved.set(key, meaning);
        return undefined;
      }
      paths.set(key, sentPath);
      return thinnedLike(meaning, node);
    }
    const before = unresolved.size;
    let sent: Expression | undefined = node;
    if (isOperation(node)) {
      const operands: Expression[] = [];
      for (const [index, operand] of node.operands.entries()) {
        const kept = visit(operand, [...path, index], [...sentPath, operands.length]);
        if (kept) operands.push(kept);
      }
      sent = operands.length === 0 ? undefined : { ...node, operands };
    }
    if (unresolved.size === before) paths.set(key, sentPath);
    return sent;
  };
  const sent = visit(tree, [], []);
  const places = new Map<string, string>();
  if (sent) for (const [key, path] of paths) places.set(key, pathName(sent, path));
  return { sent, unresolved, places };
}

/** A reference that is thinned thins its meaning, by one more operator if that is thinned itself. */
function thinnedLike(meaning: Expression, { sparsity }: Reference): Expression {
  if (sparsity === undefined) return meaning;
  if (meaning.sparsity === undefined) return { ...meaning, sparsity };
  return { kind: "or", operands: [meaning], sparsity };
}
