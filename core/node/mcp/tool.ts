import {
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  Type,
} from "#typebox";
import type { Args, Output } from "../../api/client-types.ts";
import { nullable } from "../../api/schema/replies.ts";
import { checkShape } from "../../api/validate.ts";
import { ApiError, badInput, type ErrorCode } from "../../errors.ts";
import type { AskedName } from "../http/assistants-door.ts";

/** What a tool works with while it answers one question. */
export interface Question {
  /** Calls an endpoint. `doing` is told to whoever waits. */
  ask<N extends AskedName>(name: N, args: Args<N>, doing?: string): Promise<Output<N>>;
  /** Who gives the labels. */
  readonly author: string;
  /** Keeps a picture so that it can be read as a resource. @returns its address */
  keep(picture: KeptPicture): string;
}

/** A picture as a resource. */
export interface KeptPicture {
  readonly title: string;
  readonly svg: string;
}

/** What a tool says: words for a model, and the same as data. */
export interface Answer {
  readonly text: string;
  readonly data: object;
  /** Base64 of a PNG. */
  readonly png?: string;
  readonly resource?: { readonly uri: string; readonly title: string };
}

/** A tool of the server, with the types of its fields hidden. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TObject;
  /** Whether it changes anything. */
  readonly writes: boolean;
  /** @throws bad-input for arguments that do not fit */
  run(args: unknown, question: Question): Promise<Answer>;
}

interface ToolParts<I extends TProperties> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly writes?: boolean;
  /** What its fields are called by the endpoints that it asks, where that differs. */
  readonly fields?: FieldNames;
  run(input: Static<TObject<I>>, question: Question): Promise<Found>;
}

/** What a tool has found; one writer makes an answer of it that says what is left out. */
interface Found extends Omit<Answer, "text"> {
  /** Sentences for a model about the data. */
  readonly say?: readonly (string | null | false)[];
  /** Lists of the data that may be cut short. */
  readonly rest?: Readonly<Record<string, Rest>>;
  /** Further sentences about what is not listed. */
  readonly leftOut?: readonly (string | null | false | undefined)[];
}

export function defineTool<I extends TProperties>({
  input,
  writes = false,
  fields,
  run,
  ...about
}: ToolParts<I>): Tool {
  const schema = only(input);
  return {
    ...about,
    writes,
    input: schema,
    async run(args, question) {
      const checked = checkShape(schema, copied(args));
      const found = await Promise.resolve()
        .then(() => run(checked, question))
        .catch((cause: unknown) => {
          throw inCallersFields(cause, fields);
        });
      const { say = [], data: all, rest = {}, leftOut: further = [], ...others } = found;
      const data: object = { ...all };
      const missing = [...fitInto(data, rest), ...further].filter(isSaid);
      const text = written(say.filter(isSaid), data, missing);
      return { ...others, text, data: { ...data, leftOut: missing.join(" ") || null } };
    },
  };
}

const isSaid = (line: string | null | false | undefined): line is string => Boolean(line);

/** Defaults are filled into the copy. @throws bad-input unless it is an object */
function copied(args: unknown): object {
  if (typeof args !== "object" || args === null || Array.isArray(args))
    throw badInput("arguments", "The arguments must be an object of named fields.");
  return structuredClone(args);
}

/** Members that are not described are refused: a misspelt one would silently ask something else. */
export const only = <P extends TProperties>(properties: P, description?: string) =>
  Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });

export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);
export const text = (description: string, bounds: TSchemaOptions = {}) =>
  Type.String({ description, ...bounds });
export const number = (description: string, bounds: TSchemaOptions = {}) =>
  Type.Number({ description, ...bounds });
export const whole = (description: string, bounds: TSchemaOptions = {}) =>
  Type.Integer({ description, ...bounds });
/** A whole number from 0 on. */
export const count = (description: string) => whole(description, { minimum: 0 });
export const flag = (description: string) => Type.Boolean({ description });
export const list = <S extends TSchema>(items: S, description: string, bounds = {}) =>
  Type.Array(items, { description, ...bounds });
/** A list of objects with these members. */
export const items = <P extends TProperties>(description: string, properties: P) =>
  list(only(properties), description);
export const orNull = <S extends TSchema>(schema: S, description: string) =>
  nullable(schema, { description });
/** A list of texts or ids. */
export const texts = (description: string, bounds: TSchemaOptions = {}) =>
  list(Type.String(), description, bounds);

/** How many of something to list. */
export const atMost = (usual: number, most: number, what: string) =>
  optional(whole(`${what}, 1 to ${most} (${usual}).`, { minimum: 1, maximum: most }));
export const againFrom = (next: number) => `ask again with offset ${next}`;
export const offset = (what: string) => optional(count(`${what} to leave out (0).`));

/** Fields of a tool by those of the endpoints that it asks; "" is where a word or text came from that the map does not know. */
export type FieldNames = Readonly<Record<string, string>>;

const COMMON: FieldNames = {
  retina_name: "retina",
  context_id: "sense",
  "sort.field": "sort",
  positiveExamples: "texts",
};
/** Errors about words, which endpoints report without a field where only one can be meant. */
const OF_WORDS: readonly ErrorCode[] = [
  "bad-expression",
  "empty-fingerprint",
  "empty-text",
  "no-known-words",
  "unknown-term",
];

/** The same error, naming the field as the caller of the tool wrote it. */
export function inCallersFields(cause: unknown, names: FieldNames = {}): unknown {
  if (!(cause instanceof ApiError)) return cause;
  const known = { ...COMMON, ...names };
  const { field = OF_WORDS.includes(cause.code) ? "" : undefined } = cause.details;
  if (typeof field !== "string") return cause;
  return withField(cause, known[field] ?? asWritten(field));
}

/** The same error about a field of the caller, whatever field of an endpoint it names. */
export const aboutField = (cause: unknown, field: string): unknown =>
  cause instanceof ApiError ? withField(cause, field) : cause;

/** The same error about rows that the caller described within another field, such as `a.` of a difference. */
export const aboutRows = (cause: unknown, within: string): unknown =>
  cause instanceof ApiError && typeof cause.details.field === "string"
    ? withField(cause, `${within}${asWritten(cause.details.field)}`)
    : cause;

/** A tool takes conditions as a flat list: `query.where.and[1].not.equals` is `where[1].equals` there. */
const asWritten = (field: string): string =>
  field.replace(/^query\./, "").replace(/^where\.(?:and|or)(\[\d+\])(?:\.not\b)?/, "where$1");

function withField({ code, message, details }: ApiError, field: string): ApiError {
  const before = typeof details.field === "string" ? details.field : "";
  const named = message
    .replaceAll(`“${before}”`, `“${field}”`)
    .replaceAll(
      /“(query\.[\w.[\]]+|where\.(?:and|or)\[[\w.[\]]+)”/g,
      (_, name: string) => `“${asWritten(name)}”`,
    );
  const isNamed = field === "" || named.includes(`“${field}`);
  return new ApiError({
    code,
    message: isNamed ? named : `“${field}”: ${named}`,
    details: field === "" ? details : { ...details, field },
  });
}

/** Most characters of the data of an answer as JSON. */
export const MOST_DATA = 16_000;
/** Most characters of its text. */
export const MOST_TEXT = 6000;
/** Of either, for what is said of the answer. */
const MOST_SAID = 2000;

/** A list of an answer that ends where the budget does. */
export interface Rest {
  /** What its items are called. */
  readonly what: string;
  readonly total: number;
  /** Items before the first one. */
  readonly before?: number;
  /** How to get the others, by the number of the next one. */
  readonly how: string | ((next: number) => string);
}

/** Shortens the longest of these lists until the data fits the budget. @returns sentences about what is not listed */
export function fitInto(data: object, rests: Readonly<Record<string, Rest>>): string[] {
  const lists = Object.entries(rests).map(([name, rest]) => {
    const items: unknown[] = [...((data as Record<string, unknown[]>)[name] ?? [])];
    const sizes = items.map((item) => JSON.stringify(item).length + 1);
    return { name, rest, items, sizes, size: sizes.reduce((sum, size) => sum + size, 0) };
  });
  let over = JSON.stringify(data).length - (MOST_DATA - MOST_SAID);
  while (over > 0) {
    const [longest] = lists.filter(({ items }) => items.length > 1).sort((a, b) => b.size - a.size);
    if (longest === undefined) break;
    longest.items.pop();
    const size = longest.sizes.pop() ?? 0;
    longest.size -= size;
    over -= size;
  }
  return lists.flatMap(({ name, items, rest: { what, total, before = 0, how } }) => {
    Object.assign(data, { [name]: items });
    const next = before + items.length;
    if (next >= total) return [];
    const where = before > 0 ? ` ${before} come before;` : "";
    const rest = `${total - items.length} of ${total} ${what} are not listed;${where}`;
    return [`${rest} ${typeof how === "string" ? how : how(next)}.`];
  });
}

/** As many items from the beginning as fit into so many characters of JSON; at least one. */
export function fitting<T>(items: readonly T[], most: number): T[] {
  let left = most;
  const fits = items.findIndex((item, i) => {
    left -= JSON.stringify(item).length + 1;
    return left < 0 && i > 0;
  });
  return fits === -1 ? [...items] : items.slice(0, fits);
}

/** Whole numbers and texts of a list that are written out. */
const FEW = 30;
const LONGEST_VALUE = 400;

/** The data of an answer as lines for a model, within what is said of it. */
export function written(said: readonly string[], data: object, rest: readonly string[]): string {
  const around = [...said, ...rest].join("\n").length;
  const body = Object.entries(data).flatMap(([name, value]) => linesOf(name, value));
  const shown = cut(body.join("\n"), Math.max(0, MOST_TEXT - around - 2));
  return [...said, shown, ...rest].filter((line) => line !== "").join("\n");
}

function linesOf(name: string, value: unknown): string[] {
  if (isEmpty(value)) return [];
  if (Array.isArray(value) && typeof value[0] === "object")
    return [`${name}:`, ...value.map((item: object) => `- ${itemOf(item, "; ")}`)];
  const members = isRecord(value) ? Object.entries(value) : [];
  if (members.some(([, each]) => Array.isArray(each) && typeof each[0] === "object"))
    return members.flatMap(([member, each]) => linesOf(`${name}.${member}`, each));
  if (typeof value === "string") return [`${name}: ${value}`];
  return [`${name}: ${shortValue(value)}`];
}

/** An item of a list: its first text without a name, the other members with theirs. */
const itemOf = (item: object, sign: string): string => {
  const [first, ...others] = Object.entries(item);
  if (first === undefined || typeof first[1] !== "string") return membersOf(item, sign);
  const rest = membersOf(Object.fromEntries(others), sign);
  return [oneLine(first[1], LONGEST_VALUE), rest].filter((part) => part !== "").join(sign);
};

const membersOf = (value: object, sign: string): string =>
  Object.entries(value)
    .filter(([, each]) => !isEmpty(each))
    .map(([name, each]) => `${name} ${shortValue(each)}`)
    .join(sign);

function shortValue(value: unknown): string {
  if (Array.isArray(value))
    return value.length > FEW && !isRecord(value[0])
      ? `${value.length} values`
      : value.map((each) => (isRecord(each) ? `(${itemOf(each, ", ")})` : each)).join(", ");
  if (isRecord(value)) return membersOf(value, ", ");
  if (typeof value === "number" && !Number.isInteger(value))
    return String(Number(value.toPrecision(4)));
  return oneLine(String(value), LONGEST_VALUE);
}

const isRecord = (value: unknown): value is object => typeof value === "object" && value !== null;
const isEmpty = (value: unknown): boolean =>
  isRecord(value)
    ? Object.values(value).every(isEmpty)
    : value === null || value === undefined || value === "";

/** A text of a row, not longer than this. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).trimEnd()}…`;

export const oneLine = (text: string, most: number): string =>
  cut(text.replaceAll(/\s+/g, " ").trim(), most);

/** To so many digits after the point. */
export const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));

/** These members of an answer, its figures to four digits. */
export const picked = <T extends object, K extends keyof T & string>(value: T, ...names: K[]) =>
  Object.fromEntries(
    names.map((name) => {
      const each: unknown = value[name];
      return [
        name,
        typeof each === "number" && each % 1 !== 0 ? Number(each.toPrecision(4)) : each,
      ];
    }),
  ) as Pick<T, K>;
