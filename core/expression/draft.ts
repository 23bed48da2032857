import { type Expression, isOperation, type Leaf, type NodePath, type Operation } from "./ast.ts";

/** Names a node of a draft: `n1`, `n2` and so on. No two nodes of one draft share an id. */
export type NodeId = string;

/**
 * An expression that is being edited: every node has an id that it keeps through edits, so that what is
 * noted, selected or worked out about a node stays with it wherever it goes. Leaves the ids out to be an
 * expression like any other: what evaluates, prints or walks an expression takes a draft as well.
 */
export type Draft = DraftLeaf | DraftOperation;
export type DraftLeaf = Leaf & { readonly id: NodeId };
export interface DraftOperation extends Operation {
  readonly id: NodeId;
  readonly operands: readonly Draft[];
}

/** A node of a draft with its place. */
export interface DraftPlace {
  readonly path: NodePath;
  readonly node: Draft;
}

/**
 * A draft of an expression. Nodes keep the ids they have; the others are numbered on in reading order, so
 * that equal expressions without ids give equal drafts.
 */
export const draftOf = (expression: Expression): Draft =>
  numbered(expression, [...preorder(expression)].map(idOf));

/** A draft with ids in reading order, as `idsOf` gave them. Nodes without an id of their own are numbered on. */
export const draftWith = (expression: Expression, ids: readonly (NodeId | undefined)[]): Draft =>
  numbered(expression, ids);

/** The ids of a draft in reading order. */
export const idsOf = (draft: Draft): readonly NodeId[] => [...preorder(draft)].map(({ id }) => id);

/** The id of a node that may be part of a draft. */
export const idOf = (node: Expression): NodeId | undefined => (node as Partial<Draft>).id;

function numbered(expression: Expression, ids: readonly (NodeId | undefined)[]): Draft {
  const source = idSource(ids);
  let place = 0;
  const visit = (node: Expression): Draft => {
    const id = source.take(ids[place++]);
    return withId(isOperation(node) ? { ...node, operands: node.operands.map(visit) } : node, id);
  };
  return visit(expression);
}

/** The node under an id. An operation's operands must have ids already. */
export const withId = (node: Expression, id: NodeId): Draft =>
  (idOf(node) === id ? node : { ...node, id }) as Draft;

/** Hands out ids. */
export interface IdSource {
  /** The wanted id if it is free, else one that no node has or had. */
  take(wanted?: NodeId): NodeId;
}

/** Ids beside those that are known; of these, each can be taken once if `areFree`. */
export function idSource(known: readonly (NodeId | undefined)[], areFree = true): IdSource {
  const taken = new Set<NodeId>(areFree ? [] : known.filter((id) => id !== undefined));
  let last = Math.max(0, ...known.map(numberOf));
  return {
    take(wanted) {
      const isFree = wanted !== undefined && !taken.has(wanted);
      if (isFree) last = Math.max(last, numberOf(wanted));
      const id = isFree ? wanted : `n${++last}`;
      taken.add(id);
      return id;
    },
  };
}

const numberOf = (id: NodeId | undefined): number =>
  Number(/^n(\d{1,9})$/.exec(id ?? "")?.[1] ?? 0);

/** Every node of a draft with its place, parents before operands, in reading order. */
export function* places(node: Draft, path: NodePath = []): Generator<DraftPlace> {
  yield { path, node };
  if (!isOperation(node)) return;
  for (const [index, operand] of node.operands.entries()) yield* places(operand, [...path, index]);
}

/** The node with an id and its place; `undefined` where the draft has none. */
export function find(draft: Draft, id: NodeId): DraftPlace | undefined {
  for (const place of places(draft)) if (place.node.id === id) return place;
  return undefined;
}

/** The node with an id. */
export const nodeWith = (draft: Draft, id: NodeId): Draft | undefined => find(draft, id)?.node;

/** The nodes from the root to the one with an id, it last; empty where the draft has none. */
export function lineTo(draft: Draft, id: NodeId): readonly Draft[] {
  if (draft.id === id) return [draft];
  for (const operand of isOperation(draft) ? draft.operands : []) {
    const line = lineTo(operand, id);
    if (line.length > 0) return [draft, ...line];
  }
  return [];
}

/** The operation that the node with an id is an operand of; `undefined` for the root. */
export function parentOf(draft: Draft, id: NodeId): DraftOperation | undefined {
  const parent = lineTo(draft, id).at(-2);
  return parent && isOperation(parent) ? parent : undefined;
}

/** Whether a node is `ancestor` or lies below it. */
export const isBelow = (draft: Draft, id: NodeId, ancestor: NodeId): boolean =>
  lineTo(draft, id).some((node) => node.id === ancestor);

/**
 * The draft without the nodes with these ids, and without operators that lose all their operands; `undefined` if
 * nothing is left. What does not change are the same objects.
 */
export function leaveOut(draft: Draft, ids: Iterable<NodeId>): Draft | undefined {
  const isLeftOut = new Set(ids);
  const visit = (node: Draft): Draft | undefined => {
    if (isLeftOut.has(node.id)) return undefined;
    if (!isOperation(node)) return node;
    const operands = node.operands.map(visit).filter((operand) => operand !== undefined);
    if (operands.length === 0) return undefined;
    const isWhole = operands.every((operand, i) => operand === node.operands[i]);
    return isWhole && operands.length === node.operands.length ? node : { ...node, operands };
  };
  return visit(draft);
}

function preorder(draft: Draft): Generator<Draft>;
function preorder(node: Expression): Generator<Expression>;
function* preorder(node: Expression): Generator<Expression> {
  yield node;
  if (isOperation(node)) for (const operand of node.operands) yield* preorder(operand);
}
