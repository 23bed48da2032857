import {
  type Expression,
  isOperation,
  type NodePath,
  type Operator,
} from "../../../../core/expression/ast.ts";
import {
  type Draft,
  type DraftOperation,
  isBelow,
  type NodeId,
  nodeWith,
} from "../../../../core/expression/draft.ts";
import type { NodeNote, NodeNotes } from "../../../model/expression-tree.ts";
import { addOnto, insert, move, moveOnto, wrap } from "./edit.ts";
import { type EditResult, type Gap, GONE, INTO_ITSELF, isRefused } from "./working-tree.ts";

/** One visible line of the tree. */
export interface TreeRow {
  readonly id: NodeId;
  readonly path: NodePath;
  readonly node: Draft;
  readonly note: NodeNote;
  /** 1 for the root. */
  readonly level: number;
  /** Counted from 1 among its siblings. */
  readonly place: number;
  readonly siblings: number;
  readonly parent: DraftOperation | null;
  /** In a `sub`: what is taken from, and what is taken away. */
  readonly role: "base" | "minus" | "part";
  /** It or an operator above it is muted. */
  readonly isMuted: boolean;
  readonly isFolded: boolean;
}

const NO_NOTE: NodeNote = {};

/** The lines of a tree from top to bottom; operands of folded operators are left out. */
export function rowsOf(tree: Draft, notes: NodeNotes): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (node: Draft, path: NodePath, above: Above) => {
    const { id } = node;
    const note = notes.get(id) ?? NO_NOTE;
    const isMuted = above.isMuted || note.mute === true;
    const isFolded = note.fold === true && isOperation(node);
    rows.push({ ...above, id, path, node, note, isMuted, isFolded, level: path.length + 1 });
    if (!isOperation(node) || isFolded) return;
    const base = baseOf(node, notes);
    for (const [index, operand] of node.operands.entries())
      visit(operand, [...path, index], {
        parent: node,
        place: index + 1,
        siblings: node.operands.length,
        role: node.kind !== "sub" || index < base ? "part" : index === base ? "base" : "minus",
        isMuted,
      });
  };
  visit(tree, [], { parent: null, place: 1, siblings: 1, role: "part", isMuted: false });
  return rows;
}

type Above = Pick<TreeRow, "parent" | "place" | "siblings" | "role" | "isMuted">;

/** The operand that the others are taken from: the first that is not muted. */
function baseOf({ operands }: DraftOperation, notes: NodeNotes): number {
  const first = operands.findIndex(({ id }) => !notes.get(id)?.mute);
  return Math.max(0, first);
}

/** Where the arrow keys lead from a row; its own id where they lead nowhere. */
export function neighbourOf(rows: readonly TreeRow[], id: NodeId, arrow: string): NodeId {
  const index = rows.findIndex((row) => row.id === id);
  const row = rows[index];
  if (!row) return rows[0]?.id ?? "";
  if (arrow === "ArrowDown") return rows[index + 1]?.id ?? id;
  if (arrow === "ArrowUp") return rows[index - 1]?.id ?? id;
  if (arrow === "Home") return rows[0]?.id ?? id;
  if (arrow === "End") return rows.at(-1)?.id ?? id;
  if (arrow === "ArrowLeft") return row.parent?.id ?? id;
  const next = rows[index + 1];
  return arrow === "ArrowRight" && next && next.level > row.level ? next.id : id;
}

/** Where something carried would land: between operands, or on a node. */
export type DropTarget =
  | ({ readonly kind: "gap" } & Gap)
  | { readonly kind: "onto"; readonly id: NodeId };

/** What is carried: a node of this tree, or one from elsewhere. */
export type Carried = { readonly from: NodeId } | { readonly node: Expression };

interface DropOptions {
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
