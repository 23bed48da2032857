import type { Cancellation } from "../cancellation.ts";
import type { Positions } from "../kernel/grid.ts";
import { someOf } from "../kernel/seeded-random.ts";
import { MOST_UNLABELLED } from "../text/side-learner.ts";
import { type Foldable, filtersWithoutEach } from "./leave-out.ts";
import { type Prediction, predictQuality } from "./predict-quality.ts";
import { similarity } from "./score-texts.ts";
import { bestThreshold, percentile, spread } from "./threshold.ts";

/** An example with its fingerprint. */
export interface SidedExample extends Foldable {
  readonly side: "positive" | "negative";
}

/** A filter, and what is known of the texts that it is for. */
export interface FilterEvidence<E extends SidedExample> {
  readonly examples: readonly E[];
  readonly filter: Positions;
  readonly makeWithout: (left: ReadonlySet<E>) => Positions;
  /** Fingerprints of further texts, without a part in the filter. */
  readonly counted: readonly Positions[];
  /** Whether the further texts are those the filter is for, so that some of them belong. */
  readonly isOwn: boolean;
  readonly share?: number | undefined;
  readonly shareLabels?: number | undefined;
}

/** The threshold of a filter, 0..1, with the 5th and the 95th percentile of where it may be best. */
export interface SuggestedLine {
  readonly suggested: number;
  readonly low: number;
  readonly high: number;
}

export interface Expectation {
  readonly line: SuggestedLine;
  /** Null with fewer than two positive examples: nothing shows how high such texts score. */
  readonly prediction: Omit<Prediction, "lineLow" | "lineHigh"> | null;
  /** Scores from filters made without the example and its near copies; missing where nothing would be left. */
  readonly leftOut: ReadonlyMap<SidedExample, number>;
}

/** The usual guideline, without any text to compare with. */
const GUIDELINE: SuggestedLine = { suggested: 0.3, low: 0.3, high: 0.3 };
/** With one positive example one in twenty further texts may score higher than the threshold. */
const FALSE_ALARMS_BELOW = 0.95;

/** The best threshold among further texts, and how good the filter then is. */
export function expectedOf<E extends SidedExample>(
  evidence: FilterEvidence<E>,
  signal: Cancellation,
): Expectation {
  const { examples, filter, makeWithout, counted } = evidence;
  const without = filtersWithoutEach(examples, makeWithout, signal);
  const leftOut = new Map<SidedExample, number>(
    Array.from(without, ([example, cells]) => [example, similarity(example.positions, cells)]),
  );
  const background = counted.map((positions) => similarity(positions, filter));
  if (background.length === 0) return { line: lineAmong(leftOut), prediction: null, leftOut };
  const shifts = rootShifts(filter, new Set(without.values()), counted);
  const scoresOf = (side: SidedExample["side"]) =>
    examples.flatMap((example) => {
      const score = leftOut.get(example);
      if (example.side !== side || score === undefined) return [];
      return [shifted(score, shifts.get(without.get(example)!))];
    });
  const belonging = scoresOf("positive");
  if (belonging.length < 2) {
    const sorted = background.sort((a, b) => a - b);
    const at = percentile(sorted, FALSE_ALARMS_BELOW);
    return { line: { suggested: at, low: at, high: at }, prediction: null, leftOut };
  }
  const { isOwn, share, shareLabels } = evidence;
  const others = scoresOf("negative");
  const found = predictQuality({ belonging, others, background, isOwn, share, shareLabels });
  const { lineLow, lineHigh, ...prediction } = found;
  const line = { suggested: prediction.threshold, low: lineLow, high: lineHigh };
  return { line, prediction, leftOut };
}

/** The threshold between the examples of both sides, where there is no further text. */
function lineAmong(leftOut: Expectation["leftOut"]): SuggestedLine {
  const scored = [...leftOut].map(([{ side }, score]) => ({ score, belongs: side === "positive" }));
  const hasBoth = scored.some(({ belongs }) => belongs) && scored.some(({ belongs }) => !belongs);
  if (!hasBoth) return GUIDELINE;
  const [low, high] = spread(scored, bestThreshold);
  return { suggested: bestThreshold(scored), low, high };
}

/** Of fewer texts none is learned from, since too few would be left to count on. */
const FEWEST_TO_DIVIDE = 40;

/**
 * Half of the unlabelled texts, at most 300, for the filter to learn from; the others to count its quality on, since texts that
 * a filter has learned from score too low.
 */
export function divided<T>(texts: readonly T[]): {
  readonly learned: readonly T[];
  readonly counted: readonly T[];
} {
  if (texts.length < FEWEST_TO_DIVIDE) return { learned: [], counted: texts };
  const learned = new Set(someOf(texts, Math.min(MOST_UNLABELLED, texts.length / 2)));
  return { learned: [...learned], counted: texts.filter((text) => !learned.has(text)) };
}

/** Texts that a filter's usual score is taken from. */
const MOST_TEXTS = 200;

/**
 * How much higher the square roots of scores are with the whole filter than with each one that lacks an example, on average
 * over further texts: a filter of fewer examples scores everything a little differently, and that is no fault of the example.
 */
function rootShifts(
  filter: Positions,
  lacking: ReadonlySet<Positions>,
  prints: readonly Positions[],
): ReadonlyMap<Positions, number> {
  const read = someOf(prints, MOST_TEXTS);
  const usual = (cells: Positions) =>
    read.reduce((sum, positions) => sum + Math.sqrt(similarity(positions, cells)), 0) / read.length;
  const whole = usual(filter);
  return new Map(Array.from(lacking, (cells) => [cells, whole - usual(cells)]));
}

/** A score moved by as much, within 0 and 1. */
function shifted(score: number, shift = 0): number {
  return Math.min(1, Math.max(0, Math.sqrt(score) + shift)) ** 2;
}
