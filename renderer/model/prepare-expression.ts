import {
  type Expression,
  isOperation,
  isReference,
  type Reference,
} from "../../core/expression/ast.ts";
import {
  type Draft,
  draftOf,
  leaveOut,
  lineTo,
  type NodeId,
  places,
  withId,
} from "../../core/expression/draft.ts";
import { pathName } from "../../core/expression/walk.ts";
import type { NodeNotes } from "./expression-tree.ts";

/** What a reference stands for now; a sentence where it stands for nothing. */
export type Resolve = (reference: Reference) => Expression | string;

/** A tree as the engine takes it: without muted parts and references. */
export interface Prepared {
  /** `undefined` when no part is left to evaluate. What is left has the ids it had. */
  readonly sent: Draft | undefined;
  /** References that stand for nothing. */
  readonly unresolved: ReadonlyMap<NodeId, string>;
  /** Where a node of the tree is in `sent`, as the engine writes places; `undefined` for one left out. */
  placeOf(id: NodeId): string | undefined;
}

/** Takes out what is muted and what stands for nothing, and puts references' meanings in their place. */
export function prepare(tree: Draft, notes: NodeNotes, resolve: Resolve): Prepared {
  const muted = mutedIn(notes);
  const meanings = new Map<NodeId, Expression>();
  const unresolved = new Map<NodeId, string>();
  for (const { node } of places(tree)) {
    if (!isReference(node) || isUnder(tree, node.id, muted)) continue;
    const meaning = resolve(node);
    if (typeof meaning === "string") unresolved.set(node.id, meaning);
    else meanings.set(node.id, thinnedLike(meaning, node));
  }
  const rest = leaveOut(tree, [...muted, ...unresolved.keys()]);
  const sent = rest && draftOf(substituteAll(rest, meanings));
  const clouded = new Set([...unresolved.keys()].flatMap((id) => lineTo(tree, id).map(idOfNode)));
  const placesSent = new Map(
    sent ? [...places(sent)].map(({ path, node }) => [node.id, pathName(sent, path)]) : [],
  );
  return {
    sent,
    unresolved,
    placeOf: (id) => (clouded.has(id) ? undefined : placesSent.get(id)),
  };
}

const idOfNode = ({ id }: Draft): NodeId => id;

/** The nodes that are kept in the tree but left out of the result. */
export const mutedIn = (notes: NodeNotes): NodeId[] =>
  [...notes].flatMap(([id, { mute }]) => (mute ? [id] : []));

/** Whether the node with an id is one of `ancestors` or below one. */
export const isUnder = (tree: Draft, id: NodeId, ancestors: readonly NodeId[]): boolean =>
  ancestors.length > 0 && lineTo(tree, id).some((node) => ancestors.includes(node.id));

/** A reference that is thinned thins what it stands for, by one more operator if that is thinned itself. */
function thinnedLike(meaning: Expression, { sparsity }: Reference): Expression {
  if (sparsity === undefined) return meaning;
  if (meaning.sparsity === undefined) return { ...meaning, sparsity };
  return { kind: "or", operands: [meaning], sparsity };
}

/** A meaning has the id of its reference; inside it are ids of its own. */
function substituteAll(node: Draft, meanings: ReadonlyMap<NodeId, Expression>): Expression {
  const meaning = meanings.get(node.id);
  if (meaning !== undefined) return withId(meaning, node.id);
  if (!isOperation(node)) return node;
  return { ...node, operands: node.operands.map((operand) => substituteAll(operand, meanings)) };
}
