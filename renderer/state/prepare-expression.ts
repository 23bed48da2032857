import {
  type Expression,
  isOperation,
  isReference,
  type Reference,
} from "../../core/expression/ast.ts";
import { isRefused } from "../../core/expression/draft.ts";
import { leaveOut } from "../../core/expression/edit.ts";
import { leaves, pathKey, pathName, pathOf } from "../../core/expression/walk.ts";
import type { NodeNotes } from "./expression-tree.ts";

/** What a reference stands for now; a sentence where it stands for nothing. */
export type Resolve = (reference: Reference) => Expression | string;

/** A tree as the engine takes it: without muted parts and references. */
export interface Prepared {
  /** `undefined` when no part is left to evaluate. */
  readonly sent: Expression | undefined;
  /** References that stand for nothing, by `pathKey` of the tree. */
  readonly unresolved: ReadonlyMap<string, string>;
  /** Where a node of the tree stands in `sent`, as the engine writes places; `undefined` for one left out. */
  placeOf(key: string): string | undefined;
  /** The same as a `pathKey` of `sent`. */
  keyOf(key: string): string | undefined;
}

/** Takes out what is muted and what stands for nothing, and puts references' meanings in their place. */
export function prepare(tree: Expression, notes: NodeNotes, resolve: Resolve): Prepared {
  const muted = [...notes].flatMap(([key, { mute }]) => (mute ? [key] : []));
  const meanings = new Map<string, Expression>();
  const unresolved = new Map<string, string>();
  for (const { path, node } of leaves(tree)) {
    const key = pathKey(path);
    if (!isReference(node) || isUnder(key, muted)) continue;
    const meaning = resolve(node);
    if (typeof meaning === "string") unresolved.set(key, meaning);
    else meanings.set(key, thinnedLike(meaning, node));
  }
  const rest = leaveOut(tree, [...muted, ...unresolved.keys()]);
  const left = isRefused(rest) ? undefined : rest.expression;
  if (left === undefined || isRefused(rest))
    return { sent: undefined, unresolved, placeOf: nowhere, keyOf: nowhere };
  const byPlace = new Map(
    [...meanings].flatMap(([key, meaning]) => {
      const place = rest.moved.get(key);
      return place === undefined ? [] : [[place, meaning] as const];
    }),
  );
  const sent = substituteAll(left, "", byPlace);
  const clouded = [...unresolved.keys()];
  const keyOf = (key: string) =>
    clouded.some((below) => isUnder(below, [key])) ? undefined : rest.moved.get(key);
  return {
    sent,
    unresolved,
    keyOf,
    placeOf(key) {
      const place = keyOf(key);
      return place === undefined ? undefined : pathName(sent, pathOf(place));
    },
  };
}

const nowhere = () => undefined;

/** A tree without leaves that have no positions, as the engine evaluated it, and where its nodes were before. */
export interface Meant {
  readonly tree: Expression;
  /** Where a node of `tree` stands in what was sent, as the engine writes places. */
  placeOf(key: string): string | undefined;
  /** Where a node of what was sent stands in `tree`. */
  keyOf(sentKey: string): string | undefined;
}

/** What the engine made of `sent` when it left out the leaves with these keys; `undefined` if nothing is left. */
export function meantOf(sent: Expression, leftOut: readonly string[]): Meant | undefined {
  const rest = leaveOut(sent, leftOut);
  if (isRefused(rest) || rest.expression === undefined) return undefined;
  const before = new Map([...rest.moved].map(([from, to]) => [to, from]));
  return {
    tree: rest.expression,
    keyOf: (sentKey) => rest.moved.get(sentKey),
    placeOf(key) {
      const from = before.get(key);
      return from === undefined ? undefined : pathName(sent, pathOf(from));
    },
  };
}

/** Whether the node at `key` is one of `ancestors` or below one. */
export const isUnder = (key: string, ancestors: readonly string[]): boolean =>
  ancestors.some(
    (ancestor) => ancestor === "" || key === ancestor || key.startsWith(`${ancestor}.`),
  );

/** A reference that is thinned thins what it stands for, by one more operator if that is thinned itself. */
function thinnedLike(meaning: Expression, { sparsity }: Reference): Expression {
  if (sparsity === undefined) return meaning;
  if (meaning.sparsity === undefined) return { ...meaning, sparsity };
  return { kind: "or", operands: [meaning], sparsity };
}

function substituteAll(
  node: Expression,
  key: string,
  meanings: ReadonlyMap<string, Expression>,
): Expression {
  if (meanings.size === 0) return node;
  const meaning = meanings.get(key);
  if (meaning !== undefined) return meaning;
  if (!isOperation(node)) return node;
  const operands = node.operands.map((operand, index) =>
    substituteAll(operand, key === "" ? `${index}` : `${key}.${index}`, meanings),
  );
  return { ...node, operands };
}
