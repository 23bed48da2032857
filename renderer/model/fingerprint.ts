import { Type } from "#typebox";
import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { positionsSchema, stampSchema } from "../../core/workspace/cells.ts";
import { fits, type Saved } from "../../core/workspace/fit.ts";
import { expressionSchema } from "./expression-schema.ts";

export const fingerprintSchema = Type.Object({
  id: Type.String(),
  label: Type.String(),
  source: expressionSchema,
  positions: positionsSchema,
  retina: stampSchema,
  /** ISO time. */
  created: Type.String(),
});
/** The one object that every view accepts by click, drag and paste. */
export type Fingerprint = Saved<typeof fingerprintSchema>;

export function makeFingerprint(given: Omit<Fingerprint, "id" | "created">): Fingerprint {
  return { ...given, id: newId(), created: new Date().toISOString() };
}

/** Unique within and between workspaces. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

export const isFingerprint = (value: unknown): value is Fingerprint =>
  fits(fingerprintSchema, value);

/** A few words for an expression: "jaguar − car", "“The river rose…”", "12 cells". */
export function labelOf(expression: ExpressionJson, longest = 60): string {
  const text = labelWhole(expression, false);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** The operators between operands in a label. */
export const SIGNS = { and: " & ", or: " + ", sub: " − ", xor: " ^ " } as const;

function labelWhole(expression: ExpressionJson, isInner: boolean): string {
  if ("term" in expression)
    return expression.language === undefined
      ? expression.term
      : `${expression.term} · ${expression.language}`;
  if ("text" in expression) return `“${firstWords(expression.text.replace(/\s+/g, " "))}”`;
  if ("positions" in expression) return `${expression.positions.length} cells`;
  for (const name of ["and", "or", "sub", "xor"] as const) {
    const operands = (expression as Record<string, readonly ExpressionJson[] | undefined>)[name];
    if (!operands) continue;
    const joined = operands.map((operand) => labelWhole(operand, true)).join(SIGNS[name]);
    return isInner && operands.length > 1 ? `(${joined})` : joined;
  }
  return labelReference(expression);
}

/** Letters of a text that its label has. */
const LONGEST_TEXT = 40;

/** Whole words of the text as far as they fit; a single long one is cut. */
const firstWords = (text: string): string =>
  text.length <= LONGEST_TEXT
    ? text
    : `${text
        .slice(0, LONGEST_TEXT + 1)
        .replace(/\s\S*$/, "")
        .slice(0, LONGEST_TEXT)}…`;

/** Operands that only the application knows: "@big cats", "#3", "region Finance". */
function labelReference(expression: object): string {
  const [kind, name] = Object.entries(expression).find(([key]) => key in REFERENCES) ?? [];
  return kind === undefined ? "" : `${REFERENCES[kind]}${String(name)}`;
}
const REFERENCES: Readonly<Record<string, string>> = {
  saved: "@",
  history: "#",
  region: "region ",
  filter: "filter ",
};
