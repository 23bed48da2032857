import { Type } from "typebox";
import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { parseJson } from "../../../core/expression/parse-json.ts";
import { leaves } from "../../../core/expression/walk.ts";
import { expressionSchema } from "../expression-schema.ts";
import { type Fingerprint, isPositions } from "../fingerprint.ts";
import { oneOf, orNull, type Saved } from "../fit.ts";

export const SIDES = ["left", "right"] as const;
export type SideName = (typeof SIDES)[number];
export const CLASSES = ["left", "both", "right"] as const;
export type OverlapClass = (typeof CLASSES)[number];

const sideSchema = Type.Object({
  kind: oneOf(["term", "text", "line"]),
  /** As the person wrote it. */
  typed: Type.String(),
  /** Null while nothing was put in, or while it cannot be read. */
  source: orNull(expressionSchema),
  /** Checksum of the retina whose cells `source` names literally; "" when it names none. */
  madeWith: Type.String(),
});
/** One side of a comparison: what was put in, and the expression it stands for. */
export type Side = Saved<typeof sideSchema>;
export type SideKind = Side["kind"];

const sides = { left: sideSchema, right: sideSchema };
const pairSchema = Type.Object(sides);
export type Pair = Saved<typeof pairSchema>;

export const comparisonSchema = Type.Object({
  ...sides,
  /** Two items, or many at once. */
  scope: oneOf(["pair", "many"]),
  /** The pair that was compared before this one. */
  previous: orNull(pairSchema),
  hidden: Type.Array(oneOf(CLASSES)),
  /** Cosine from which two items count as close in this workspace. */
  threshold: Type.Number(),
});
export type Comparison = Saved<typeof comparisonSchema>;

export const pastComparisonSchema = Type.Object({
  ...sides,
  /** ISO time. */
  at: Type.String(),
  /** Null when a side had no cells. */
  cosine: orNull(Type.Number()),
});
/** One comparison that was looked at. */
export type PastComparison = Saved<typeof pastComparisonSchema>;

export const NO_SIDE: Side = { kind: "term", typed: "", source: null, madeWith: "" };
/** The vendor of the original service calls 0.3 sufficient for general use. */
export const USUAL_THRESHOLD = 0.3;

export const START: Comparison = {
  scope: "pair",
  left: NO_SIDE,
  right: NO_SIDE,
  previous: null,
  hidden: [],
  threshold: USUAL_THRESHOLD,
};

/**
 * The pair that can be brought back once one side is another. A letter more or less is typing: the pair before it was never
 * meant to be compared.
 */
export function keptPair(before: Comparison, name: SideName, side: Side): Pair | null {
  const isWhole = before.left.source !== null && before.right.source !== null;
  const old = before[name];
  const isTyping =
    side.kind === "text" &&
    old.kind === "text" &&
    Math.abs(side.typed.length - old.typed.length) <= 1;
  return !isWhole || isTyping ? before.previous : { left: before.left, right: before.right };
}

/** A side for any expression: terms and texts stay editable as such. */
export function sideOf(source: ExpressionJson, label: string, madeWith = ""): Side {
  if ("term" in source) return { kind: "term", typed: source.term, source, madeWith: "" };
  if ("text" in source) return { kind: "text", typed: source.text, source, madeWith: "" };
  return { kind: "line", typed: label, source, madeWith };
}

/** A dropped or pasted fingerprint; its cells bind it to its retina where the source names cells. */
export function sideOfFingerprint({ source, label, retina }: Fingerprint): Side {
  return sideOf(source, label, namesCells(source) ? retina.checksum : "");
}

/** Whether an expression holds literal positions, which mean nothing on another map. */
export function namesCells(source: ExpressionJson): boolean {
  if ("positions" in source) return isPositions(source.positions);
  for (const name of ["and", "or", "sub", "xor"] as const) {
    const operands = (source as Record<string, readonly ExpressionJson[] | undefined>)[name];
    if (operands) return operands.some(namesCells);
  }
  return false;
}

/** Whether an expression names a category filter anywhere. */
export function namesFilters(source: ExpressionJson | null): boolean {
  if (source === null) return false;
  const tree = parseJson(source, "application");
  return leaves(tree).some(({ node }) => node.kind === "filter");
}

/** What a side is called in headings, legends and sentences. */
export function nameOf({ kind, typed }: Side, side: SideName): string {
  const words = typed.trim().replace(/\s+/g, " ");
  if (words === "") return side === "left" ? "the first" : "the second";
  const short = words.length > 28 ? `${words.slice(0, 27)}…` : words;
  return kind === "text" ? `“${short}”` : short;
}
