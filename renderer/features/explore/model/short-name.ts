import { type Expression, isOperation, type Operator } from "../../../../core/expression/ast.ts";
import { plural } from "../../../model/format.ts";
import type { OutlineRow } from "./outline-rows.ts";

const LONGEST = 40;

/** A node's short name for labels and announcements: `jaguar`, `“The cat sat…”`, `3 cells`, `or of 2`. */
export function shortName(node: Expression): string {
  if (isOperation(node)) return `${node.kind} of ${node.operands.length}`;
  switch (node.kind) {
    case "term":
      return inLanguage(clip(node.term), node.language);
    case "text":
      return `“${clip(node.text.trim().replace(/\s+/g, " "))}”`;
    case "positions":
      return node.name === undefined ? plural(node.positions.length, "cell") : clip(node.name);
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

/** A word of another language is followed by its code. */
const inLanguage = (name: string, language: string | undefined): string =>
  language === undefined ? name : `${name} · ${language}`;

/** The row for a screen reader: name, role, size, and what is unusual about it. */
export function spokenName({ node, role }: OutlineRow, cells: number | string | undefined): string {
  const facts = [
    isOperation(node)
      ? `${OPERATOR_WORDS[node.kind].word} of ${node.operands.length}, ${keepsOf(node.kind, node.operands.length)}`
      : shortName(node),
    role === "base" ? "base" : role === "minus" ? "taken away" : "",
    typeof cells === "number" ? plural(cells, "cell") : (cells ?? ""),
  ];
  return facts.filter(Boolean).join(", ");
}

interface OperatorWords {
  /** Short, on its card. */
  readonly word: string;
  /** What it keeps, in one line. */
  readonly meaning: string;
  /** Beside its card: where a cell must be set to stay. */
  readonly keeps: string;
  /** Between its operands in the one-line syntax. */
  readonly sign: string;
}

/** What the operators are called and mean, everywhere in this view. */
export const OPERATOR_WORDS: Readonly<Record<Operator, OperatorWords>> = {
  and: { word: "and", meaning: "Cells that all parts have", keeps: "in all", sign: "&" },
  or: { word: "or", meaning: "Cells that any part has", keeps: "in any", sign: "+" },
  sub: {
    word: "without",
    meaning: "Cells of the first part that none of the rest has",
    keeps: "base only",
    sign: "−",
  },
  xor: { word: "xor", meaning: "Cells that exactly one part has", keeps: "in one only", sign: "^" },
};

/** With three operands and more `xor` is folded two by two, so it keeps odd counts. */
export const keepsOf = (operator: Operator, count: number): string =>
  operator === "xor" && count > 2 ? "in an odd number" : OPERATOR_WORDS[operator].keeps;

export const meaningOf = (operator: Operator, count: number): string =>
  operator === "xor" && count > 2
    ? "Cells that an odd number of parts have (taken two by two from the left)"
    : OPERATOR_WORDS[operator].meaning;
