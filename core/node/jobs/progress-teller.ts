import type { JobProgress, ToldProgress } from "./job-kind.ts";
import { remainingSeconds } from "./remaining-time.ts";

/** Callers are told at most this often. */
const INTERVAL = 100;

/** Hands on now and then how far a task has come, with an estimate of the rest where the task has none of its own. */
export function progressTeller(tell: (progress: ToldProgress) => void) {
  const startedAt = Date.now();
  let startedFrom: number | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;
  return ({ remainingSeconds: own, ...at }: JobProgress): void => {
    const { fraction } = at;
    startedFrom ??= fraction;
    const now = performance.now();
    if (now - toldAt < INTERVAL) return;
    toldAt = now;
    // A run that goes on begins in the middle.
    const done = startedFrom < 1 ? (fraction - startedFrom) / (1 - startedFrom) : 1;
    const remaining = own === undefined ? remainingSeconds(startedAt, done) : own;
    tell({ ...at, remainingSeconds: remaining });
  };
}
