import {
  type Expression,
  isOperation,
  type NodePath,
  type Operation,
} from "../../../../core/expression/ast.ts";
import { pathKey } from "../../../../core/expression/walk.ts";
import type { NodeNote, NodeNotes } from "../../../state/expression-tree.ts";

/** One visible line of the tree. */
export interface TreeRow {
  readonly key: string;
  readonly path: NodePath;
  readonly node: Expression;
  readonly note: NodeNote;
  /** 1 for the root. */
  readonly level: number;
  /** Counted from 1 among its siblings. */
  readonly place: number;
  readonly siblings: number;
  readonly parent: Operation | null;
  /** In a `sub`: what is taken from, and what is taken away. */
  readonly role: "base" | "minus" | "part";
  /** It or an operator above it is muted. */
  readonly isMuted: boolean;
  readonly isFolded: boolean;
}

const NO_NOTE: NodeNote = {};

/** The lines of a tree from top to bottom; operands of folded operators are left out. */
export function rowsOf(tree: Expression, notes: NodeNotes): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (node: Expression, path: NodePath, above: Above) => {
    const key = pathKey(path);
    const note = notes.get(key) ?? NO_NOTE;
    const isMuted = above.isMuted || note.mute === true;
    const isFolded = note.fold === true && isOperation(node);
    rows.push({ ...above, key, path, node, note, isMuted, isFolded, level: path.length + 1 });
    if (!isOperation(node) || isFolded) return;
    const base = baseOf(node, path, notes);
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
function baseOf({ operands }: Operation, path: NodePath, notes: NodeNotes): number {
  const first = operands.findIndex((_, index) => !notes.get(pathKey([...path, index]))?.mute);
  return Math.max(0, first);
}

/** Where the arrow keys lead from a row; its own key where they lead nowhere. */
export function neighbourOf(rows: readonly TreeRow[], key: string, arrow: string): string {
  const index = rows.findIndex((row) => row.key === key);
  const row = rows[index];
  if (!row) return rows[0]?.key ?? "";
  if (arrow === "ArrowDown") return rows[index + 1]?.key ?? key;
  if (arrow === "ArrowUp") return rows[index - 1]?.key ?? key;
  if (arrow === "Home") return rows[0]?.key ?? key;
  if (arrow === "End") return rows.at(-1)?.key ?? key;
  if (arrow === "ArrowLeft") return pathKey(row.path.slice(0, -1));
  const next = rows[index + 1];
  return arrow === "ArrowRight" && next && next.level > row.level ? next.key : key;
}
