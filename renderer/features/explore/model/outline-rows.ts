import {
  type Expression,
  isOperation,
  type NodePath,
  type Operation,
} from "../../../../core/expression/ast.ts";
import { pathKey } from "../../../../core/expression/walk.ts";
import type { DropTarget } from "./edit.ts";

/** One line of the outline. */
export interface OutlineRow {
  /** `pathKey` of the part. */
  readonly key: string;
  readonly path: NodePath;
  readonly node: Expression;
  readonly parent: Operation | undefined;
  /** Counted from 1 among its siblings. */
  readonly place: number;
  readonly siblings: number;
  /** In a `sub`: the part that the others are taken from, and those. */
  readonly role: "base" | "minus" | "part";
}

/** The parts of a tree from top to bottom. */
export function rowsOf(tree: Expression): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const visit = (
    node: Expression,
    path: NodePath,
    above: Omit<OutlineRow, "key" | "path" | "node">,
  ) => {
    rows.push({ ...above, key: pathKey(path), path, node });
    if (!isOperation(node)) return;
    for (const [index, operand] of node.operands.entries())
      visit(operand, [...path, index], {
        parent: node,
        place: index + 1,
        siblings: node.operands.length,
        role: node.kind !== "sub" ? "part" : index === 0 ? "base" : "minus",
      });
  };
  visit(tree, [], { parent: undefined, place: 1, siblings: 1, role: "part" });
  return rows;
}

/** The row that an arrow key leads to; its own key where it leads nowhere. */
export function neighbourOf(rows: readonly OutlineRow[], key: string, arrow: string): string {
  const index = rows.findIndex((row) => row.key === key);
  const row = rows[index];
  if (!row) return "";
  const next = rows[index + 1];
  switch (arrow) {
    case "ArrowDown":
      return next?.key ?? key;
    case "ArrowUp":
      return rows[index - 1]?.key ?? key;
    case "Home":
      return "";
    case "End":
      return rows.at(-1)?.key ?? key;
    case "ArrowLeft":
      return pathKey(row.path.slice(0, -1));
    default:
      return next && next.path.length > row.path.length ? next.key : key;
  }
}

/** Share of the height of a row, at its top and bottom, where a drop lands between rows. */
const EDGE = 0.28;

/** The drop target under a pointer at `fraction` of the height of a row. */
export function targetAt({ path, node, parent, place }: OutlineRow, fraction: number): DropTarget {
  const above = path.slice(0, -1);
  if (fraction < EDGE && parent) return { parent: above, index: place - 1 };
  if (fraction <= 1 - EDGE) return { onto: path };
  if (isOperation(node)) return { parent: path, index: 0 };
  return parent ? { parent: above, index: place } : { onto: path };
}
