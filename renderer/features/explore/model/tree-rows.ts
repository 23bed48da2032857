import { isOperation, type NodePath } from "../../../../core/expression/ast.ts";
import type { Draft, DraftOperation, NodeId } from "../../../../core/expression/draft.ts";
import type { NodeNote, NodeNotes } from "../../../model/expression-tree.ts";

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
