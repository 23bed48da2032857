import { ApiError, unknownTerm } from "../errors.ts";
import { combine } from "../fingerprint/operations.ts";
import { sparsify } from "../fingerprint/sparsify.ts";
import type { Positions } from "../kernel/grid.ts";
import { type Expression, isOperation, type Leaf, type Reference } from "./ast.ts";
import type { Draft, DraftLeaf, DraftOperation, NodeId } from "./draft.ts";

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

/** Why a leaf has no positions. */
interface LeafProblem {
  readonly id: NodeId;
  readonly error: ApiError;
}

export interface Trace {
  /** Result of each node, thinned where the node asks for it. No entry where a leaf below failed. */
  readonly positions: ReadonlyMap<NodeId, Positions>;
  /** Result before thinning, of those nodes that thinning changed. */
  readonly dense: ReadonlyMap<NodeId, Positions>;
  readonly problems: readonly LeafProblem[];
  /** The root's result; `undefined` as soon as one leaf failed: nothing is left out silently. */
  readonly result: Positions | undefined;
}

/** Evaluates every node that can be, keeps each result, and collects the leaves that cannot be looked up. */
export function trace(root: Draft, lookups: Lookups): Trace {
  const positions = new Map<NodeId, Positions>();
  const dense = new Map<NodeId, Positions>();
  const problems: LeafProblem[] = [];
  const visit = (node: Draft): Positions | undefined => {
    const found = isOperation(node) ? visitOperands(node) : tryLookUp(node);
    if (found === undefined) return undefined;
    const thinned = thin(found, node);
    positions.set(node.id, thinned);
    if (thinned !== found) dense.set(node.id, found);
    return thinned;
  };
  const visitOperands = (node: DraftOperation) => {
    const found = node.operands.map(visit);
    return isComplete(found) ? combine(node.kind, found) : undefined;
  };
  const tryLookUp = (leaf: DraftLeaf) => {
    try {
      return lookUp(leaf, lookups);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problems.push({ id: leaf.id, error });
      return undefined;
    }
  };
  const result = visit(root);
  return { positions, dense, problems, result };
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
