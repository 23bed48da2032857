import type { TSchema } from "#typebox";
import type { JsonValue } from "../../core/api/schema/json-value.ts";
import { type Fitted, fitted, type Saved } from "../../core/workspace/fit.ts";
import type { Content } from "../../core/workspace/workspace.ts";
import { committed, type EditOptions, edit, keep, useWorkspace, workspace } from "./workspace.ts";

/** One feature's part of the workspace: undoable, saved, read with a hook. */
export interface Slice<T> {
  read(): T;
  /** For components; re-renders when the slice changes, with every move of a gesture too. */
  use(): T;
  /** For components whose work is too much for every move: what a gesture changes comes when it ends. */
  useCommitted(): T;
  /** Whether a gesture is changing it. */
  useIsUnderHand(): boolean;
  /** One undoable step with a label that names the effect. `change` runs again where the saved workspace arrives after it. */
  edit(label: string, change: (before: T) => T, options?: EditOptions): void;
  /** Changes it without a step of undo. For how it is looked at, not for work. */
  keep(change: (before: T) => T): void;
}

export interface SliceOptions<S extends TSchema> {
  /** What it is called in a sentence: "the shelf". */
  readonly title: string;
  /** What of the saved content does not fit reads as if it were not there, and is kept until the next edit. */
  readonly schema: S;
  readonly initial: Saved<S>;
}

interface Known {
  readonly title: string;
  readonly read: () => unknown;
  /** Where something was left out. */
  readonly leftOut: (content: Content) => readonly string[];
}
const slices = new Map<string, Known>();

/** Every slice as it is read now. */
export const readSlices = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...slices].map(([name, { read }]) => [name, read()]));

/** What of the content cannot be used, in words, one item per slice: "the comparison (left.source)". */
export const leftOutOf = (content: Content): string[] =>
  [...slices.values()].flatMap(({ title, leftOut }) => {
    const paths = leftOut(content);
    if (paths.length === 0) return [];
    return [paths.includes("") ? title : `${title} (${placesText(paths)})`];
  });

const MOST_PLACES = 4;

function placesText(paths: readonly string[]): string {
  const named = paths.slice(0, MOST_PLACES).join(", ");
  const more = paths.length - MOST_PLACES;
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Declares a part of the workspace, which is made of JSON values. */
export function defineSlice<S extends TSchema>(
  name: string,
  { title, schema, initial }: SliceOptions<S>,
): Slice<Saved<S>> {
  type T = Saved<S>;
  const fitOnce = onceForEach((value) => fitted(schema, value, initial));
  const fittedIn = (content: Content): Fitted<T> => {
    const value = ownIn(content, name);
    return value === undefined ? { value: initial, leftOut: [] } : fitOnce(value);
  };
  const pick = (content: Content): T => fittedIn(content).value;
  const read = () => pick(workspace.getState().content);
  slices.set(name, { title, read, leftOut: (content) => fittedIn(content).leftOut });
  const withSlice = (change: (before: T) => T) => (content: Content) => {
    const before = pick(content);
    const after = change(before);
    return after === before ? content : { ...content, [name]: after as JsonValue };
  };
  return {
    read,
    use: () => useWorkspace((state) => pick(state.content)),
    useCommitted: () => useWorkspace((state) => pick(committed(name, state))),
    useIsUnderHand: () => useWorkspace((state) => committed(name, state) !== state.content),
    edit: (label, change, options) => edit(label, withSlice(change), options),
    keep: (change) => keep(withSlice(change)),
  };
}

const ownIn = (content: Content, name: string): JsonValue | undefined =>
  Object.hasOwn(content, name) ? content[name] : undefined;

/** Content never changes in place, and is read far more often than it is replaced. */
function onceForEach<T>(make: (value: unknown) => Fitted<T>): (value: unknown) => Fitted<T> {
  const known = new WeakMap<object, Fitted<T>>();
  return (value) => {
    if (typeof value !== "object" || value === null) return make(value);
    const result = known.get(value) ?? make(value);
    known.set(value, result);
    return result;
  };
}
