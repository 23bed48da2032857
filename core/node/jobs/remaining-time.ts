/** Estimates the seconds left from how far a task has come; null in the first moments. */
export function remainingSeconds(startedAt: number, fraction: number, now = Date.now()) {
  const elapsed = (now - startedAt) / 1000;
  if (fraction <= 0.005 || elapsed < 0.5) return null;
  return Math.max(0, (elapsed * (1 - fraction)) / fraction);
}
