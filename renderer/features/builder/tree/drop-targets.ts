import {
  type Expression,
  isOperation,
  type NodePath,
  type Operator,
} from "../../../../core/expression/ast.ts";
import { type EditResult, type Gap, isRefused } from "../../../../core/expression/draft.ts";
import { addOnto, insert, wrap } from "../../../../core/expression/edit.ts";
import { move, moveOnto } from "../../../../core/expression/move.ts";
import { shortName } from "../../../../core/expression/short-name.ts";
import { isWithin, nodeAt, pathKey, pathOf } from "../../../../core/expression/walk.ts";
import type { TreeRow } from "./tree-rows.ts";

/** Where something carried would land: between operands, or on a node. */
export type DropTarget =
  | ({ readonly kind: "gap" } & Gap)
  | { readonly kind: "onto"; readonly path: NodePath };

/** What is carried: a node of this tree, or one from elsewhere. */
export type Carried = { readonly from: NodePath } | { readonly node: Expression };

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
export function targetAt(row: TreeRow, fraction: number): DropTarget {
  const onto: DropTarget = { kind: "onto", path: row.path };
  const index = row.path.at(-1);
  const parent = row.path.slice(0, -1);
  if (fraction < EDGE && index !== undefined) return { kind: "gap", parent, index };
  if (fraction <= 1 - EDGE) return onto;
  if (isOperation(row.node) && !row.isFolded) return { kind: "gap", parent: row.path, index: 0 };
  return index === undefined ? onto : { kind: "gap", parent, index: index + 1 };
}

/** Every place in reading order, without those inside the carried node: what the keyboard steps through. */
export function targetsFor(rows: readonly TreeRow[], carried: Carried): DropTarget[] {
  const isInside = (path: NodePath) => "from" in carried && isWithin(path, carried.from);
  const targets: DropTarget[] = [];
  for (const { path, node, isFolded, place, siblings } of rows) {
    const index = path.at(-1);
    const parent = path.slice(0, -1);
    if (index !== undefined && !isInside(parent)) targets.push({ kind: "gap", parent, index });
    if (!isInside(path)) targets.push({ kind: "onto", path });
    const isLastLine = !isOperation(node) || isFolded;
    if (isLastLine) targets.push(...endGaps(rows, path, place === siblings));
  }
  return targets.filter((target) => target.kind === "onto" || !isInside(target.parent));
}

/** After the last operand of an operator comes its end, then the end of what it ends in turn. */
function endGaps(rows: readonly TreeRow[], path: NodePath, isLast: boolean): DropTarget[] {
  const index = path.at(-1);
  if (!isLast || index === undefined) return [];
  const parent = path.slice(0, -1);
  const above = rows.find(({ key }) => key === pathKey(parent));
  const gap: DropTarget = { kind: "gap", parent, index: index + 1 };
  return [gap, ...endGaps(rows, parent, above !== undefined && above.place === above.siblings)];
}

/** Lets go of what is carried. The pointer and the keyboard both end here. */
export function dropOn(
  tree: Expression,
  carried: Carried,
  target: DropTarget,
  options: DropOptions = {},
): EditResult {
  const { isCopy = false, isGroup = false, operator = "or" } = options;
  if (isGroup && target.kind === "onto") return dropInGroup(tree, carried, target.path, options);
  if ("from" in carried && !isCopy)
    return target.kind === "gap"
      ? move(tree, carried.from, target)
      : moveOnto(tree, carried.from, { onto: target.path, operator });
  const node = "from" in carried ? nodeAt(tree, carried.from) : carried.node;
  if (node === undefined) return { refused: "This part is not in the expression any more." };
  return target.kind === "gap"
    ? insert(tree, target, node)
    : addOnto(tree, target.path, { node, operator });
}

function dropInGroup(
  tree: Expression,
  carried: Carried,
  path: NodePath,
  { operator = "or", isCopy = false }: DropOptions,
): EditResult {
  if ("from" in carried && isWithin(path, carried.from))
    return { refused: "A part cannot be moved into itself." };
  const wrapped = wrap(tree, path, operator);
  if (isRefused(wrapped) || wrapped.expression === undefined) return wrapped;
  const from = "from" in carried ? wrapped.moved.get(pathKey(carried.from)) : undefined;
  const inner: Carried = from === undefined ? carried : { from: pathOf(from) };
  const gap: DropTarget = { kind: "gap", parent: wrapped.focus, index: 1 };
  const dropped = dropOn(wrapped.expression, inner, gap, { isCopy });
  if (isRefused(dropped)) return dropped;
  const moved = new Map<string, string>();
  for (const [before, between] of wrapped.moved) {
    const after = dropped.moved.get(between);
    if (after !== undefined) moved.set(before, after);
  }
  return { ...dropped, moved };
}

/** "before jaguar in or of 3", "onto car", "at the end of or of 3". */
export function describeTarget(tree: Expression, target: DropTarget): string {
  if (target.kind === "onto") {
    const node = nodeAt(tree, target.path);
    if (node === undefined) return "";
    return isOperation(node)
      ? `into ${shortName(node)}, last`
      : `onto ${shortName(node)}, as a group`;
  }
  const parent = nodeAt(tree, target.parent);
  if (parent === undefined || !isOperation(parent)) return "";
  const next = parent.operands[target.index];
  return next === undefined
    ? `at the end of ${shortName(parent)}`
    : `before ${shortName(next)} in ${shortName(parent)}`;
}

export const sameTarget = (a: DropTarget | null, b: DropTarget | null): boolean =>
  a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));
