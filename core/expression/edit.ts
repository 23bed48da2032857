import { type Expression, isOperation, type Operator, withSparsity } from "./ast.ts";
import { type Draft, idSource, idsOf, type NodeId } from "./draft.ts";
import { type EditResult, type Gap, refuse } from "./edit-result.ts";
import { shortName } from "./short-name.ts";
import {
  detach,
  editAt,
  findNode,
  finish,
  indexOf,
  joinTo,
  nameOf,
  operatorOver,
  place,
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

/** The draft without the nodes with these ids, as if they had been removed; `undefined` if nothing is left. */
export function leaveOut(tree: Draft, ids: Iterable<NodeId>): Draft | undefined {
  const root = workingCopy(tree, idSource(idsOf(tree)));
  const nodes = [...ids].map((id) => findNode(root, id));
  if (nodes.includes(root)) return undefined;
  for (const node of nodes) if (node !== undefined) detach(node);
  const left = finish(root, { label: "Mute", focus: root });
  return "expression" in left ? left.expression : undefined;
}
