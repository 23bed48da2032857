import { isOperation } from "../../../../core/expression/ast.ts";
import { type Draft, type NodeId, nodeWith } from "../../../../core/expression/draft.ts";
import { addOnto, wrap } from "./edit.ts";
import { type EditResult, isRefused } from "./working-tree.ts";

/** Keep only these cells, or take them away. */
export type Restriction = "and" | "sub";
/** The same, or add them. */
export type Change = Restriction | "or";

/** A part restricted to cells: its own operator takes them if it is of that kind, else a new one. */
export function restricted(
  tree: Draft,
  id: NodeId,
  { operator, positions }: { operator: Change; positions: readonly number[] },
): EditResult {
  const node = { kind: "positions", positions: Uint16Array.from(positions) } as const;
  const target = nodeWith(tree, id);
  const takesMore =
    target !== undefined && target.kind === operator && target.sparsity === undefined;
  if (!target || takesMore || !isOperation(target)) return addOnto(tree, id, { node, operator });
  const wrapped = wrap(tree, id, operator);
  if (isRefused(wrapped) || !wrapped.expression || !wrapped.focus) return wrapped;
  return addOnto(wrapped.expression, wrapped.focus, { node, operator });
}
