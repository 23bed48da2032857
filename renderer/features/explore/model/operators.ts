import type { Operator } from "../../../../core/expression/ast.ts";

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
