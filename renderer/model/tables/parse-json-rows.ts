import { excerptOf, type RejectedRow } from "./parse-delimited.ts";

/** Values of a JSON or JSON Lines file, before they are laid out in columns. */
export interface JsonRows {
  readonly values: readonly { readonly line: number; readonly value: unknown }[];
  readonly rejected: readonly RejectedRow[];
}

/** One JSON value a line; a line that is not JSON costs only itself. */
export function parseJsonLines(text: string): JsonRows {
  const values: { line: number; value: unknown }[] = [];
  const rejected: RejectedRow[] = [];
  text.split(/\r\n|\n|\r/).forEach((content, index) => {
    if (content.trim() === "") return;
    try {
      values.push({ line: index + 1, value: JSON.parse(content) });
    } catch {
      rejected.push({ line: index + 1, reason: "Not valid JSON", excerpt: excerptOf(content) });
    }
  });
  return { values, rejected };
}

/** An array, or the one array inside an object (`rows` if there are several). Lines count the items from 1. */
export function parseJsonArray(text: string): JsonRows {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch (cause) {
    const reason = `Not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`;
    return { values: [], rejected: [{ line: 1, reason, excerpt: excerptOf(text) }] };
  }
  const items = itemsOf(whole);
  if (!items)
    return {
      values: [],
      rejected: [{ line: 1, reason: "No list of rows in this JSON", excerpt: excerptOf(text) }],
    };
  return { values: items.map((value, index) => ({ line: index + 1, value })), rejected: [] };
}

function itemsOf(whole: unknown): readonly unknown[] | null {
  if (Array.isArray(whole)) return whole;
  if (typeof whole !== "object" || whole === null) return null;
  const rows = (whole as { readonly rows?: unknown }).rows;
  if (Array.isArray(rows)) return rows;
  const lists = Object.values(whole).filter((value) => Array.isArray(value));
  return lists.length === 1 ? (lists[0] as readonly unknown[]) : null;
}
