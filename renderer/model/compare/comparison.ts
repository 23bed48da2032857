import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { parseJson } from "../../../core/expression/parse-json.ts";
import { leaves } from "../../../core/expression/walk.ts";
import { type Fingerprint, isPositions } from "../fingerprint.ts";
import { isListOf, isRecord, isText } from "../guards.ts";

export const SIDES = ["left", "right"] as const;
export type SideName = (typeof SIDES)[number];
export const CLASSES = ["left", "both", "right"] as const;
export type OverlapClass = (typeof CLASSES)[number];

export type SideKind = "term" | "text" | "line";

/** One side of a comparison: what was put in, and the expression it stands for. */
export interface Side {
  readonly kind: SideKind;
  /** As the person wrote it. */
  readonly typed: string;
  /** Null while nothing was put in, or while it cannot be read. */
  readonly source: ExpressionJson | null;
  /** Checksum of the retina whose cells `source` names literally; "" when it names none. */
  readonly madeWith: string;
}

export interface Pair {
  readonly left: Side;
  readonly right: Side;
}

export interface Comparison extends Pair {
  /** Two items, or many at once. */
  readonly scope: "pair" | "many";
  /** The pair that was compared before this one. */
  readonly previous: Pair | null;
  readonly hidden: readonly OverlapClass[];
  /** Cosine from which two items count as close in this workspace. */
  readonly threshold: number;
}

export const NO_SIDE: Side = { kind: "term", typed: "", source: null, madeWith: "" };
/** The vendor of the original service calls 0.3 sufficient for general use. */
export const USUAL_THRESHOLD = 0.3;

const isSide = (value: unknown): value is Side =>
  isRecord(value) &&
  (value.kind === "term" || value.kind === "text" || value.kind === "line") &&
  isText(value.typed) &&
  isText(value.madeWith) &&
  (value.source === null || isRecord(value.source));
export const isPair = (value: unknown): value is Pair =>
  isRecord(value) && isSide(value.left) && isSide(value.right);
export const isComparison = (value: unknown): value is Comparison =>
  isPair(value) &&
  isRecord(value) &&
  (value.scope === "pair" || value.scope === "many") &&
  (value.previous === null || isPair(value.previous)) &&
  isListOf(isText)(value.hidden) &&
  typeof value.threshold === "number";

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
