import { type Expression, isOperation, type NodePath, type Operator, withSparsity } from "./ast.ts";
import {
  detach,
  draftAt,
  draftOf,
  type EditResult,
  editAt,
  finish,
  type Gap,
  indexOf,
  joinTo,
  nameOf,
  operatorOver,
  place,
  refuse,
  substitute,
} from "./draft.ts";
import { shortName } from "./short-name.ts";
import { pathOf } from "./walk.ts";

/** Inserts a node between others: the line between rows of the tree. An empty tree becomes the node. */
export function insert(tree: Expression | undefined, gap: Gap, node: Expression): EditResult {
  const added = draftOf(node);
  const ending = { label: `Add ${shortName(node)}`, focus: added };
  if (tree === undefined) return finish(added, ending);
  return editAt(tree, gap.parent, ({ root, node: parent }) => {
    if (parent.operands === undefined) return refuse("Only an operator can take another part.");
    place(parent, [added], parent.operands[gap.index]);
    return finish(root, ending);
  });
}

/** Adds a node to the one at `path`: last of an operator, or grouped with a leaf under `operator`. */
export function addOnto(
  tree: Expression,
  path: NodePath,
  { node, operator }: { node: Expression; operator: Operator },
): EditResult {
  const added = draftOf(node);
  return editAt(tree, path, ({ root, node: target }) =>
    finish(joinTo(root, target, { added, operator }), {
      label: `Add ${shortName(node)}`,
      focus: added,
    }),
  );
}

/** Adds a node after the one at `path`; beside the root they are grouped under `operator`. */
export function addBeside(
  tree: Expression,
  path: NodePath,
  { node, operator }: { node: Expression; operator: Operator },
): EditResult {
  const index = path.at(-1);
  if (index !== undefined)
    return insert(tree, { parent: path.slice(0, -1), index: index + 1 }, node);
  const added = draftOf(node);
  const label = `Add ${shortName(node)}`;
  return finish(operatorOver(operator, [draftOf(tree, []), added]), { label, focus: added });
}

/** Puts another node in the place of the one at `path`. */
export function replace(tree: Expression, path: NodePath, node: Expression): EditResult {
  return editAt(tree, path, ({ root, node: before }) => {
    const after = draftOf(node);
    // A leaf edited in place stays the same node, so what is noted about it stays too.
    const kept = { ...after, origin: before.origin };
    for (const operand of kept.operands ?? []) operand.parent = kept;
    const label = `Change ${nameOf(before)} to ${shortName(node)}`;
    return finish(substitute(root, before, kept), { label, focus: kept });
  });
}

/** Takes the node at `path` out; an operator left without operands goes with it. Focus goes to the neighbour. */
export function remove(tree: Expression, path: NodePath): EditResult {
  return editAt(tree, path, ({ root, node }) => {
    const label = `Remove ${nameOf(node)}`;
    const { parent } = node;
    if (parent === undefined) return { expression: undefined, focus: [], moved: new Map(), label };
    const index = indexOf(node);
    detach(node);
    const focus = parent.operands?.[index] ?? parent.operands?.[index - 1] ?? parent;
    return finish(root, { label, focus });
  });
}

/** Puts the node at `path` alone under a new operator. */
export function wrap(tree: Expression, path: NodePath, operator: Operator): EditResult {
  return editAt(tree, path, ({ root, node }) => {
    const label = `Wrap ${nameOf(node)} in ${operator}`;
    const group = operatorOver(operator, []);
    const changed = substitute(root, node, group);
    place(group, [node]);
    return finish(changed, { label, focus: group });
  });
}

/** Replaces the operator at `path` by its operands. */
export function unwrap(tree: Expression, path: NodePath): EditResult {
  return editAt(tree, path, ({ root, node }) => {
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

/** Puts a copy after the node at `path`; the root and its copy are grouped under `operator`. */
export function duplicate(tree: Expression, path: NodePath, operator: Operator = "or"): EditResult {
  return editAt(tree, path, ({ root, node }) => {
    const copy = draftOf(node.source);
    const ending = { label: `Duplicate ${nameOf(node)}`, focus: copy };
    const { parent } = node;
    if (parent === undefined) return finish(operatorOver(operator, [node, copy]), ending);
    place(parent, [copy], parent.operands?.[indexOf(node) + 1]);
    return finish(root, ending);
  });
}

/** Sets the operator of the operation at `path`, or of the operation that the leaf at `path` is in. */
export function changeOperator(tree: Expression, path: NodePath, operator: Operator): EditResult {
  return editAt(tree, path, ({ root, node }) => {
    const operation = node.operands === undefined ? node.parent : node;
    if (operation === undefined) return refuse("There is no operator here to change.");
    const { source } = operation;
    const label = `Change ${source.kind} to ${operator}`;
    if (isOperation(source)) operation.source = { ...source, kind: operator };
    return finish(root, { label, focus: node });
  });
}

/** Thins the node at `path` to a share of the map, 0 < s < 1; `undefined` stops thinning it. */
export function setSparsity(
  tree: Expression,
  path: NodePath,
  sparsity: number | undefined,
): EditResult {
  if (sparsity !== undefined && !(sparsity > 0 && sparsity <= 1))
    return refuse("The share of the map to keep is above 0% and at most 100%.");
  return editAt(tree, path, ({ root, node }) => {
    const name = nameOf(node);
    node.source = withSparsity(node.source, sparsity);
    const label = sparsity === undefined ? `Keep all of ${name}` : `Thin ${name}`;
    return finish(root, { label, focus: node });
  });
}

/** The tree without the nodes of these `pathKey`s, as if they had been removed: muted parts. */
export function leaveOut(tree: Expression, keys: Iterable<string>): EditResult {
  const root = draftOf(tree, []);
  const nodes = [...keys].map((key) => draftAt(root, pathOf(key)));
  const label = "Mute";
  if (nodes.includes(root)) return { expression: undefined, focus: [], moved: new Map(), label };
  for (const node of nodes) if (node !== undefined) detach(node);
  return finish(root, { label, focus: root });
}
