import { Type } from "#typebox";
import type { JsonValue } from "../api/schema/json-value.ts";
import type { Saved } from "./fit.ts";

const path = Type.Array(Type.Union([Type.String(), Type.Integer({ minimum: 0 })]));
const anything = Type.Unsafe<JsonValue>({});
const from = {
  path,
  at: Type.Integer({ minimum: 0 }),
  remove: Type.Integer({ minimum: 0 }),
};
export const changeSchema = Type.Union([
  Type.Object({ path, key: Type.String(), value: Type.Optional(anything) }),
  Type.Object({ ...from, text: Type.String() }),
  Type.Object({ ...from, insert: Type.Array(anything) }),
]);
/**
 * One place where two JSON values differ. `path` leads to an object or list; there `key` is set to `value`
 * (removed when it is left out), or `remove` elements from index `at` on are replaced by `insert`. Where it leads
 * to a text, `remove` characters are replaced by `text`.
 */
export type Change = Saved<typeof changeSchema>;
type Path = Change["path"];
/** Texts at least so long are kept as what was cut and put in, or each keystroke in a long one would cost its length. */
const LONG_TEXT = 256;
type JsonObject = { readonly [key: string]: JsonValue };

/** The changes that turn `before` into `after`; both are objects. Unchanged (same reference) parts cost nothing. */
export function diff(before: JsonObject, after: JsonObject): Change[] {
  const changes: Change[] = [];
  diffObjects(before, after, [], changes);
  return changes;
}

function diffObjects(before: JsonObject, after: JsonObject, path: Path, changes: Change[]): void {
  for (const key of Object.keys(before))
    if (!Object.hasOwn(after, key)) changes.push({ path, key });
  for (const key of Object.keys(after)) {
    const value = after[key]!;
    if (!Object.hasOwn(before, key)) changes.push({ path, key, value });
    else diffValues(before[key]!, value, { path, key }, changes);
  }
}

function diffValues(
  before: JsonValue,
  after: JsonValue,
  at: { readonly path: Path; readonly key: string },
  changes: Change[],
): void {
  if (before === after) return;
  const path = [...at.path, at.key];
  if (Array.isArray(before) && Array.isArray(after)) diffLists(before, after, path, changes);
  else if (isObject(before) && isObject(after)) diffObjects(before, after, path, changes);
  else if (isLongText(before) && isLongText(after)) changes.push(diffTexts(before, after, path));
  else changes.push({ ...at, value: after });
}

function diffLists(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  path: Path,
  changes: Change[],
): void {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && sameJson(before[start]!, after[start]!)) start++;
  let end = 0;
  while (
    end < shorter - start &&
    sameJson(before[before.length - 1 - end]!, after[after.length - 1 - end]!)
  )
    end++;
  const remove = before.length - start - end;
  const insert = after.slice(start, after.length - end);
  if (remove > 0 || insert.length > 0) changes.push({ path, at: start, remove, insert });
}

const isLongText = (value: JsonValue): value is string =>
  typeof value === "string" && value.length >= LONG_TEXT;

function diffTexts(before: string, after: string, path: Path): Change {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (isHighHalf(before, start - 1)) start--;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++;
  if (end > 0 && isHighHalf(before, before.length - end - 1)) end--;
  const remove = before.length - start - end;
  return { path, at: start, remove, text: after.slice(start, after.length - end) };
}

/** Of two units that are one character, the first: a cut after it would leave halves, which are no text. */
const isHighHalf = (text: string, index: number): boolean =>
  index >= 0 && (text.charCodeAt(index) & 0xfc00) === 0xd800;

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Equal as JSON, whatever the order of members. */
export function sameJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]!));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key]!, b[key]!))
  );
}

/** Returns the changed object; parts off the changed paths are shared with `before`. */
export function applyChanges(before: JsonObject, changes: readonly Change[]): JsonObject {
  return changes.reduce<JsonObject>(
    (value, change) => applyAt(value, change.path, change) as JsonObject,
    before,
  );
}

function applyAt(value: JsonValue, path: Path, change: Change): JsonValue {
  const [step, ...rest] = path;
  if (step !== undefined) {
    if (!isObject(value)) throw new Error(`No object at “${step}” to change.`);
    return withKey(value, String(step), applyAt(value[step]!, rest, change));
  }
  if ("text" in change) {
    if (typeof value !== "string") throw new Error("No text here to change.");
    return value.slice(0, change.at) + change.text + value.slice(change.at + change.remove);
  }
  if ("at" in change) {
    if (!Array.isArray(value)) throw new Error("No list here to change.");
    return value.toSpliced(change.at, change.remove, ...change.insert);
  }
  if (!isObject(value)) throw new Error(`No object here to change “${change.key}” of.`);
  if (change.value !== undefined) return withKey(value, change.key, change.value);
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== change.key));
}

/** `defineProperty` and not assignment: a member called `__proto__` is a member like any other. */
function withKey(object: JsonObject, key: string, value: JsonValue): JsonObject {
  const copy = Object.fromEntries(Object.entries(object)) as { [key: string]: JsonValue };
  Object.defineProperty(copy, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}
