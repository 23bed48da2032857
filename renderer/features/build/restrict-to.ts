import { type Expression, isOperation } from "../../../core/expression/ast.ts";
import { type EditResult, isRefused } from "../../../core/expression/draft.ts";
import { addOnto, wrap } from "../../../core/expression/edit.ts";
import { nodeAt, pathOf } from "../../../core/expression/walk.ts";
import { announce } from "../../state/announcer.ts";
import { commitEdit, currentTree } from "./edit-subject.ts";

export type SenseOperator = "and" | "sub";

interface Sense {
  readonly label: string;
  readonly positions: readonly number[];
}

interface Place {
  readonly operator: SenseOperator;
  readonly nodeKey: string;
  readonly retina: string | undefined;
}

/** Takes a sense away from a part, or keeps only it, as one step that says so. */
export function restrictTo(sense: Sense, { operator, nodeKey, retina }: Place): void {
  const tree = currentTree();
  if (!tree) return;
  const label = `${operator === "sub" ? "Subtract" : "Keep only"} the sense ${sense.label}`;
  const result = restricted(tree, nodeKey, { operator, positions: sense.positions });
  const note = { label: `sense ${sense.label}` };
  if (commitEdit(result, { label, note, retina, keepsFocus: true })) announce(label);
}

/** The edit alone: a `sub` takes another operand, everything else goes under a new operator. */
export function restricted(
  tree: Expression,
  nodeKey: string,
  { operator, positions }: { operator: SenseOperator; positions: readonly number[] },
): EditResult {
  const path = pathOf(nodeKey);
  const node = { kind: "positions", positions: Uint16Array.from(positions) } as const;
  const target = nodeAt(tree, path);
  const takesMore =
    target !== undefined &&
    isOperation(target) &&
    target.kind === operator &&
    target.sparsity === undefined;
  if (!target || takesMore || !isOperation(target)) return addOnto(tree, path, { node, operator });
  const wrapped = wrap(tree, path, operator);
  if (isRefused(wrapped) || !wrapped.expression) return wrapped;
  const added = addOnto(wrapped.expression, wrapped.focus, { node, operator });
  if (isRefused(added)) return added;
  const moved = new Map<string, string>();
  for (const [from, between] of wrapped.moved) {
    const to = added.moved.get(between);
    if (to !== undefined) moved.set(from, to);
  }
  return { ...added, moved };
}
