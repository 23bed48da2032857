import type { SourceRecord } from "../../collection/table/propose-columns.ts";

/** A text, a number, or a word for none as Python writes it. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?(?:NaN|Infinity)|-?\d[\d.eE+-]*/g;

/**
 * JSON with whole numbers that a double does not keep as texts of their digits, and NaN and Infinity as null.
 * @throws SyntaxError
 */
export function parseExact(json: string): unknown {
  if (!/\d{16}|NaN|Infinity/.test(json)) return JSON.parse(json);
  return JSON.parse(
    json.replace(TOKEN, (token) => {
      if (token.startsWith('"')) return token;
      if (/[NI]/.test(token)) return "null";
      const isKept = !/^-?\d+$/.test(token) || Number.isSafeInteger(Number(token));
      return isKept ? token : `"${token}"`;
    }),
  );
}

type JsonObject = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A JSON object as a record, objects in it as columns “a.b”; a text as one field. */
export function recordOfJson(value: unknown): SourceRecord | undefined {
  if (typeof value === "string") return new Map([["text", value]]);
  if (!isObject(value)) return undefined;
  return new Map(
    Object.entries(value).flatMap(([name, field]) =>
      isObject(field)
        ? Object.entries(field).map(([inner, each]) => [`${name}.${inner}`, each] as const)
        : [[name, field] as const],
    ),
  );
}

/** The records of a single value: those of the only list of objects in it, or its columns turned into rows. */
export function recordsIn(value: unknown): readonly unknown[] {
  if (!isObject(value)) return [value];
  const fields = Object.entries(value);
  const lists = fields.filter(
    ([, field]) => Array.isArray(field) && field.length > 0 && field.every(isObject),
  );
  if (lists.length === 1) return lists[0]![1] as unknown[];
  const columns = fields.map(([name, field]) => [name, columnOf(field)] as const);
  const [first] = columns;
  const length = first?.[1]?.size ?? 0;
  const isTable = length > 0 && columns.every(([, column]) => column?.size === length);
  if (!isTable) return [value];
  return [...first![1]!.keys()].map((key) =>
    Object.fromEntries(columns.map(([name, column]) => [name, column?.get(key)])),
  );
}

/** A list by place, or an object whose members are numbered, as pandas writes columns. */
function columnOf(field: unknown): ReadonlyMap<string, unknown> | undefined {
  if (Array.isArray(field)) return new Map(field.map((each, i) => [String(i), each]));
  const isNumbered = isObject(field) && Object.keys(field).every((key) => /^\d+$/.test(key));
  return isNumbered ? new Map(Object.entries(field)) : undefined;
}
