import { type Expression, isOperation, type Operator } from "../../../../core/expression/ast.ts";
import {
  type Draft,
  type IdSource,
  idOf,
  idSource,
  idsOf,
  type NodeId,
  withId,
} from "../../../../core/expression/draft.ts";
import { limitProblem } from "../../../../core/expression/walk.ts";
import { shortName } from "./short-name.ts";

/** The draft after an edit. */
export interface Edited {
  /** `undefined` when nothing is left. Nodes that did not change are the same objects as before. */
  readonly expression: Draft | undefined;
  /** The node the person goes on with; `undefined` when nothing is left. */
  readonly focus: NodeId | undefined;
  /** What was done, for undo: “Remove jaguar”. */
  readonly label: string;
}

/** An edit that would not make sense, and why, for the person who tried it. */
interface Refused {
  readonly refused: string;
}

export type EditResult = Edited | Refused;

export const isRefused = (result: EditResult): result is Refused => "refused" in result;

export const refuse = (refused: string): Refused => ({ refused });

export const GONE = refuse("This part is not in the expression any more.");

export const INTO_ITSELF = refuse("A part cannot be moved into itself.");

/** Between two operands: before the one at `index`, or last when there is none. */
export interface Gap {
  readonly parent: NodeId;
  readonly index: number;
}

/** A node of a tree while it is edited: mutable, with the way up. */
interface WorkingNode {
  readonly id: NodeId;
  source: Expression;
  /** `undefined` for a leaf. */
  operands: WorkingNode[] | undefined;
  parent: WorkingNode | undefined;
}

/** A copy to work on. Nodes take their own ids, or others from `ids` where these are not free. */
export function workingCopy(source: Expression, ids: IdSource): WorkingNode {
  const node = newNode(source, ids.take(idOf(source)));
  if (isOperation(source))
    adopt(
      node,
      source.operands.map((operand) => workingCopy(operand, ids)),
    );
  return node;
}

const newNode = (source: Expression, id: NodeId): WorkingNode => ({
  id,
  source,
  operands: undefined,
  parent: undefined,
});

/** Gives an operator its operands. */
function adopt(parent: WorkingNode, operands: WorkingNode[]): void {
  parent.operands = operands;
  for (const operand of operands) operand.parent = parent;
}

/** A new operator over nodes; in the place of none of them yet. */
export function operatorOver(kind: Operator, operands: WorkingNode[], ids: IdSource): WorkingNode {
  const node = newNode({ kind, operands: operands.map(({ source }) => source) }, ids.take());
  adopt(node, operands);
  return node;
}

export function findNode(root: WorkingNode, id: NodeId): WorkingNode | undefined {
  if (root.id === id) return root;
  for (const operand of root.operands ?? []) {
    const found = findNode(operand, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a node is `ancestor` or lies below it. */
export function isInside(node: WorkingNode, ancestor: WorkingNode): boolean {
  for (let at: WorkingNode | undefined = node; at !== undefined; at = at.parent)
    if (at === ancestor) return true;
  return false;
}

export const indexOf = (node: WorkingNode): number => node.parent?.operands?.indexOf(node) ?? -1;

/** Takes a node out of its operator. */
export function detach(node: WorkingNode): void {
  const { parent } = node;
  if (parent?.operands === undefined) return;
  parent.operands = parent.operands.filter((operand) => operand !== node);
  node.parent = undefined;
}

/** Puts nodes before `next`, or last when there is none. */
export function place(
  parent: WorkingNode,
  nodes: readonly WorkingNode[],
  next?: WorkingNode,
): void {
  const operands = parent.operands ?? [];
  const index = next === undefined ? operands.length : operands.indexOf(next);
  adopt(parent, operands.toSpliced(index, 0, ...nodes));
}

/** Puts `after` where `before` is and returns the root of the tree. */
export function substitute(
  root: WorkingNode,
  before: WorkingNode,
  after: WorkingNode,
): WorkingNode {
  const { parent } = before;
  if (parent?.operands === undefined) {
    after.parent = undefined;
    return after;
  }
  adopt(
    parent,
    parent.operands.map((operand) => (operand === before ? after : operand)),
  );
  before.parent = undefined;
  return root;
}

interface Ending {
  readonly label: string;
  readonly focus: WorkingNode;
}

/** The draft that the tree has become, without operators that lost all their operands. */
export function finish(root: WorkingNode, { label, focus }: Ending): EditResult {
  const heir = nearestAlive(focus);
  if (!prune(root)) return { expression: undefined, focus: undefined, label };
  const expression = build(root);
  const refused = limitProblem(expression);
  return refused === undefined ? { expression, focus: heir.id, label } : { refused };
}

/** The node itself, or the nearest above it that keeps an operand. */
function nearestAlive(node: WorkingNode): WorkingNode {
  let alive = node;
  while (!isAlive(alive) && alive.parent !== undefined) alive = alive.parent;
  return alive;
}

const isAlive = ({ operands }: WorkingNode): boolean => operands?.some(isAlive) ?? true;

function prune(node: WorkingNode): boolean {
  if (node.operands === undefined) return true;
  node.operands = node.operands.filter(prune);
  return node.operands.length > 0;
}

function build({ id, source, operands }: WorkingNode): Draft {
  if (operands === undefined || !isOperation(source)) return withId(source, id);
  const built = operands.map(build);
  const isUnchanged =
    built.length === source.operands.length &&
    built.every((node, i) => node === source.operands[i]);
  return withId(isUnchanged ? source : { ...source, operands: built }, id);
}

/** A node of a tree that is being edited. */
interface Target {
  readonly root: WorkingNode;
  readonly node: WorkingNode;
  /** Ids for nodes that the edit brings in. */
  readonly ids: IdSource;
}

/** Runs an edit on a node of a fresh copy. */
export function editAt(tree: Draft, id: NodeId, edit: (target: Target) => EditResult): EditResult {
  const known = idsOf(tree);
  const root = workingCopy(tree, idSource(known));
  const node = findNode(root, id);
  return node === undefined ? GONE : edit({ root, node, ids: idSource(known, false) });
}

export const nameOf = (node: WorkingNode) => shortName(node.source);

/** Adds a node to another: last of an operator, or grouped with a leaf. Returns the root. */
export function joinTo(
  { root, node: target, ids }: Target,
  { added, operator }: { added: WorkingNode; operator: Operator },
): WorkingNode {
  if (target.operands !== undefined) {
    place(target, [added]);
    return root;
  }
  const group = operatorOver(operator, [], ids);
  const changed = substitute(root, target, group);
  place(group, [target, added]);
  return changed;
}
