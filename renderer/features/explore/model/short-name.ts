import { type Expression, isOperation } from "../../../../core/expression/ast.ts";

const LONGEST = 40;

/** A node's short name for labels and announcements: `jaguar`, `“The cat sat…”`, `3 positions`, `or of 2`. */
export function shortName(node: Expression): string {
  if (isOperation(node)) return `${node.kind} of ${node.operands.length}`;
  switch (node.kind) {
    case "term":
      return clip(node.term);
    case "text":
      return `“${clip(node.text.trim().replace(/\s+/g, " "))}”`;
    case "positions":
      return node.positions.length === 1 ? "1 position" : `${node.positions.length} positions`;
    case "history":
      return `#${node.entry}`;
    case "saved":
      return `@${clip(node.name)}`;
    default:
      return `${node.kind} ${clip(node.name)}`;
  }
}

const clip = (text: string) => {
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : text;
};
