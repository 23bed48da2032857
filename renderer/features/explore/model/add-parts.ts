import type { Expression, Operator } from "../../../../core/expression/ast.ts";
import type { Draft, NodeId } from "../../../../core/expression/draft.ts";
import { printLeaf } from "../../../../core/expression/print-line.ts";
import { addBeside, addOnto, startWith } from "./edit.ts";
import { type EditResult, isRefused } from "./working-tree.ts";

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

/** The parts that change something: with “and” and “or” a second copy of the same word or text never does. */
export function withoutRepeats(
  tree: Expression | undefined,
  parts: readonly Expression[],
  operator: Operator,
): readonly Expression[] {
  if (operator === "xor") return parts;
  const known = new Set(tree ? operandsUnder(tree, operator).map(repeatKey) : []);
  return parts.filter((part) => {
    const key = repeatKey(part);
    if (key === null) return true;
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}

/** What a new part would stand beside; the base of a difference may be taken from itself. */
function operandsUnder(tree: Expression, operator: Operator): readonly Expression[] {
  if (operator === "sub") return tree.kind === "sub" ? tree.operands.slice(1) : [];
  return tree.kind === operator ? tree.operands : [tree];
}

/** Terms and texts by what they say; anything else is never the same. */
function repeatKey(node: Expression): string | null {
  if (node.sparsity !== undefined) return null;
  if (node.kind === "term") return `term ${printLeaf(node)}`;
  return node.kind === "text" ? `text ${node.text}` : null;
}
