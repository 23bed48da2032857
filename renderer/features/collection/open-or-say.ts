import { create } from "zustand";

/** Why the last thing that was begun from outside the view did not come about; null for nothing. */
export const useOpenProblem = create<{ readonly problem: unknown }>(() => ({ problem: null }));

/** The view says what went wrong. */
export function openOrSay(work: Promise<void>): void {
  useOpenProblem.setState({ problem: null });
  work.catch((problem: unknown) => useOpenProblem.setState({ problem }));
}
