import type { JsonValue } from "../../core/api/json-value.ts";
import { joinSliceBy } from "../model/join-content.ts";
import { type EditOptions, edit, keep, useWorkspace, workspace } from "./workspace.ts";

/** One feature's part of the workspace: undoable, saved, read with a hook. */
export interface Slice<T> {
  read(): T;
  /** For components; re-renders when the slice changes. */
  use(): T;
  /** One undoable step with a label that names the effect. */
  edit(label: string, change: (before: T) => T, options?: EditOptions): void;
  /** Changes it without a step of undo; saved with the next step or save. For records, not for work. */
  keep(change: (before: T) => T): void;
}

export interface SliceOptions<T> {
  /**
   * Joins the saved value with what was made before it arrived, while the program was loading. Without it the
   * person's own value takes the place of the saved one, which is then one step of undo away.
   */
  readonly join?: (saved: T, own: T) => T;
}

/**
 * Declares a part of the workspace. `T` must be made of JSON values. `isValid` guards against content of
 * another version: what it refuses reads as `initial`, and is kept until the next edit.
 */
export function defineSlice<T>(
  name: string,
  initial: T,
  isValid: (value: unknown) => value is T,
  { join }: SliceOptions<T> = {},
): Slice<T> {
  const fits = judgedOnce(isValid);
  if (join)
    joinSliceBy(
      name,
      (saved: unknown, own: unknown) =>
        (fits(saved) && fits(own) ? join(saved, own) : own) as JsonValue,
    );
  const pick = (content: { readonly [slice: string]: JsonValue }): T => {
    const value: unknown = Object.hasOwn(content, name) ? content[name] : undefined;
    return fits(value) ? value : initial;
  };
  return {
    read: () => pick(workspace.getState().content),
    use: () => useWorkspace((state) => pick(state.content)),
    edit(label, change, options) {
      const { content } = workspace.getState();
      const before = pick(content);
      const after = change(before);
      if (after !== before) edit(label, { ...content, [name]: after as JsonValue }, options);
    },
    keep(change) {
      const { content } = workspace.getState();
      const before = pick(content);
      const after = change(before);
      if (after !== before) keep({ ...content, [name]: after as JsonValue });
    },
  };
}

/** Content never changes in place, and is read far more often than it is replaced. */
function judgedOnce<T>(isValid: (value: unknown) => value is T): (value: unknown) => value is T {
  const judged = new WeakMap<object, boolean>();
  return (value): value is T => {
    if (typeof value !== "object" || value === null) return isValid(value);
    const known = judged.get(value) ?? isValid(value);
    judged.set(value, known);
    return known;
  };
}
