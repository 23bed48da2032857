import type { Expression, NodePath, Operator } from "./ast.ts";
import {
  detach,
  draftAt,
  type EditResult,
  editAt,
  finish,
  type Gap,
  GONE,
  indexOf,
  joinTo,
  nameOf,
  operatorOver,
  place,
  refuse,
  substitute,
} from "./draft.ts";
import { isWithin } from "./walk.ts";

const INTO_ITSELF = refuse("A part cannot be moved into itself.");

/** Moves the node at `from` into a gap. */
export function move(tree: Expression, from: NodePath, gap: Gap): EditResult {
  return editAt(tree, from, ({ root, node }) => {
    const parent = draftAt(root, gap.parent);
    if (parent === undefined) return GONE;
    if (isWithin(gap.parent, from)) return INTO_ITSELF;
    if (parent.operands === undefined) return refuse("Only an operator can take another part.");
    let next = parent.operands[gap.index];
    if (next === node) next = parent.operands[gap.index + 1];
    detach(node);
    place(parent, [node], next);
    return finish(root, { label: `Move ${nameOf(node)}`, focus: node });
  });
}

/** Moves the node at `from` onto another: last of an operator, or grouped with a leaf under `operator`. */
export function moveOnto(
  tree: Expression,
  from: NodePath,
  { onto, operator }: { onto: NodePath; operator: Operator },
): EditResult {
  return editAt(tree, from, ({ root, node }) => {
    const target = draftAt(root, onto);
    if (target === undefined) return GONE;
    if (isWithin(onto, from)) return INTO_ITSELF;
    const label = `Move ${nameOf(node)} onto ${nameOf(target)}`;
    detach(node);
    return finish(joinTo(root, target, { added: node, operator }), { label, focus: node });
  });
}

/** Before its previous sibling. */
export const moveUp = (tree: Expression, path: NodePath): EditResult => moveAmong(tree, path, -1);

/** After its next sibling. */
export const moveDown = (tree: Expression, path: NodePath): EditResult => moveAmong(tree, path, 1);

function moveAmong(tree: Expression, path: NodePath, by: -1 | 1): EditResult {
  return editAt(tree, path, ({ root, node }) => {
    const { parent } = node;
    const siblings = parent?.operands ?? [];
    const index = indexOf(node);
    const sibling = siblings[index + by];
    if (parent === undefined || sibling === undefined)
      return refuse(by < 0 ? "This part is the first already." : "This part is the last already.");
    const next = by < 0 ? sibling : siblings[index + 2];
    detach(node);
    place(parent, [node], next);
    return finish(root, { label: `Move ${nameOf(node)} ${by < 0 ? "up" : "down"}`, focus: node });
  });
}

/** Into the operator just before it, as its last operand. */
export function moveIn(tree: Expression, path: NodePath): EditResult {
  return editAt(tree, path, ({ root, node }) => {
    const before = node.parent?.operands?.[indexOf(node) - 1];
    if (before?.operands === undefined)
      return refuse("There is no operator just before this part to move it into.");
    const label = `Move ${nameOf(node)} into ${nameOf(before)}`;
    detach(node);
    place(before, [node]);
    return finish(root, { label, focus: node });
  });
}

/** Out of its operator, to the place just after it. */
export function moveOut(tree: Expression, path: NodePath): EditResult {
  return editAt(tree, path, ({ root, node }) => {
    const { parent } = node;
    const above = parent?.parent;
    if (parent === undefined || above === undefined)
      return refuse("This part is at the outermost level already.");
    const label = `Move ${nameOf(node)} out of ${nameOf(parent)}`;
    const next = above.operands?.[indexOf(parent) + 1];
    detach(node);
    place(above, [node], next);
    return finish(root, { label, focus: node });
  });
}

/** Exchanges two nodes, neither of which may lie within the other. Focus stays with the first. */
export function swap(tree: Expression, path: NodePath, other: NodePath): EditResult {
  return editAt(tree, path, ({ root, node }) => {
    const partner = draftAt(root, other);
    if (partner === undefined) return GONE;
    if (isWithin(path, other) || isWithin(other, path)) return INTO_ITSELF;
    const label = `Swap ${nameOf(node)} and ${nameOf(partner)}`;
    const gap = operatorOver("or", []);
    substitute(root, node, gap);
    substitute(root, partner, node);
    substitute(root, gap, partner);
    return finish(root, { label, focus: node });
  });
}

/** Makes the node the first operand of its operator, the base of a `sub`; the first changes with the second. */
export function swapBase(tree: Expression, path: NodePath): EditResult {
  const index = path.at(-1);
  if (index === undefined) return refuse("Only a part of an operator can become its base.");
  const parent = path.slice(0, -1);
  return swap(tree, path, [...parent, index === 0 ? 1 : 0]);
}
