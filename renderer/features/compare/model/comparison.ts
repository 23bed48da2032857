import { Type } from "#typebox";
import type { Output } from "../../../../core/api/client-types.ts";
import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import { parseJson } from "../../../../core/expression/parse-json.ts";
import { leaves } from "../../../../core/expression/walk.ts";
import { isPositions } from "../../../../core/workspace/cells.ts";
import { oneOf, type Saved } from "../../../../core/workspace/fit.ts";
import { expressionSchema } from "../../../model/expression-schema.ts";
import type { Fingerprint } from "../../../model/fingerprint.ts";
import { MOST_LAYERS } from "../../../model/map/layers.ts";

/** Number of items a matrix can show. */
export const MOST_ITEMS = 30;

/** Number of items that colours can tell apart on the map. */
export const MOST_LAID = MOST_LAYERS;

const itemSchema = Type.Object({
  kind: oneOf(["term", "text", "line"]),
  /** As the user wrote it. */
  typed: Type.String(),
  source: expressionSchema,
  /** Checksum of the map whose cells `source` names literally; "" when it names none. */
  madeWith: Type.String(),
});

/** One of the things that are compared: what was put in, and the expression it stands for. */
export type CompareItem = Saved<typeof itemSchema>;

export const comparisonSchema = Type.Object({
  items: Type.Array(itemSchema),
  /** Cosine from which two items count as close in this workspace. */
  threshold: Type.Number(),
});

export type Comparison = Saved<typeof comparisonSchema>;

/** The vendor of the original service calls 0.3 sufficient for general use. */
const USUAL_THRESHOLD = 0.3;

export const START: Comparison = { items: [], threshold: USUAL_THRESHOLD };

/** An item for any expression: terms and texts stay editable as such. */
export function itemOf(source: ExpressionJson, label: string, madeWith = ""): CompareItem {
  if ("term" in source) return { kind: "term", typed: source.term, source, madeWith: "" };
  if ("text" in source) return { kind: "text", typed: source.text, source, madeWith: "" };
  return { kind: "line", typed: label, source, madeWith };
}

/** A dropped or pasted fingerprint; its cells bind it to its retina where the source names cells. */
export function itemOfFingerprint({ source, label, retina }: Fingerprint): CompareItem {
  return itemOf(source, label, namesCells(source) ? retina.checksum : "");
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
export function namesFilters(source: ExpressionJson): boolean {
  const tree = parseJson(source, "application");
  return leaves(tree).some(({ node }) => node.kind === "filter");
}

/** What an item is called in headings, legends and sentences. */
export function nameOf({ kind, typed }: CompareItem): string {
  const words = typed.trim().replace(/\s+/g, " ");
  const short = words.length > 28 ? `${words.slice(0, 27)}…` : words;
  return kind === "text" ? `“${short}”` : short;
}

/** Why an item has no cells to compare; "" where it has some, or they are not known yet. */
export function whyEmpty({ kind }: CompareItem, cells: readonly number[] | undefined): string {
  if (cells?.length !== 0) return "";
  return kind === "line"
    ? "It has no cells."
    : "None of its words is on this map, so it has no cells.";
}

export interface PairNames {
  readonly left: string;
  readonly right: string;
}

type Terms = Output<"app.compare">["terms"];

/** The parts of an overlay of two, from the left. */
export const PARTS = ["left", "both", "right"] as const satisfies readonly (keyof Terms)[];

/** Terms of each part, each only where it has most cells: a term of both sides would fill all three lists. */
export function placedTerms(terms: Terms): Terms {
  const best = new Map<string, { readonly part: keyof Terms; readonly score: number }>();
  for (const part of ["both", "left", "right"] as const)
    for (const { term, score } of terms[part])
      if (score > (best.get(term)?.score ?? 0)) best.set(term, { part, score });
  const placed = PARTS.map((part) => [
    part,
    terms[part].filter(({ term }) => best.get(term)?.part === part),
  ]);
  return Object.fromEntries(placed) as Terms;
}
