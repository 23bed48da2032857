import { type Static, type TSchema, Type } from "#typebox";
import type { JsonValue } from "../api/schema/json-value.ts";

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isListOf =
  <T>(isItem: (value: unknown) => value is T) =>
  (value: unknown): value is readonly T[] =>
    Array.isArray(value) && value.every(isItem);

export const isText = (value: unknown): value is string => typeof value === "string";

/** What a schema describes, as it is kept: nothing is changed in place. */
export type Saved<S extends TSchema> = Unchanging<Static<S>>;

type Unchanging<T> = [JsonValue] extends [T]
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Unchanging<T[K]> }
    : T;

/** The parts of JSON Schema that the schemas of the page and of the service are made of. */
interface Rules {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Rules[];
  readonly properties?: Readonly<Record<string, Rules>>;
  readonly required?: readonly string[];
  /** What every member of a record is. */
  readonly each?: Rules;
  readonly items?: Rules;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** What no schema can say. */
  readonly check?: (value: unknown) => boolean;
}

/** A schema that says the whole by a function. */
export const checked = <T>(check: (value: unknown) => boolean) => Type.Unsafe<T>({ check });

/** A text that is one of `values`. */
export const oneOf = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({ enum: values });

export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Named by the person or the program: any members of one kind. */
export const recordOf = <S extends TSchema>(schema: S) =>
  Type.Unsafe<{ readonly [name: string]: Static<S> }>({ type: "object", each: schema });

/** Whether a value is what the schema says. Members that it does not name may be there. */
export const fits = <S extends TSchema>(schema: S, value: unknown): value is Saved<S> =>
  isFit(schema, value);

/** Content never changes in place, and what is large is checked again and again as part of something larger. */
const known = new WeakMap<object, WeakSet<object>>();

/** Checks each object once. */
export function checkedOnce<S extends TSchema>(schema: S): S {
  known.set(schema, new WeakSet());
  return schema;
}

function isFit(rules: Rules, value: unknown): boolean {
  const fitting = known.get(rules);
  if (!fitting || typeof value !== "object" || value === null) return isFitNow(rules, value);
  if (fitting.has(value)) return true;
  const isGood = isFitNow(rules, value);
  if (isGood) fitting.add(value);
  return isGood;
}

function isFitNow(rules: Rules, value: unknown): boolean {
  if (rules.check && !rules.check(value)) return false;
  if (rules.anyOf) return rules.anyOf.some((each) => isFit(each, value));
  if ("const" in rules && value !== rules.const) return false;
  if (rules.enum) return rules.enum.includes(value);
  switch (rules.type) {
    case "object":
      return isRecord(value) && areMembersFit(rules, value);
    case "array":
      return Array.isArray(value) && areItemsFit(rules, value);
    case "number":
    case "integer":
      return isNumberFit(rules, value);
    case "null":
      return value === null;
    case undefined:
      return true;
    default:
      return TYPES[rules.type]?.(value) ?? true;
  }
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isText,
  boolean: (value) => typeof value === "boolean",
};

function areMembersFit({ properties, required, each }: Rules, value: object): boolean {
  const members = value as Readonly<Record<string, unknown>>;
  const needed = required ?? [];
  for (const name of needed) if (!Object.hasOwn(members, name)) return false;
  for (const name in properties)
    if (Object.hasOwn(members, name) && !isFit(properties[name] as Rules, members[name]))
      return false;
  return !each || Object.values(members).every((member) => isFit(each, member));
}

function areItemsFit({ items, minItems = 0, maxItems }: Rules, value: readonly unknown[]): boolean {
  if (value.length < minItems || (maxItems !== undefined && value.length > maxItems)) return false;
  if (!items) return true;
  for (const item of value) if (!isFit(items, item)) return false;
  return true;
}

function isNumberFit({ type, minimum, maximum }: Rules, value: unknown): boolean {
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  if (type === "integer" && !Number.isInteger(value)) return false;
  return !(minimum !== undefined && value < minimum) && !(maximum !== undefined && value > maximum);
}

/** What of a value can be used. */
export interface Fitted<T> {
  readonly value: T;
  /** Where something was left out: "left.source", "looks.Reuters.restrictions.0"; "" for the whole. */
  readonly leftOut: readonly string[];
}

/**
 * The value without what does not fit. Of a list the item is left out, of a record or an object the member; a member that must
 * be there is as `usual` has it. Where nothing can be used, the whole is `usual`.
 */
export function fitted<S extends TSchema>(
  schema: S,
  value: unknown,
  usual: Saved<S>,
): Fitted<Saved<S>> {
  if (fits(schema, value)) return { value, leftOut: [] };
  const leftOut: string[] = [];
  const mended = mend(schema, value, { usual, path: [], leftOut });
  return mended === NOTHING
    ? { value: usual, leftOut: [""] }
    : { value: mended as Saved<S>, leftOut };
}

interface Mending {
  /** Takes the place of what has to be there; undefined for none. */
  readonly usual: unknown;
  readonly path: readonly string[];
  /** Grows. */
  readonly leftOut: string[];
}

const NOTHING = Symbol("nothing");

function mend(rules: Rules, value: unknown, at: Mending): unknown {
  if (isFit(rules, value)) return value;
  if (rules.anyOf) return mendAny(rules.anyOf, value, at);
  if (rules.type === "object" && isRecord(value)) {
    const mended = mendMembers(rules, value, at);
    return mended !== NOTHING && isFit(rules, mended) ? mended : NOTHING;
  }
  if (rules.type !== "array" || !Array.isArray(value) || !rules.items || rules.check)
    return NOTHING;
  const { items } = rules;
  const kept = value.flatMap((item: unknown, index) => {
    const mended = mendPart(items, item, { ...at, usual: undefined }, String(index));
    return mended === NOTHING ? [] : [mended];
  });
  return isFit(rules, kept) ? kept : NOTHING;
}

function mendAny(kinds: readonly Rules[], value: unknown, at: Mending): unknown {
  for (const kind of kinds) {
    const leftOut: string[] = [];
    const mended = mend(kind, value, { ...at, leftOut });
    if (mended === NOTHING) continue;
    at.leftOut.push(...leftOut);
    return mended;
  }
  return NOTHING;
}

/** A part that cannot be mended is named as a whole. */
function mendPart(rules: Rules, value: unknown, at: Mending, name: string): unknown {
  const path = [...at.path, name];
  const leftOut: string[] = [];
  const mended = mend(rules, value, { ...at, path, leftOut });
  at.leftOut.push(...(mended === NOTHING ? [path.join(".")] : leftOut));
  return mended;
}

function mendMembers(rules: Rules, value: Record<string, unknown>, at: Mending): unknown {
  const { properties = {}, required = [], each } = rules;
  const names = new Set([...Object.keys(value), ...required]);
  const kept: [string, unknown][] = [];
  for (const name of names) {
    const own = Object.hasOwn(properties, name) ? properties[name] : each;
    const usual = memberOf(at.usual, name);
    const mended = own ? mendPart(own, value[name], { ...at, usual }, name) : value[name];
    if (mended !== NOTHING) kept.push([name, mended]);
    else if (required.includes(name)) {
      if (usual === undefined) return NOTHING;
      kept.push([name, usual]);
    }
  }
  return Object.fromEntries(kept);
}

const memberOf = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
