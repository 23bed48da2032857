import type { Goal } from "./filter-model.ts";

/** An example's honest score: with the filter made without it. */
export interface Scored {
  readonly id: string;
  readonly score: number;
  readonly belongs: boolean;
}

/** Share of wrong decisions that a goal allows on the side it favours. */
export const ALLOWED = 0.05;

/** The threshold for a goal; `balanced` is the engine's. Null where the goal needs texts that are not there. */
export function suggestFor(goal: Goal, scored: readonly Scored[], balanced: number): number | null {
  if (goal === "balanced") return balanced;
  return goal === "few-misses" ? fewMisses(scored) : fewFalseAlarms(scored);
}

const scoresOf = (scored: readonly Scored[], belongs: boolean) =>
  scored.flatMap((item) => (item.belongs === belongs ? [item.score] : [])).sort((a, b) => a - b);

/** The highest one that loses no more than the allowed share of what belongs. */
function fewMisses(scored: readonly Scored[]): number | null {
  const scores = scoresOf(scored, true);
  return scores[Math.floor(ALLOWED * scores.length)] ?? null;
}

/** Just above the scores of what does not belong, but for the allowed share; halfway to the next higher score. */
function fewFalseAlarms(scored: readonly Scored[]): number | null {
  const scores = scoresOf(scored, false);
  const highest = scores[scores.length - 1 - Math.floor(ALLOWED * scores.length)];
  if (highest === undefined) return null;
  const above = scored.flatMap(({ score }) => (score > highest ? [score] : []));
  const next = Math.min(1, highest + 0.02, ...above);
  const halfway = (highest + next) / 2;
  // Between neighbouring numbers there is no third: halfway is then the lower one, which it must stay above.
  return halfway > highest ? halfway : next;
}

/** Do all scores agree although the texts do not? Then no threshold can separate them. */
export function cannotSeparate(scored: readonly Scored[]): boolean {
  const [first] = scored;
  const hasBoth = scored.some(({ belongs }) => belongs) && scored.some(({ belongs }) => !belongs);
  return hasBoth && scored.every(({ score }) => score === first?.score);
}
