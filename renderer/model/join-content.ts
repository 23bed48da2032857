import type { JsonValue } from "../../core/api/schema/json-value.ts";
import { sameJson } from "./json-diff.ts";
import type { Content } from "./workspace.ts";

/** Joins what was saved of a slice with what was made of it before the saved one arrived. */
export type Join = (saved: JsonValue, own: JsonValue) => JsonValue;

const joins = new Map<string, Join>();

/** Says how a slice is joined; without this, what the person made last is what holds. */
export const joinSliceBy = (name: string, join: Join): void => void joins.set(name, join);

/** Everything of both; a slice that only one of them has is taken as it is. */
export function joinContent(saved: Content, own: Content): Content {
  const joined: Record<string, JsonValue> = { ...saved };
  for (const [name, value] of Object.entries(own)) {
    const before = Object.hasOwn(saved, name) ? saved[name] : undefined;
    joined[name] =
      before === undefined || sameJson(before, value)
        ? value
        : (joins.get(name)?.(before, value) ?? value);
  }
  return joined;
}

/** Members that differ from `initial` are the person's; the others stay as they were saved. */
export const byMember =
  <T extends object>(initial: T) =>
  (saved: T, own: T): T => {
    const isOwn = ([name, value]: [string, unknown]) =>
      !sameJson(
        value as JsonValue,
        ((initial as Record<string, unknown>)[name] ?? null) as JsonValue,
      );
    return { ...saved, ...Object.fromEntries(Object.entries(own).filter(isOwn)) };
  };
