import { type Expression, isOperation, type NodePath, type Operator } from "./ast.ts";
import { shortName } from "./short-name.ts";
import { limitProblem, pathKey } from "./walk.ts";

/** A tree being edited: mutable, and each node knows where it came from. */
export interface Draft {
  /** `pathKey` in the tree before the edit; `undefined` for nodes the edit brought in. */
  readonly origin: string | undefined;
  source: Expression;
  /** `undefined` for a leaf. */
  operands: Draft[] | undefined;
  parent: Draft | undefined;
}

/** The tree after an edit. */
export interface Edited {
  /** `undefined` when nothing is left. Nodes that did not change are the same objects as before. */
  readonly expression: Expression | undefined;
  /** The node the person goes on with. */
  readonly focus: NodePath;
  /** Where the nodes of the tree before are now: `pathKey` to `pathKey`. Removed nodes are missing. */
  readonly moved: ReadonlyMap<string, string>;
  /** What was done, for undo: “Remove jaguar”. */
  readonly label: string;
}

/** An edit that would not make sense, and why, for the person who tried it. */
export interface Refused {
  readonly refused: string;
}

export type EditResult = Edited | Refused;

export const isRefused = (result: EditResult): result is Refused => "refused" in result;

/** A draft of a tree; `path` is its place before the edit, `undefined` for nodes that are new. */
export function draftOf(source: Expression, path?: NodePath): Draft {
  const draft: Draft = {
    origin: path && pathKey(path),
    source,
    operands: undefined,
    parent: undefined,
  };
  if (isOperation(source))
    adopt(
      draft,
      source.operands.map((operand, index) => draftOf(operand, path && [...path, index])),
    );
  return draft;
}

/** Gives an operator its operands. */
export function adopt(parent: Draft, operands: Draft[]): void {
  parent.operands = operands;
  for (const operand of operands) operand.parent = parent;
}

/** A new operator over drafts; in the place of none of them yet. */
export function operatorOver(kind: Operator, operands: Draft[]): Draft {
  const draft: Draft = {
    origin: undefined,
    source: { kind, operands: operands.map(({ source }) => source) },
    operands: undefined,
    parent: undefined,
  };
  adopt(draft, operands);
  return draft;
}

export function draftAt(root: Draft, path: NodePath): Draft | undefined {
  let draft: Draft | undefined = root;
  for (const index of path) draft = draft?.operands?.[index];
  return draft;
}

export const indexOf = (draft: Draft): number => draft.parent?.operands?.indexOf(draft) ?? -1;

/** Takes a node out of its operator. */
export function detach(draft: Draft): void {
  const { parent } = draft;
  if (parent?.operands === undefined) return;
  parent.operands = parent.operands.filter((operand) => operand !== draft);
  draft.parent = undefined;
}

/** Puts nodes before `next`, or last when there is none. */
export function place(parent: Draft, nodes: readonly Draft[], next?: Draft): void {
  const operands = parent.operands ?? [];
  const index = next === undefined ? operands.length : operands.indexOf(next);
  adopt(parent, operands.toSpliced(index, 0, ...nodes));
}

/** Puts `after` where `before` is and returns the root of the tree. */
export function substitute(root: Draft, before: Draft, after: Draft): Draft {
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
  readonly focus: Draft;
}

/** The tree that a draft has become, without operators that lost all their operands. */
export function finish(root: Draft, { label, focus }: Ending): EditResult {
  const heir = nearestAlive(focus);
  const expression = prune(root) ? build(root) : undefined;
  const refused = expression && limitProblem(expression);
  if (refused !== undefined) return { refused };
  const moved = new Map<string, string>();
  let focusPath: NodePath = [];
  const visit = (draft: Draft, path: NodePath) => {
    if (draft.origin !== undefined) moved.set(draft.origin, pathKey(path));
    if (draft === heir) focusPath = path;
    for (const [index, operand] of (draft.operands ?? []).entries())
      visit(operand, [...path, index]);
  };
  if (expression !== undefined) visit(root, []);
  return { expression, focus: focusPath, moved, label };
}

/** The node itself, or the nearest above it that keeps an operand. */
function nearestAlive(draft: Draft): Draft {
  let alive = draft;
  while (!isAlive(alive) && alive.parent !== undefined) alive = alive.parent;
  return alive;
}

const isAlive = ({ operands }: Draft): boolean => operands?.some(isAlive) ?? true;

function prune(draft: Draft): boolean {
  if (draft.operands === undefined) return true;
  draft.operands = draft.operands.filter(prune);
  return draft.operands.length > 0;
}

function build({ source, operands }: Draft): Expression {
  if (operands === undefined || !isOperation(source)) return source;
  const built = operands.map(build);
  const isUnchanged =
    built.length === source.operands.length &&
    built.every((node, i) => node === source.operands[i]);
  return isUnchanged ? source : { ...source, operands: built };
}

/** Between two operands: before the one at `index`, or last when there is none. */
export interface Gap {
  readonly parent: NodePath;
  readonly index: number;
}

interface Target {
  readonly root: Draft;
  readonly node: Draft;
}

export const refuse = (refused: string): Refused => ({ refused });
export const GONE = refuse("This part is not in the expression any more.");

/** Runs an edit on the node at `path` of a fresh draft. */
export function editAt(
  tree: Expression,
  path: NodePath,
  edit: (target: Target) => EditResult,
): EditResult {
  const root = draftOf(tree, []);
  const node = draftAt(root, path);
  return node === undefined ? GONE : edit({ root, node });
}

export const nameOf = (draft: Draft) => shortName(draft.source);

/** Adds a draft to another: last of an operator, or grouped with a leaf. Returns the root. */
export function joinTo(
  root: Draft,
  target: Draft,
  { added, operator }: { added: Draft; operator: Operator },
): Draft {
  if (target.operands !== undefined) {
    place(target, [added]);
    return root;
  }
  const group = operatorOver(operator, []);
  const changed = substitute(root, target, group);
  place(group, [target, added]);
  return changed;
}
