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

/** Levels of a JSON value in which its rows are looked for. */
const MOST_LEVELS = 4;

/**
 * The records of a single value: its columns turned into rows, the only list of objects in it, or its members where they are
 * records by name.
 *
 * @throws Error where several lists may be meant
 */
export function recordsIn(value: unknown): readonly unknown[] {
  if (!isObject(value)) return [value];
  const turned = splitRows(value) ?? turnedColumns(value);
  if (turned !== undefined) return turned;
  let level: readonly [path: string, value: JsonObject][] = [["", value]];
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
    const members = level.flatMap(([path, each]) =>
      Object.entries(each).map(([name, inner]) => [path + name, inner] as const),
    );
    const lists = members.filter(([, inner]) => isRecordList(inner));
    if (lists.length > 1) throw new Error(severalLists(lists.map(([path]) => path)));
    if (lists.length === 1) return lists[0]![1] as unknown[];
    level = members.flatMap(([path, inner]) =>
      isObject(inner) ? [[`${path}.`, inner] as [string, JsonObject]] : [],
    );
  }
  return recordsByName(value) ?? [value];
}

const isRecordList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

const severalLists = (paths: readonly string[]): string =>
  `it holds several lists of rows (${paths.slice(0, 5).join(", ")}); save the list you want in a separate file`;

/** Names and rows apart, as pandas writes them with `orient="split"`. */
function splitRows({ columns, data }: JsonObject): readonly unknown[] | undefined {
  if (!Array.isArray(columns) || !Array.isArray(data) || columns.length === 0) return undefined;
  const isRow = (row: unknown) => Array.isArray(row) && row.length === columns.length;
  if (!columns.every((name) => typeof name === "string") || !data.every(isRow)) return undefined;
  return (data as unknown[][]).map((row) =>
    Object.fromEntries(columns.map((name, i) => [name, row[i]])),
  );
}

function turnedColumns(value: JsonObject): readonly unknown[] | undefined {
  const fields = Object.entries(value);
  if (fields.every(([, field]) => isRecordList(field))) return undefined;
  const columns = fields.map(([name, field]) => [name, columnOf(field)] as const);
  const [first] = columns;
  const length = first?.[1]?.size ?? 0;
  const isTable = length > 0 && columns.every(([, column]) => column?.size === length);
  if (!isTable) return undefined;
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

/** Members that are objects with mostly the same fields; the name of each becomes its id. */
function recordsByName(value: JsonObject): readonly unknown[] | undefined {
  const members = Object.entries(value);
  if (members.length < 2 || !members.every(([, member]) => isObject(member))) return undefined;
  const records = members as [string, JsonObject][];
  const names = new Set(records.flatMap(([, record]) => Object.keys(record)));
  const isLike = ([, record]: [string, JsonObject]) =>
    2 * Object.keys(record).length >= names.size && Object.keys(record).length > 0;
  if (!records.every(isLike)) return undefined;
  const key = names.has("id") ? "key" : "id";
  return records.map(([name, record]) => ({ [key]: name, ...record }));
}

/** Names the fields of records that are lists: by the first one where it holds names, else by place. */
export class ListRecords {
  #names: readonly string[] | undefined;
  #isFirst = true;

  /** @returns a record, `"names"` for the list that names the fields, or undefined for what is no such list */
  read(value: unknown): SourceRecord | "names" | undefined {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (!Array.isArray(value) || value.length === 0 || value.some(isObject)) return undefined;
    if (isFirst) {
      const isNames = value.every((name) => typeof name === "string" && name.trim() !== "");
      const isHead = isNames && new Set(value).size === value.length && value.length > 1;
      this.#names = isHead ? (value as string[]) : [];
      if (isHead) return "names";
    }
    const names = this.#names;
    if (names === undefined) return undefined;
    return new Map(value.map((each, i) => [names[i] ?? `column ${i + 1}`, each]));
  }
}
