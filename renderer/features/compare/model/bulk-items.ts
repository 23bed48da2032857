import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import type { ImportedRow } from "../../../model/tables/assign-columns.ts";

/** One thing to compare, and where it stands in the file. */
export interface BulkItem {
  readonly line: number;
  readonly typed: string;
  readonly source: ExpressionJson;
}

/** Which pairs are compared: each with each, the first with all others, those side by side, or each with a filter. */
export type BulkMode = "all" | "one-to-many" | "listed" | "partner";

/** A saved filter that every item is compared with. */
export interface Partner {
  readonly id: string;
  readonly name: string;
  readonly positions: readonly number[];
}

export interface BulkInput {
  readonly name: string;
  readonly items: readonly BulkItem[];
  /** Indices into `items`, for "listed". */
  readonly pairs: readonly (readonly [number, number])[];
}

/** Pairs of a full comparison beyond this are refused before they are sent. */
export const MOST_PAIRS = 1_000_000;

/** A few words are one term if the retina knows it; longer runs are texts. */
export function itemOfLine(line: number, typed: string): BulkItem {
  const words = typed.trim();
  const isTerm = words.split(/\s+/).length <= 3 && words.length <= 60;
  return { line, typed: words, source: isTerm ? { term: words } : { text: words } };
}

/** Rows of a file as items; a second column makes listed pairs. Equal items are kept. */
export function bulkInput(
  name: string,
  rows: readonly Pick<ImportedRow, "line" | "values">[],
): BulkInput {
  const items: BulkItem[] = [];
  const pairs: (readonly [number, number])[] = [];
  for (const { line, values } of rows) {
    const first = items.push(itemOfLine(line, values.item ?? "")) - 1;
    const other = (values.other ?? "").trim();
    if (other !== "") pairs.push([first, items.push(itemOfLine(line, other)) - 1]);
  }
  return { name, items, pairs };
}

export function pairCount({ items, pairs }: BulkInput, mode: BulkMode): number {
  if (mode === "listed") return pairs.length;
  if (mode === "partner") return items.length;
  return mode === "all" ? (items.length * (items.length - 1)) / 2 : Math.max(0, items.length - 1);
}

/** Items that stand more than once, with the lines of all of them. */
export function duplicatesOf(items: readonly BulkItem[]): readonly (readonly number[])[] {
  const lines = new Map<string, number[]>();
  for (const { typed, line } of items) {
    const key = typed.toLowerCase();
    const known = lines.get(key);
    if (known) known.push(line);
    else lines.set(key, [line]);
  }
  return [...lines.values()].filter(({ length }) => length > 1);
}

/** What is sent for a choice of pairs; the partner stands behind the items. */
export function comparedItems(
  { items, pairs }: BulkInput,
  mode: BulkMode,
  partner: Partner | null,
): {
  readonly items: readonly BulkItem[];
  readonly pairs: "all" | "one-to-many" | (readonly [number, number])[];
} {
  if (mode === "listed") return { items, pairs: [...pairs] };
  if (mode !== "partner") return { items, pairs: mode };
  if (!partner) return { items, pairs: [] };
  const source = { positions: [...partner.positions] };
  return {
    items: [...items, { line: 0, typed: `Filter ${partner.name}`, source }],
    pairs: items.map((_, index) => [index, items.length]),
  };
}
