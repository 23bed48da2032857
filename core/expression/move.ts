import type { Operator } from "./ast.ts";
import { type Draft, type NodeId, parentOf } from "./draft.ts";
import { type EditResult, type Gap, GONE, INTO_ITSELF, refuse } from "./edit-result.ts";
import {
  detach,
  editAt,
  findNode,
  finish,
  indexOf,
  isInside,
  joinTo,
  nameOf,
  operatorOver,
  place,
  substitute,
} from "./working-tree.ts";

/** Moves a node into a gap. */
export function move(tree: Draft, from: NodeId, gap: Gap): EditResult {
  return editAt(tree, from, ({ root, node }) => {
    const parent = findNode(root, gap.parent);
    if (parent === undefined) return GONE;
    if (isInside(parent, node)) return INTO_ITSELF;
    if (parent.operands === undefined) return refuse("Only an operator can take another part.");
    let next = parent.operands[gap.index];
    if (next === node) next = parent.operands[gap.index + 1];
    detach(node);
    place(parent, [node], next);
    return finish(root, { label: `Move ${nameOf(node)}`, focus: node });
  });
}

/** Moves a node onto another: last of an operator, or grouped with a leaf under `operator`. */
export function moveOnto(
  tree: Draft,
  from: NodeId,
  { onto, operator }: { onto: NodeId; operator: Operator },
): EditResult {
  return editAt(tree, from, ({ root, node, ids }) => {
    const target = findNode(root, onto);
    if (target === undefined) return GONE;
    if (isInside(target, node)) return INTO_ITSELF;
    const label = `Move ${nameOf(node)} onto ${nameOf(target)}`;
    detach(node);
    return finish(joinTo({ root, node: target, ids }, { added: node, operator }), {
      label,
      focus: node,
    });
  });
}

/** Before its previous sibling. */
export const moveUp = (tree: Draft, id: NodeId): EditResult => moveAmong(tree, id, -1);

/** After its next sibling. */
export const moveDown = (tree: Draft, id: NodeId): EditResult => moveAmong(tree, id, 1);

function moveAmong(tree: Draft, id: NodeId, by: -1 | 1): EditResult {
  return editAt(tree, id, ({ root, node }) => {
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
export function moveIn(tree: Draft, id: NodeId): EditResult {
  return editAt(tree, id, ({ root, node }) => {
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
export function moveOut(tree: Draft, id: NodeId): EditResult {
  return editAt(tree, id, ({ root, node }) => {
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
export function swap(tree: Draft, id: NodeId, other: NodeId): EditResult {
  return editAt(tree, id, ({ root, node, ids }) => {
    const partner = findNode(root, other);
    if (partner === undefined) return GONE;
    if (isInside(node, partner) || isInside(partner, node)) return INTO_ITSELF;
    const label = `Swap ${nameOf(node)} and ${nameOf(partner)}`;
    const gap = operatorOver("or", [], ids);
    substitute(root, node, gap);
    substitute(root, partner, node);
    substitute(root, gap, partner);
    return finish(root, { label, focus: node });
  });
}

/** Makes the node the first operand of its operator, the base of a `sub`; the first changes with the second. */
export function swapBase(tree: Draft, id: NodeId): EditResult {
  const parent = parentOf(tree, id);
  if (parent === undefined) return refuse("Only a part of an operator can become its base.");
  const [first, second] = parent.operands;
  const other = first?.id === id ? second : first;
  return other === undefined ? GONE : swap(tree, id, other.id);
}
