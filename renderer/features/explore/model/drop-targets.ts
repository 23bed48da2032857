import { type Expression, isOperation, type Operator } from "../../../../core/expression/ast.ts";
import { type Draft, isBelow, type NodeId, nodeWith } from "../../../../core/expression/draft.ts";
import { addOnto, insert, move, moveOnto, wrap } from "./edit.ts";
import { type EditResult, type Gap, GONE, INTO_ITSELF, isRefused } from "./edit-result.ts";
import type { TreeRow } from "./tree-rows.ts";

/** Where something carried would land: between operands, or on a node. */
export type DropTarget =
  | ({ readonly kind: "gap" } & Gap)
  | { readonly kind: "onto"; readonly id: NodeId };

/** What is carried: a node of this tree, or one from elsewhere. */
export type Carried = { readonly from: NodeId } | { readonly node: Expression };

export interface DropOptions {
  /** Leaves the carried node where it is and puts a copy. */
  readonly isCopy?: boolean;
  /** Makes a new operator of both, also where the target is an operator. */
  readonly isGroup?: boolean;
  /** The operator of a group. */
  readonly operator?: Operator;
}

const EDGE = 0.28;

/** The target under a pointer that is `fraction` of the way down a row. */
export function targetAt(
  { id, node, isFolded, parent, place }: TreeRow,
  fraction: number,
): DropTarget {
  const onto: DropTarget = { kind: "onto", id };
  if (fraction < EDGE && parent) return { kind: "gap", parent: parent.id, index: place - 1 };
  if (fraction <= 1 - EDGE) return onto;
  if (isOperation(node) && !isFolded) return { kind: "gap", parent: id, index: 0 };
  return parent ? { kind: "gap", parent: parent.id, index: place } : onto;
}

/** Lets go of what is carried. */
export function dropOn(
  tree: Draft,
  carried: Carried,
  target: DropTarget,
  options: DropOptions = {},
): EditResult {
  const { isCopy = false, isGroup = false, operator = "or" } = options;
  if (isGroup && target.kind === "onto") return dropInGroup(tree, carried, target.id, options);
  if ("from" in carried && !isCopy)
    return target.kind === "gap"
      ? move(tree, carried.from, target)
      : moveOnto(tree, carried.from, { onto: target.id, operator });
  const node = "from" in carried ? nodeWith(tree, carried.from) : carried.node;
  if (node === undefined) return GONE;
  return target.kind === "gap"
    ? insert(tree, target, node)
    : addOnto(tree, target.id, { node, operator });
}

function dropInGroup(
  tree: Draft,
  carried: Carried,
  onto: NodeId,
  { operator = "or", isCopy = false }: DropOptions,
): EditResult {
  if ("from" in carried && isBelow(tree, onto, carried.from)) return INTO_ITSELF;
  const wrapped = wrap(tree, onto, operator);
  if (isRefused(wrapped) || !wrapped.expression || !wrapped.focus) return wrapped;
  const gap: DropTarget = { kind: "gap", parent: wrapped.focus, index: 1 };
  return dropOn(wrapped.expression, carried, gap, { isCopy });
}

export const sameTarget = (a: DropTarget | null, b: DropTarget | null): boolean =>
  a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));
