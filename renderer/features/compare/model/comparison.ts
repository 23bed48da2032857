import { Type } from "#typebox";
import type { Output } from "../../../../core/api/client-types.ts";
import type { ExpressionJson, JsonValue } from "../../../../core/api/schema/json-value.ts";
import { parseJson } from "../../../../core/expression/parse-json.ts";
import { leaves } from "../../../../core/expression/walk.ts";
import { isPositions } from "../../../../core/workspace/cells.ts";
import { fitted, isRecord, oneOf, orNull, type Saved } from "../../../../core/workspace/fit.ts";
import type { Content } from "../../../../core/workspace/workspace.ts";
import { expressionSchema } from "../../../model/expression-schema.ts";
import { type Fingerprint, isFingerprint } from "../../../model/fingerprint.ts";
import { MOST_LAYERS } from "../../../model/map/layers.ts";

/** So many can be told apart by colour. */
export const MOST_ITEMS = MOST_LAYERS;

/** Empty slots that are there from the start. */
const FIRST_SLOTS = 2;

const itemSchema = Type.Object({
  kind: oneOf(["term", "text", "line"]),
  /** As the person wrote it. */
  typed: Type.String(),
  /** Null while nothing was put in, or while it cannot be read. */
  source: orNull(expressionSchema),
  /** Checksum of the retina whose cells `source` names literally; "" when it names none. */
  madeWith: Type.String(),
});

/** One of the things that are compared: what was put in, and the expression it stands for. */
export type CompareItem = Saved<typeof itemSchema>;

export type ItemKind = CompareItem["kind"];

/** "colours": a colour each; "side": a small map each as well; "heat": one colour, stronger where more of them are. */
const DRAWINGS = ["colours", "side", "heat"] as const;

export type Drawing = (typeof DRAWINGS)[number];

export const comparisonSchema = Type.Object({
  /** By slot. */
  items: Type.Array(itemSchema),
  /** What was compared before this. */
  previous: orNull(Type.Array(itemSchema)),
  /** Cosine from which two items count as close in this workspace. */
  threshold: Type.Number(),
  /** How the combinations of three and more are read: in exactly these, or in at least these. */
  reading: oneOf(["exact", "least"]),
  drawing: oneOf(DRAWINGS),
});

export type Comparison = Saved<typeof comparisonSchema>;

export const pastComparisonSchema = Type.Object({
  left: itemSchema,
  right: itemSchema,
  /** ISO time. */
  at: Type.String(),
  /** Null when one of them had no cells. */
  cosine: orNull(Type.Number()),
});

/** One comparison of two that was looked at. */
export type PastComparison = Saved<typeof pastComparisonSchema>;

export const NO_ITEM: CompareItem = { kind: "term", typed: "", source: null, madeWith: "" };

/** The vendor of the original service calls 0.3 sufficient for general use. */
const USUAL_THRESHOLD = 0.3;

export const START: Comparison = {
  items: [],
  previous: null,
  threshold: USUAL_THRESHOLD,
  reading: "exact",
  drawing: "colours",
};

/** The slots as they are seen: two at least, and one to add another while all of them are filled. */
export function slotsOf(items: readonly CompareItem[]): readonly CompareItem[] {
  const slots = withSlot(items.slice(0, MOST_ITEMS), FIRST_SLOTS - 1);
  const isFull = slots.length === MOST_ITEMS || slots.some(({ source }) => source === null);
  return isFull ? slots : [...slots, NO_ITEM];
}

/** The items with so many slots that there is one of that index. */
export const withSlot = (items: readonly CompareItem[], index: number): readonly CompareItem[] => [
  ...items,
  ...Array.from({ length: Math.max(0, index + 1 - items.length) }, () => NO_ITEM),
];

/** Two slots stay, and keep whether they are for a word or a text. */
export const withoutItem = (
  items: readonly CompareItem[],
  index: number,
): readonly CompareItem[] => {
  if (items.length > FIRST_SLOTS) return items.filter((_, place) => place !== index);
  return items.map((item, place) => (place === index ? { ...NO_ITEM, kind: item.kind } : item));
};

const filledOf = (items: readonly CompareItem[]) => items.filter(({ source }) => source !== null);

/**
 * What can be brought back once an item is another, or gone. A letter more or less is typing: what was there before it was
 * never meant to be compared.
 */
export function keptItems(
  { items, previous }: Comparison,
  index: number,
  item: CompareItem | null,
): readonly CompareItem[] | null {
  const old = items[index];
  const isTyping =
    item?.kind === "text" &&
    old?.kind === "text" &&
    Math.abs(item.typed.length - old.typed.length) <= 1;
  const isLost = old !== undefined && old.source !== null && !isTyping;
  return isLost && filledOf(items).length > 1 ? items : previous;
}

/** What was made of the slots before the saved ones arrived, each on top of that of its slot. */
export const joinedItems = (
  saved: readonly CompareItem[],
  own: readonly CompareItem[],
): readonly CompareItem[] =>
  withSlot(saved, own.length - 1).map((item, index) => {
    const mine = own[index];
    return mine && (mine.source !== null || mine.typed !== "") ? mine : item;
  });

let former: {
  readonly from: readonly (JsonValue | undefined)[];
  readonly made: JsonValue;
} | null = null;

/**
 * The saved comparison. Earlier versions had two sides, and pins that were laid over each other in a view of their own; these
 * become the items where no side holds anything. Read in this way, and not rewritten, the steps of undo keep fitting.
 */
export function savedComparison({ compare, overlay, pins }: Content): JsonValue | undefined {
  if (compare !== undefined && (!isRecord(compare) || "items" in compare)) return compare;
  if (compare === undefined && overlay === undefined) return undefined;
  const from = [compare, overlay, pins];
  if (former?.from.every((part, index) => part === from[index])) return former.made;
  const { left, right, previous, threshold } = isRecord(compare) ? compare : {};
  const sides = [left ?? NO_ITEM, right ?? NO_ITEM];
  const isEmpty = sides.every((side) => isRecord(side) && side.source === null);
  const made = {
    ...START,
    ...(isRecord(overlay) ? { reading: overlay.reading, drawing: overlay.drawing } : {}),
    ...(threshold === undefined ? {} : { threshold }),
    items: isEmpty ? laidItems(overlay, pins) : sides,
    previous: isRecord(previous) ? [previous.left, previous.right] : null,
  } as JsonValue;
  former = { from, made };
  return made;
}

function laidItems(overlay: JsonValue | undefined, pins: JsonValue | undefined): CompareItem[] {
  if (!isRecord(overlay) || !Array.isArray(pins)) return [];
  const leftOut: readonly unknown[] = Array.isArray(overlay.leftOut) ? overlay.leftOut : [];
  return pins
    .slice(0, MOST_ITEMS)
    .filter(isFingerprint)
    .filter(({ id }) => !leftOut.includes(id))
    .map(itemOfFingerprint);
}

/** The comparison of a workspace that is not the open one. */
export const comparisonIn = (content: Content): Comparison =>
  fitted(comparisonSchema, savedComparison(content), START).value;

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
export function namesFilters(source: ExpressionJson | null): boolean {
  if (source === null) return false;
  const tree = parseJson(source, "application");
  return leaves(tree).some(({ node }) => node.kind === "filter");
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/** "third", for the slot of that index. */
export const ordinalOf = (index: number): string => ORDINALS[index] ?? String(index + 1);

/** What an item is called in headings, legends and sentences. */
export function nameOf({ kind, typed }: CompareItem, index: number): string {
  const words = typed.trim().replace(/\s+/g, " ");
  if (words === "") return `the ${ordinalOf(index)}`;
  const short = words.length > 28 ? `${words.slice(0, 27)}…` : words;
  return kind === "text" ? `“${short}”` : short;
}

/** Why an item has no cells to compare; "" where it has some, or they are not known yet. */
export function whyEmpty({ kind }: CompareItem, cells: readonly number[] | undefined): string {
  if (cells?.length !== 0) return "";
  return kind === "line"
    ? "It has no cells."
    : "No word of it is in the retina, so it has no cells.";
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
