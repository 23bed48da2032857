import { ApiError, unknownTerm } from "../errors.ts";
import { combine } from "../fingerprint/operations.ts";
import { sparsify } from "../fingerprint/sparsify.ts";
import type { Positions } from "../kernel/grid.ts";
import {
  type Expression,
  isOperation,
  type Leaf,
  type NodePath,
  type Operation,
  type Reference,
} from "./ast.ts";
import { pathKey } from "./walk.ts";

/** Where the positions of leaves come from. A lookup may throw an ApiError, which names the failure. */
export interface Lookups {
  /** Name of the retina, for messages. */
  readonly retina: string;
  /** `undefined` for a term that the retina does not have. */
  term(term: string, language?: string): Positions | undefined;
  text(text: string, language?: string): Positions;
  reference(reference: Reference): Positions;
  /** Nearest spellings of an unknown term, for its message. */
  suggest?(term: string, language?: string): readonly string[];
}

/**
 * The positions that an expression means. Cost: one pass over the operands' positions.
 * @throws unknown-term, and whatever the lookups throw
 */
export function evaluate(node: Expression, lookups: Lookups): Positions {
  const positions = isOperation(node)
    ? combine(
        node.kind,
        node.operands.map((operand) => evaluate(operand, lookups)),
      )
    : lookUp(node, lookups);
  return thin(positions, node);
}

export interface Trace {
  /** Result of each node by `pathKey`, thinned where the node asks for it. No entry where a leaf below failed. */
  readonly positions: ReadonlyMap<string, Positions>;
  /** Why leaves have no positions. */
  readonly errors: readonly ApiError[];
  /** The root's result; `undefined` as soon as one leaf failed: nothing is left out silently. */
  readonly result: Positions | undefined;
}

/** Evaluates every node that can be, keeps each result, and collects the leaves that cannot be looked up. */
export function trace(root: Expression, lookups: Lookups): Trace {
  const positions = new Map<string, Positions>();
  const errors: ApiError[] = [];
  const visit = (node: Expression, path: NodePath): Positions | undefined => {
    const found = isOperation(node) ? visitOperands(node, path) : tryLookUp(node);
    if (found === undefined) return undefined;
    const thinned = thin(found, node);
    positions.set(pathKey(path), thinned);
    return thinned;
  };
  const visitOperands = ({ kind, operands }: Operation, path: NodePath) => {
    const found = operands.map((operand, index) => visit(operand, [...path, index]));
    return isComplete(found) ? combine(kind, found) : undefined;
  };
  const tryLookUp = (leaf: Leaf) => {
    try {
      return lookUp(leaf, lookups);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      errors.push(error);
      return undefined;
    }
  };
  const result = visit(root, []);
  return { positions, errors, result };
}

const isComplete = (list: readonly (Positions | undefined)[]): list is readonly Positions[] =>
  list.every((positions) => positions !== undefined);

const thin = (positions: Positions, { sparsity }: Expression): Positions =>
  sparsity === undefined ? positions : sparsify(positions, sparsity);

function lookUp(leaf: Leaf, lookups: Lookups): Positions {
  switch (leaf.kind) {
    case "positions":
      return leaf.positions;
    case "text":
      return lookups.text(leaf.text, leaf.language);
    case "term": {
      const positions = lookups.term(leaf.term, leaf.language);
      if (positions !== undefined) return positions;
      throw unknownTerm(leaf.term, lookups.retina, lookups.suggest?.(leaf.term, leaf.language));
    }
    default:
      return lookups.reference(leaf);
  }
}
