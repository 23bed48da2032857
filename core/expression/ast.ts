import type { Positions } from "../kernel/grid.ts";

export const OPERATORS = ["and", "or", "sub", "xor"] as const;
export type Operator = (typeof OPERATORS)[number];

interface Sparsifiable {
  /** Thins the node's result to this share of the map, 0 < s < 1, if it is denser. Absent: left as it is. */
  readonly sparsity?: number;
}

interface InLanguage {
  /** Code of the language it is in; that of the retina where it is left out. */
  readonly language?: string | undefined;
}

/** A term of the vocabulary, written exactly so. Never blank. */
interface TermLeaf extends Sparsifiable, InLanguage {
  readonly kind: "term";
  readonly term: string;
}

/** Running text; its fingerprint is that of its words together. Never blank. */
interface TextLeaf extends Sparsifiable, InLanguage {
  readonly kind: "text";
  readonly text: string;
}

/** Cells one by one. Never empty. */
export interface PositionsLeaf extends Sparsifiable {
  readonly kind: "positions";
  readonly positions: Positions;
  /** Name that a line writes instead of the numbers; not part of the meaning. */
  readonly name?: string;
}

/**
 * What only the application knows by name: a saved expression, a map region, a category filter. The service does not know it; a
 * resolver supplies its positions.
 */
export interface Reference extends Sparsifiable {
  readonly kind: "saved" | "region" | "filter";
  readonly name: string;
}

export type Leaf = TermLeaf | TextLeaf | PositionsLeaf | Reference;

/**
 * `and`: in all operands; `or`: in any; `sub`: in the first and none of the rest; `xor`: folded from
 * the left, so a cell stays if an odd number of operands has it. One operand is enough.
 */
export interface Operation extends Sparsifiable {
  readonly kind: Operator;
  /** Never empty. */
  readonly operands: readonly Expression[];
}

/** A tree that means a set of positions. Plain immutable data: nodes may be shared between trees. */
export type Expression = Leaf | Operation;

/** The way from the root to a node: the operand's index at each operator. Empty for the root. */
export type NodePath = readonly number[];

/** Operators inside one another; a deeper expression is refused. */
export const DEEPEST = 32;
/** Operands of all operators of one expression together; more are refused. */
export const MOST_OPERANDS = 512;

const operators: ReadonlySet<string> = new Set(OPERATORS);

export const isOperator = (word: string): word is Operator => operators.has(word);

export const isOperation = (node: Expression): node is Operation => isOperator(node.kind);

/** Leaves that `printContract` cannot write. */
export const isReference = (node: Expression): node is Reference =>
  node.kind === "saved" || node.kind === "region" || node.kind === "filter";

/** The same node with another sparsity; `undefined` or 1 and more takes it away. */
export function withSparsity<N extends Expression>(node: N, sparsity: number | undefined): N {
  if (sparsity !== undefined && sparsity < 1) return { ...node, sparsity };
  const { sparsity: _, ...plain } = node;
  return plain as N;
}
