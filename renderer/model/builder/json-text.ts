import type { Expression } from "../../../core/expression/ast.ts";
import { parseJson } from "../../../core/expression/parse-json.ts";
import { printJson } from "../../../core/expression/print-json.ts";

/** A list of numbers over several lines; inside a string a line never breaks. */
const NUMBERS = /\[\n\s*(?:-?\d+,\n\s*)*-?\d+\n\s*\]/g;

/** JSON with one operand a line; lists of numbers stay on one. */
export const formatJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(NUMBERS, (list) => list.replace(/\s+/g, ""));

export const treeAsJson = (tree: Expression | undefined): string =>
  tree ? formatJson(printJson(tree)) : "";

export type JsonReading =
  | { readonly expression: Expression }
  | { readonly problem: string }
  | { readonly isEmpty: true };

/** Reads what is typed or opened; the sentence says where it fails. */
export function readJson(text: string): JsonReading {
  if (text.trim() === "") return { isEmpty: true };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return { problem: `This is not valid JSON yet: ${reasonOf(cause)}` };
  }
  try {
    return { expression: parseJson(value, "application") };
  } catch (cause) {
    return { problem: reasonOf(cause) };
  }
}

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);
