import type { JobProgress, ToldProgress } from "./job-kind.ts";

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

/** Estimates the seconds left from how far a task has come; null in the first moments. */
export function remainingSeconds(startedAt: number, fraction: number, now = Date.now()) {
  const elapsed = (now - startedAt) / 1000;
  if (fraction <= 0.005 || elapsed < 0.5) return null;
  return Math.max(0, (elapsed * (1 - fraction)) / fraction);
}
