import { create } from "zustand";
// Slices of views that are not loaded yet: what of them cannot be used is told at once.
import "../features/export/report-notes.ts";
import "../features/maps/training-form-store.ts";
import "./saved-view.ts";
import "../features/explore/similar-state.ts";
import { leftOutOf } from "../state/slice.ts";
import { workspace } from "../state/workspace.ts";

/** What of the workspace in force cannot be used, in words, until the person has seen it. */
export const useLeftOut = create<{ readonly parts: readonly string[] }>(() => ({ parts: [] }));

export const dismissLeftOut = (): void => useLeftOut.setState({ parts: [] });

/** Looks at whatever comes to be in the workspace: by opening, by undo. What was said once is not repeated. */
export function followLeftOut(): void {
  let said: readonly string[] = [];
  workspace.subscribe((after, before) => {
    if (after.content === before.content) return;
    const parts = leftOutOf(after.content);
    const isNew = after.opened !== before.opened || parts.some((part) => !said.includes(part));
    said = parts;
    if (isNew || parts.length === 0) useLeftOut.setState({ parts });
  });
}
