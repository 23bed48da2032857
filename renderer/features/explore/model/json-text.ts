import type { Expression } from "../../../../core/expression/ast.ts";
import { printJson } from "../../../../core/expression/print-json.ts";

/** A list of numbers over several lines; inside a string a line never breaks. */
const NUMBERS = /\[\n\s*(?:-?\d+,\n\s*)*-?\d+\n\s*\]/g;

/** JSON with one operand a line; lists of numbers stay on one. */
export const formatJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(NUMBERS, (list) => list.replace(/\s+/g, ""));

export const treeAsJson = (tree: Expression | undefined): string =>
  tree ? formatJson(printJson(tree)) : "";
