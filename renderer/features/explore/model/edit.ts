import {
  type Expression,
  isOperation,
  type Operator,
  withSparsity,
} from "../../../../core/expression/ast.ts";
import { type Draft, idSource, type NodeId, parentOf } from "../../../../core/expression/draft.ts";
import { shortName } from "./short-name.ts";
import {
  detach,
  type EditResult,
  editAt,
  findNode,
  finish,
  type Gap,
  GONE,
  INTO_ITSELF,
  indexOf,
  isInside,
  joinTo,
  nameOf,
  operatorOver,
  place,
  refuse,
  substitute,
  workingCopy,
} from "./working-tree.ts";

/** A draft of one node, made in one step. */
export const startWith = (node: Expression): EditResult => {
  const added = workingCopy(node, idSource([]));
  return finish(added, { label: `Add ${shortName(node)}`, focus: added });
};

/** Inserts a node between others: the line between rows of the tree. */
export function insert(tree: Draft, gap: Gap, node: Expression): EditResult {
  return editAt(tree, gap.parent, ({ root, node: parent, ids }) => {
    if (parent.operands === undefined) return refuse("Only an operator can take another part.");
    const added = workingCopy(node, ids);
    place(parent, [added], parent.operands[gap.index]);
    return finish(root, { label: `Add ${shortName(node)}`, focus: added });
  });
}

interface Addition {
  readonly node: Expression;
  /** Groups the two where the target is no operator. */
  readonly operator: Operator;
}

/** Adds a node to the one with an id: last of an operator, or grouped with a leaf under `operator`. */
export function addOnto(tree: Draft, id: NodeId, { node, operator }: Addition): EditResult {
  return editAt(tree, id, (target) => {
    const added = workingCopy(node, target.ids);
    const root = joinTo(target, { added, operator });
    return finish(root, { label: `Add ${shortName(node)}`, focus: added });
  });
}

/** Adds a node after the one with an id; beside the root they are grouped under `operator`. */
export function addBeside(tree: Draft, id: NodeId, { node, operator }: Addition): EditResult {
  return editAt(tree, id, ({ root, node: before, ids }) => {
    const added = workingCopy(node, ids);
    const ending = { label: `Add ${shortName(node)}`, focus: added };
    const { parent } = before;
    if (parent === undefined) return finish(operatorOver(operator, [root, added], ids), ending);
    place(parent, [added], parent.operands?.[indexOf(before) + 1]);
    return finish(root, ending);
  });
}

/** Puts another node in the place of the one with an id, which the new node takes over. */
export function replace(tree: Draft, id: NodeId, node: Expression): EditResult {
  return editAt(tree, id, ({ root, node: before, ids }) => {
    // A leaf edited in place stays the same node, so what is noted about it stays too.
    const after = { ...workingCopy(node, ids), id };
    for (const operand of after.operands ?? []) operand.parent = after;
    const label = `Change ${nameOf(before)} to ${shortName(node)}`;
    return finish(substitute(root, before, after), { label, focus: after });
  });
}

/** Takes a node out; an operator left without operands goes with it. Focus goes to the neighbour. */
export function remove(tree: Draft, id: NodeId): EditResult {
  return editAt(tree, id, ({ root, node }) => {
    const label = `Remove ${nameOf(node)}`;
    const { parent } = node;
    if (parent === undefined) return { expression: undefined, focus: undefined, label };
    const index = indexOf(node);
    detach(node);
    const focus = parent.operands?.[index] ?? parent.operands?.[index - 1] ?? parent;
    return finish(root, { label, focus });
  });
}

/** Puts a node alone under a new operator. */
export function wrap(tree: Draft, id: NodeId, operator: Operator): EditResult {
  return editAt(tree, id, ({ root, node, ids }) => {
    const label = `Wrap ${nameOf(node)} in ${operator}`;
    const group = operatorOver(operator, [], ids);
    const changed = substitute(root, node, group);
    place(group, [node]);
    return finish(changed, { label, focus: group });
  });
}

/** Replaces an operator by its operands. */
export function unwrap(tree: Draft, id: NodeId): EditResult {
  return editAt(tree, id, ({ root, node }) => {
    const operands = node.operands;
    const [first] = operands ?? [];
    if (operands === undefined || first === undefined)
      return refuse("Only an operator can be unwrapped.");
    const label = `Unwrap ${nameOf(node)}`;
    const { parent } = node;
    if (parent === undefined) {
      if (operands.length > 1)
        return refuse("The outermost operator holds several parts, so they need it.");
      first.parent = undefined;
      return finish(first, { label, focus: first });
    }
    place(parent, operands, node);
    detach(node);
    return finish(root, { label, focus: first });
  });
}

/** Puts a copy after a node; the root and its copy are grouped under `operator`. */
export function duplicate(tree: Draft, id: NodeId, operator: Operator = "or"): EditResult {
  return editAt(tree, id, ({ root, node, ids }) => {
    const copy = workingCopy(node.source, ids);
    const ending = { label: `Duplicate ${nameOf(node)}`, focus: copy };
    const { parent } = node;
    if (parent === undefined) return finish(operatorOver(operator, [node, copy], ids), ending);
    place(parent, [copy], parent.operands?.[indexOf(node) + 1]);
    return finish(root, ending);
  });
}

/** Sets the operator of an operation, or of the operation that a leaf is in. */
export function changeOperator(tree: Draft, id: NodeId, operator: Operator): EditResult {
  return editAt(tree, id, ({ root, node }) => {
    const operation = node.operands === undefined ? node.parent : node;
    if (operation === undefined) return refuse("There is no operator here to change.");
    const { source } = operation;
    const label = `Change ${source.kind} to ${operator}`;
    if (isOperation(source)) operation.source = { ...source, kind: operator };
    return finish(root, { label, focus: node });
  });
}

/** Thins a node to a share of the map, 0 < s < 1; `undefined` stops thinning it. */
export function setSparsity(tree: Draft, id: NodeId, sparsity: number | undefined): EditResult {
  if (sparsity !== undefined && !(sparsity > 0 && sparsity <= 1))
    return refuse("The share of the map to keep is above 0% and at most 100%.");
  return editAt(tree, id, ({ root, node }) => {
    const name = nameOf(node);
    node.source = withSparsity(node.source, sparsity);
    const label = sparsity === undefined ? `Keep all of ${name}` : `Thin ${name}`;
    return finish(root, { label, focus: node });
  });
}

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
