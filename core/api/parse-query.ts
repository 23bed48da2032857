import type { TProperties, TSchema } from "#typebox";
import { badValue } from "../errors.ts";

/**
 * Reads the strings of a query by the schema of their fields: the only place where a value changes its type.
 * A field that is present but empty counts as absent, unknown fields are ignored, of a repeated field the
 * first one counts. @throws bad-input
 */
export function parseQuery(
  pairs: Iterable<readonly [string, string]>,
  fields: TProperties,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, text] of pairs) {
    if (!Object.hasOwn(fields, name) || Object.hasOwn(values, name) || text === "") continue;
    values[name] = parseValue(name, text, fields[name] as TSchema);
  }
  return values;
}

/** The parameters of a call to an alias, which clients of version 1 write in their own way: `maxResults` for `max_results`. */
export const withCurrentNames = (pairs: Iterable<readonly [string, string]>): [string, string][] =>
  [...pairs].map(([name, text]) => [CURRENT_NAME.get(name) ?? name, text]);

const CURRENT_NAME = new Map(
  [
    "retina_name",
    "start_index",
    "max_results",
    "get_fingerprint",
    "context_id",
    "pos_type",
    "filter_name",
  ].map((name) => [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), name]),
);

function parseValue(name: string, text: string, schema: TSchema): unknown {
  switch ((schema as { type?: string }).type) {
    case "boolean":
      return parseBoolean(name, text.trim().toLowerCase());
    case "integer":
      return parseNumber(name, text.trim(), INTEGER);
    case "number":
      return parseNumber(name, text.trim(), DECIMAL);
    default:
      return text;
  }
}

function parseBoolean(name: string, text: string): boolean {
  if (text === "true") return true;
  if (text === "false") return false;
  throw badValue(name, "true or false", text);
}

const INTEGER = { pattern: /^[+-]?\d+(\.0*)?$/, kind: "a whole number" };
const DECIMAL = { pattern: /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/, kind: "a number" };

function parseNumber(name: string, text: string, form: typeof INTEGER): number {
  const value = Number(text);
  if (!form.pattern.test(text) || !Number.isFinite(value)) throw badValue(name, form.kind, text);
  return value;
}
