import type { Expression, Operator } from "../../../../core/expression/ast.ts";

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
  if (node.kind === "term") return `term ${node.term}`;
  return node.kind === "text" ? `text ${node.text}` : null;
}
