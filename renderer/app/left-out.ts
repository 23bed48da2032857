import { create } from "zustand";
// Slices of views that are not loaded yet: what of them cannot be used is told at once.
import "../features/export/report-notes.ts";
import "../features/maps/training-form-store.ts";
import "./saved-view.ts";
import "../features/explore/similar-state.ts";
import { leftOutOf } from "../state/slice.ts";
import { workspace } from "../state/workspace.ts";

/** What of the workspace in force cannot be used, until the person has seen it. */
interface LeftOut {
  /** In words. */
  readonly parts: readonly string[];
  /** Steps of undo and redo that lead nowhere. */
  readonly steps: number;
}

const NOTHING: LeftOut = { parts: [], steps: 0 };

export const useLeftOut = create<LeftOut>(() => NOTHING);

export const dismissLeftOut = (): void => useLeftOut.setState(NOTHING);

/** Looks at whatever comes to be in the workspace: by opening, by undo, by a shared state. What was said once is not repeated. */
export function followLeftOut(): void {
  let said: readonly string[] = [];
  workspace.subscribe((after, before) => {
    if (after.content === before.content && after.lost === before.lost) return;
    const parts = leftOutOf(after.content);
    const isOpened = after.opened !== before.opened;
    const isNew = isOpened || parts.some((part) => !said.includes(part));
    const steps = isOpened || after.lost !== before.lost ? after.lost : 0;
    said = parts;
    if ((isNew && parts.length > 0) || steps > 0) useLeftOut.setState({ parts, steps });
    else if (parts.length === 0) dismissLeftOut();
  });
}
