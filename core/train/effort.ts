/** From so many terms on, map and refinement take all their rounds. Fewer settle sooner; the README has measured figures. */
const FULL_EFFORT = 30_000;
/** Below this share of the rounds a small map would keep traces of its start. */
const LEAST_EFFORT = 1 / 3;

/** Share of the rounds that so many terms need, 1/3 to 1. */
export const effortFor = (terms: number): number =>
  Math.max(LEAST_EFFORT, Math.min(1, terms / FULL_EFFORT));

/** A share of some rounds, rounded up and spread evenly; with at least two, the first and the last are among them. */
export function thinned<T>(rounds: readonly T[], effort: number): readonly T[] {
  const kept = Math.ceil(rounds.length * effort);
  if (kept >= rounds.length || kept < 2) return rounds.slice(0, Math.max(1, kept));
  return Array.from(
    { length: kept },
    (_, i) => rounds[Math.round((i * (rounds.length - 1)) / (kept - 1))]!,
  );
}
