import type { JsonValue } from "../../core/api/schema/json-value.ts";
import type { Content } from "../../core/workspace/workspace.ts";

/** One undoable step. Content never changes in place, so both share what is equal. */
export interface Step {
  /** Names the effect: "Remove operand jaguar". */
  readonly label: string;
  /** The view in which it was made. */
  readonly view: string;
  readonly before: Content;
  readonly after: Content;
  /** Another workspace was opened in place of the one before. */
  readonly opens?: true;
}

/** Slices that the step changes. */
export const slicesOf = ({ before, after }: Step): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (slice) => before[slice] !== after[slice],
  );

type Json = JsonValue | undefined;
type Members = { readonly [key: string]: JsonValue };

const isObject = (value: Json): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Equal as JSON, whatever the order of members. */
export function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/** The content with whatever differs between `from` and `to` as it is in `to`. What was changed since elsewhere stays. */
export const withChange = (now: Content, from: Content, to: Content): Content =>
  changed(now, from, to) as Content;

function changed(now: Json, from: Json, to: Json): Json {
  if (sameJson(from, to)) return now;
  if (now === from || !isObject(now) || !isObject(from) || !isObject(to)) return to;
  const names = new Set([...Object.keys(now), ...Object.keys(to)]);
  const members = [...names].flatMap((name): [string, JsonValue][] => {
    const value = changed(memberOf(now, name), memberOf(from, name), memberOf(to, name));
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(members);
}

const memberOf = (value: Members, name: string): Json =>
  Object.hasOwn(value, name) ? value[name] : undefined;
