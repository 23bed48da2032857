import { create } from "zustand";

/** Whether the work is safe on disk, and what stands in the way. */
export interface SaveState {
  /**
   * "unloaded": what is saved could not be read yet, so nothing is written over it. "locked": another window has
   * it. "foreign": it was saved by another version and is left alone.
   */
  readonly status: "starting" | "unloaded" | "saved" | "saving" | "failed" | "locked" | "foreign";
  readonly error: unknown;
  /** The step that was recovered from the journal at start, or null. */
  readonly recovered: string | null;
  /** Entries of the journal that do not fit, so that what they tell of is lost. */
  readonly left: number;
  /** Why the saved file could not be read, or null. */
  readonly damaged: string | null;
}

export const useSaveState = create<SaveState>(() => ({
  status: "starting",
  error: null,
  recovered: null,
  left: 0,
  damaged: null,
}));
