import { create } from "zustand";

/** The page's one live region. Repeats of the same sentence are told apart by `turn`. */
export const useAnnouncer = create<{ readonly text: string; readonly turn: number }>(() => ({
  text: "",
  turn: 0,
}));

let pending: ReturnType<typeof setTimeout> | undefined;

/** Says a sentence to screen readers; of several within a moment only the last. */
export function announce(text: string): void {
  clearTimeout(pending);
  pending = setTimeout(() => useAnnouncer.setState(({ turn }) => ({ text, turn: turn + 1 })), 150);
}
