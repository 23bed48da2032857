import { badExpression } from "../errors.ts";
import type { Positions } from "../kernel/grid.ts";
import { type Expression, isOperation, isReference, type Leaf, type NodePath } from "./ast.ts";
import { pathName } from "./walk.ts";

/** An expression exactly as the service takes it. */
type ContractExpression =
  | { readonly term: string; readonly language?: string }
  | { readonly text: string; readonly language?: string }
  | { readonly positions: readonly number[] }
  | { readonly and: readonly ContractExpression[] }
  | { readonly or: readonly ContractExpression[] }
  | { readonly sub: readonly ContractExpression[] }
  | { readonly xor: readonly ContractExpression[] };

/** What a request to the service needs: the body, and the query parameter where the whole is thinned. */
export interface ContractRequest {
  readonly expression: ContractExpression;
  readonly sparsity?: number;
}

type JsonObject = { readonly [key: string]: unknown };

/**
 * The application's own JSON: the contract's form, with `saved`, `history`, `region`, `filter` and
 * `sparsity` where the tree has them. `parseJson(value, "application")` gives the tree back.
 */
export function printJson(node: Expression): JsonObject {
  const own = isOperation(node) ? { [node.kind]: node.operands.map(printJson) } : leafJson(node);
  return node.sparsity === undefined ? own : { ...own, sparsity: node.sparsity };
}

function leafJson(leaf: Leaf): JsonObject {
  switch (leaf.kind) {
    case "term":
      return inLanguage({ term: leaf.term }, leaf.language);
    case "text":
      return inLanguage({ text: leaf.text }, leaf.language);
    case "positions":
      return { positions: [...leaf.positions] };
    default:
      return { [leaf.kind]: leaf.name };
  }
}

const inLanguage = (json: JsonObject, language: string | undefined): JsonObject =>
  language === undefined ? json : { ...json, language };

/** Whether the service can be sent this tree as it is: no reference, and thinned at the root only. */
export const hasContractForm = (root: Expression): boolean =>
  isOperation(root) ? root.operands.every(isPlain) : !isReference(root);

const isPlain = (node: Expression): boolean => node.sparsity === undefined && hasContractForm(node);

/**
 * The request for the service. A node that the contract has no form for is written as the positions
 * that `positionsOf` gives for it (the trace of an evaluation).
 *
 * @throws bad-expression for such a node without positions, as the service refuses an empty list
 */
export function printContract(
  root: Expression,
  positionsOf: (node: Expression) => Positions | undefined = () => undefined,
): ContractRequest {
  const { sparsity, ...plain } = root;
  const literal = (node: Expression, path: NodePath): ContractExpression => {
    const positions = positionsOf(node);
    if (positions !== undefined && positions.length > 0) return { positions: [...positions] };
    throw badExpression(pathName(root, path), "This part has no form that the service accepts.");
  };
  const write = (node: Expression, path: NodePath): ContractExpression => {
    if (isReference(node) || node.sparsity !== undefined) return literal(node, path);
    if (!isOperation(node)) return leafJson(node) as ContractExpression;
    const operands = node.operands.map((operand, index) => write(operand, [...path, index]));
    return { [node.kind]: operands } as unknown as ContractExpression;
  };
  const expression = write(plain, []);
  return sparsity === undefined ? { expression } : { expression, sparsity };
}
