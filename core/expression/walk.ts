import { samePositions } from "../fingerprint/positions.ts";
import {
  DEEPEST,
  type Expression,
  isOperation,
  type Leaf,
  MOST_OPERANDS,
  type NodePath,
} from "./ast.ts";

/** A node with its place. */
export interface Placed<N extends Expression = Expression> {
  readonly path: NodePath;
  readonly node: N;
}

/** Every node, parents before operands, in reading order. */
export function* walk(node: Expression, path: NodePath = []): Generator<Placed> {
  yield { path, node };
  if (!isOperation(node)) return;
  for (const [index, operand] of node.operands.entries()) yield* walk(operand, [...path, index]);
}

/** All leaves in reading order: what must be looked up before the tree can be evaluated. */
export function leaves(root: Expression): Placed<Leaf>[] {
  const found: Placed<Leaf>[] = [];
  for (const { path, node } of walk(root)) if (!isOperation(node)) found.push({ path, node });
  return found;
}

/** The node at a path; `undefined` where the path leads nowhere. */
export function nodeAt(root: Expression, path: NodePath): Expression | undefined {
  let node: Expression | undefined = root;
  for (const index of path)
    node = node !== undefined && isOperation(node) ? node.operands[index] : undefined;
  return node;
}

/** A path as a key of maps: `"1.0"`, empty for the root. */
export const pathKey = (path: NodePath): string => path.join(".");

/** The inverse of `pathKey`. */
export const pathOf = (key: string): NodePath => (key === "" ? [] : key.split(".").map(Number));

/** A path as error messages write it: `and[1].sub[0]`, empty for the root. */
export function pathName(root: Expression, path: NodePath): string {
  const steps = path.map((index, depth) => {
    const parent = nodeAt(root, path.slice(0, depth));
    return `${parent?.kind ?? "?"}[${index}]`;
  });
  return steps.join(".");
}

/** How many operators are inside one another at most: 0 for a leaf. */
const depthOf = (node: Expression): number =>
  isOperation(node) ? 1 + Math.max(...node.operands.map(depthOf)) : 0;

/** Operands of all operators together: 0 for a leaf. */
const operandCount = (node: Expression): number =>
  isOperation(node)
    ? node.operands.reduce((sum, operand) => sum + 1 + operandCount(operand), 0)
    : 0;

/** The sentence for an expression beyond the limits; `undefined` within them. */
export function limitProblem(root: Expression): string | undefined {
  if (depthOf(root) > DEEPEST) return `Operators may be nested ${DEEPEST} deep at most.`;
  if (operandCount(root) > MOST_OPERANDS)
    return `An expression may have ${MOST_OPERANDS} operands at most.`;
  return undefined;
}

/** Whether two trees are equal node by node; the order of operands counts. */
export function sameExpression(a: Expression, b: Expression): boolean {
  if (a === b) return true;
  if (a.sparsity !== b.sparsity) return false;
  if (isOperation(a))
    return (
      a.kind === b.kind &&
      isOperation(b) &&
      a.operands.length === b.operands.length &&
      a.operands.every((operand, i) => sameExpression(operand, b.operands[i] as Expression))
    );
  return !isOperation(b) && sameLeaf(a, b);
}

function sameLeaf(a: Leaf, b: Leaf): boolean {
  if (a.kind === "term") return b.kind === "term" && a.term === b.term && a.language === b.language;
  if (a.kind === "text") return b.kind === "text" && a.text === b.text && a.language === b.language;
  if (a.kind !== "positions") return a.kind === b.kind && "name" in b && a.name === b.name;
  return b.kind === "positions" && samePositions(a.positions, b.positions);
}
