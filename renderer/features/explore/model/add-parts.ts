import type { Expression, Operator } from "../../../../core/expression/ast.ts";
import type { Draft, NodeId } from "../../../../core/expression/draft.ts";
import { addBeside, addOnto, startWith } from "./edit.ts";
import { type EditResult, isRefused } from "./edit-result.ts";

export interface Addition {
  readonly place: "inside" | "beside";
  /** The whole if there is none. */
  readonly id?: NodeId;
  /** Where no operator is there to take the part, this one is made. */
  readonly operator: Operator;
}

/** Adds parts one after the other, as one edit. Focus is the last of them. */
export function addParts(
  tree: Draft | undefined,
  parts: readonly Expression[],
  addition: Addition,
): EditResult {
  let at = addition;
  let result: EditResult = { refused: "There is nothing to add." };
  let current = tree;
  for (const node of parts) {
    result = current === undefined ? startWith(node) : addPart(current, node, at);
    if (isRefused(result)) return result;
    current = result.expression;
    at = { ...addition, place: "beside", ...(result.focus ? { id: result.focus } : {}) };
  }
  if (isRefused(result) || parts.length === 1) return result;
  return { ...result, label: `Add ${parts.length} parts` };
}

function addPart(tree: Draft, node: Expression, { place, id = tree.id, operator }: Addition) {
  const add = place === "inside" ? addOnto : addBeside;
  return add(tree, id, { node, operator });
}

/** How a part joins the whole: into an outermost operator of the same kind, else both under a new one. */
export function additionToWhole(tree: Expression | undefined, operator: Operator): Addition {
  const joins = tree !== undefined && tree.kind === operator && tree.sparsity === undefined;
  return { place: joins ? "inside" : "beside", operator };
}
