import {
  type Expression,
  isOperation,
  type NodePath,
  type Operation,
  type Operator,
  withSparsity,
} from "../../../../core/expression/ast.ts";
import { limitProblem, nodeAt, pathKey, walk } from "../../../../core/expression/walk.ts";
import { shortName } from "./short-name.ts";

/** The tree after an edit. */
export interface Edited {
  /** `undefined` when nothing is left. */
  readonly tree: Expression | undefined;
  /** `pathKey` of the part that the user goes on with. */
  readonly focus: string;
  /** Label of the undo step: “Remove jaguar”. */
  readonly label: string;
}

export type EditResult = Edited | { readonly refused: string };

export const isRefused = (result: EditResult): result is { readonly refused: string } =>
  "refused" in result;

const refuse = (refused: string): EditResult => ({ refused });

const GONE = refuse("This part is not in the expression any more.");
const INTO_ITSELF = refuse("A part cannot be moved into itself.");

/** Stands where a part was taken out, so that paths stay valid during an edit. Told apart by identity. */
const HOLE: Expression = { kind: "term", term: "-" };

/** The tree with the node at a path replaced. */
function update(
  root: Expression,
  [index, ...rest]: NodePath,
  change: (node: Expression) => Expression,
): Expression {
  if (index === undefined) return change(root);
  if (!isOperation(root)) return root;
  return {
    ...root,
    operands: root.operands.map((operand, i) =>
      i === index ? update(operand, rest, change) : operand,
    ),
  };
}

/** Takes the holes out. An operator with one operand left gives way to it, one with none goes. */
function closeHoles(node: Expression): Expression | undefined {
  if (node === HOLE) return undefined;
  if (!isOperation(node)) return node;
  const operands = node.operands.map(closeHoles).filter((operand) => operand !== undefined);
  if (operands.length === node.operands.length) {
    const isSame = operands.every((operand, index) => operand === node.operands[index]);
    return isSame ? node : { ...node, operands };
  }
  const [only] = operands;
  if (only === undefined) return undefined;
  const isAlone =
    operands.length === 1 && !(node.sparsity !== undefined && only.sparsity !== undefined);
  if (!isAlone) return { ...node, operands };
  return node.sparsity === undefined ? only : withSparsity(only, node.sparsity);
}

/** Ends an edit at the node that keeps the focus; without one, at the root. */
function finish(tree: Expression, label: string, focus?: Expression): EditResult {
  const whole = closeHoles(tree);
  if (whole === undefined) return { tree: undefined, focus: "", label };
  const refused = limitProblem(whole);
  if (refused !== undefined) return { refused };
  const place = focus && [...walk(whole)].find(({ node }) => node === focus);
  return { tree: whole, focus: place ? pathKey(place.path) : "", label };
}

const parentOf = (root: Expression, path: NodePath): Operation | undefined => {
  const parent = path.length === 0 ? undefined : nodeAt(root, path.slice(0, -1));
  return parent && isOperation(parent) ? parent : undefined;
};

const last = (path: NodePath): number => path.at(-1) ?? 0;

/** Inserts a node among the operands of the operator at a path. */
const insertAt = (
  root: Expression,
  parent: NodePath,
  index: number,
  node: Expression,
): Expression =>
  update(root, parent, (before) =>
    isOperation(before)
      ? { ...before, operands: before.operands.toSpliced(index, 0, node) }
      : before,
  );

/** Puts another node in the place of one. */
export function replace(root: Expression, path: NodePath, node: Expression): EditResult {
  const before = nodeAt(root, path);
  if (before === undefined) return GONE;
  const label = `Change ${shortName(before)} to ${shortName(node)}`;
  return finish(
    update(root, path, () => node),
    label,
    node,
  );
}

/** Takes a part out. The focus goes to its neighbour. */
export function remove(root: Expression, path: NodePath): EditResult {
  const node = nodeAt(root, path);
  if (node === undefined) return GONE;
  const siblings = parentOf(root, path)?.operands ?? [];
  const neighbour = siblings[last(path) + 1] ?? siblings[last(path) - 1];
  return finish(
    update(root, path, () => HOLE),
    `Remove ${shortName(node)}`,
    neighbour,
  );
}

/** Leaves only this part. */
export function alone(root: Expression, path: NodePath): EditResult {
  const node = nodeAt(root, path);
  return node === undefined ? GONE : finish(node, `Keep only ${shortName(node)}`, node);
}

/** Groups a part with the one before it, or the first with the second, under an operator of their own. */
export function group(root: Expression, path: NodePath, operator: Operator): EditResult {
  const node = nodeAt(root, path);
  const parent = parentOf(root, path);
  if (node === undefined || parent === undefined)
    return refuse("A part is grouped with the one before it; this is the outermost part.");
  if (parent.operands.length < 3) return refuse("These two parts are a group already.");
  const first = Math.max(0, last(path) - 1);
  const made: Expression = { kind: operator, operands: parent.operands.slice(first, first + 2) };
  const operands = parent.operands.toSpliced(first, 2, made);
  const label = `Group ${made.operands.map(shortName).join(" and ")}`;
  return finish(
    update(root, path.slice(0, -1), () => ({ ...parent, operands })),
    label,
    made,
  );
}

/** Replaces an operator by its operands. */
export function ungroup(root: Expression, path: NodePath): EditResult {
  const node = nodeAt(root, path);
  const parent = parentOf(root, path);
  if (node === undefined || !isOperation(node)) return refuse("Only a group can be ungrouped.");
  if (parent === undefined) return refuse("The outermost operator joins the parts.");
  const operands = parent.operands.toSpliced(last(path), 1, ...node.operands);
  const label = `Ungroup ${shortName(node)}`;
  return finish(
    update(root, path.slice(0, -1), () => ({ ...parent, operands })),
    label,
    node.operands[0],
  );
}

/** Sets the operator of an operation, or of the operation that a leaf is in. */
export function changeOperator(root: Expression, path: NodePath, operator: Operator): EditResult {
  const node = nodeAt(root, path);
  if (node === undefined) return GONE;
  const at = isOperation(node) ? path : path.slice(0, -1);
  const operation = nodeAt(root, at);
  if (operation === undefined || !isOperation(operation))
    return refuse("There is no operator here to change.");
  const changed = { ...operation, kind: operator };
  const label = `Change ${operation.kind} to ${operator}`;
  return finish(
    update(root, at, () => changed),
    label,
    isOperation(node) ? changed : node,
  );
}

/** Thins the whole to a share of the map, 0 < s < 1; `undefined` keeps all of it. */
export function thin(root: Expression, sparsity: number | undefined): EditResult {
  const label = sparsity === undefined ? "Keep all cells" : "Thin the result";
  return finish(withSparsity(root, sparsity), label);
}

/** Adds a node to the part at a path: last of an operation of the same kind, else grouped with it. */
export function addTo(
  root: Expression | undefined,
  path: NodePath,
  { node, operator }: { readonly node: Expression; readonly operator: Operator },
): EditResult {
  const label = `Add ${shortName(node)}`;
  if (root === undefined) return finish(node, label, node);
  const joined = update(root, path, (target) => join(target, node, operator));
  return finish(joined, label, node);
}

function join(target: Expression, node: Expression, operator: Operator): Expression {
  const takesMore =
    isOperation(target) && target.kind === operator && target.sparsity === undefined;
  return takesMore
    ? { ...target, operands: [...target.operands, node] }
    : { kind: operator, operands: [target, node] };
}

/** Before its previous sibling (-1) or after its next one (1). */
export function moveBy(root: Expression, path: NodePath, by: -1 | 1): EditResult {
  const index = last(path);
  const siblings = parentOf(root, path)?.operands;
  if (siblings?.[index + by] === undefined)
    return refuse(by < 0 ? "This part is the first already." : "This part is the last already.");
  return move(root, path, { parent: path.slice(0, -1), index: by < 0 ? index - 1 : index + 2 });
}

/** Makes a part the first operand of its operator, the base of a `sub`; the first changes with the second. */
export function makeFirst(root: Expression, path: NodePath): EditResult {
  const parent = parentOf(root, path);
  if (parent === undefined) return refuse("Only a part of an operator can become its base.");
  const other = last(path) === 0 ? 1 : last(path);
  const [first, second] = [parent.operands[0], parent.operands[other]];
  if (first === undefined || second === undefined) return refuse("It is the only part.");
  const operands = parent.operands.with(0, second).with(other, first);
  const label = `Swap ${shortName(first)} and ${shortName(second)}`;
  return finish(
    update(root, path.slice(0, -1), () => ({ ...parent, operands })),
    label,
    nodeAt(root, path),
  );
}

/** A place between the operands of an operator: before the one at `index`. */
export interface Gap {
  readonly parent: NodePath;
  readonly index: number;
}

/** Where something that is dragged would land: between operands, or on a part. */
export type DropTarget = Gap | { readonly onto: NodePath };

/** A dragged part: one of this tree, or one from elsewhere. */
export type Carried = { readonly from: NodePath } | { readonly node: Expression };

/** Whether a path leads to the node at `above` or below it. */
export const isWithin = (path: NodePath, above: NodePath): boolean =>
  above.every((index, depth) => path[depth] === index);

/** Drops a part between others, or onto one: last of an operator, or in a group with a leaf. */
export function drop(root: Expression, carried: Carried, target: DropTarget): EditResult {
  if ("from" in carried) return move(root, carried.from, target);
  const { node } = carried;
  const at = "onto" in target ? target.onto : target.parent;
  if (nodeAt(root, at) === undefined) return GONE;
  return finish(placed(root, node, target), `Add ${shortName(node)}`, node);
}

function move(root: Expression, from: NodePath, target: DropTarget): EditResult {
  const node = nodeAt(root, from);
  const at = "onto" in target ? target.onto : target.parent;
  if (node === undefined || nodeAt(root, at) === undefined) return GONE;
  if (isWithin(at, from)) return INTO_ITSELF;
  const taken = update(root, from, () => HOLE);
  return finish(placed(taken, node, target), `Move ${shortName(node)}`, node);
}

function placed(root: Expression, node: Expression, target: DropTarget): Expression {
  if (!("onto" in target)) return insertAt(root, target.parent, target.index, node);
  return update(root, target.onto, (before) =>
    isOperation(before) ? join(before, node, before.kind) : join(before, node, "or"),
  );
}
