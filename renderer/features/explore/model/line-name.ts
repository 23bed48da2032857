import { isOperation } from "../../../../core/expression/ast.ts";
import { plural } from "../../../model/format.ts";
import { keepsOf, OPERATOR_WORDS } from "./operators.ts";
import { shortName } from "./short-name.ts";
import type { TreeRow } from "./tree-rows.ts";

/** What a line is called: the person's name for it, else what it is. */
export function nameOfRow({ node, note }: TreeRow): string {
  if (note.label) return note.label;
  switch (node.kind) {
    case "term":
      return node.term;
    case "positions":
      return plural(node.positions.length, "cell");
    case "saved":
    case "history":
      return shortName(node);
    default:
      return isOperation(node) ? OPERATOR_WORDS[node.kind].word : shortName(node);
  }
}

/** The line for those who hear it: name, role, size, and what is unusual about it. */
export function spokenName(row: TreeRow, cells: number | string | undefined): string {
  const { node, role, note, isMuted, isFolded } = row;
  const name = nameOfRow(row);
  const facts = [
    isOperation(node)
      ? `${name} of ${node.operands.length}, ${keepsOf(node.kind, node.operands.length)}`
      : name,
    note.label && !isOperation(node) ? shortName(node) : "",
    role === "base" ? "base" : role === "minus" ? "taken away" : "",
    typeof cells === "number" ? plural(cells, "cell") : (cells ?? ""),
    isMuted ? "muted" : "",
    isFolded ? "folded" : "",
  ];
  return facts.filter(Boolean).join(", ");
}
