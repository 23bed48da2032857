import type { Expression } from "./ast.ts";
import { pathKey, walk } from "./walk.ts";

/**
 * What the application keeps about nodes beside the tree (labels, mutes, colours, what is collapsed),
 * by `pathKey`, so that the tree itself stays what the service takes.
 */
export type Notes<T> = ReadonlyMap<string, T>;

/** The notes after an edit; those of removed nodes are dropped. `moved` comes from the edit. */
export function carryNotes<T>(notes: Notes<T>, moved: ReadonlyMap<string, string>): Notes<T> {
  const carried = new Map<string, T>();
  for (const [key, note] of notes) {
    const to = moved.get(key);
    if (to !== undefined) carried.set(to, note);
  }
  return carried;
}

/**
 * Where the nodes of a tree are in one that was typed anew: a node stays if the same kind stands in the
 * same place.
 */
export function samePlaces(before: Expression, after: Expression): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>();
  for (const { path, node } of walk(after)) kinds.set(pathKey(path), node.kind);
  const same = new Map<string, string>();
  for (const { path, node } of walk(before)) {
    const key = pathKey(path);
    if (kinds.get(key) === node.kind) same.set(key, key);
  }
  return same;
}
