import type { Positions } from "../kernel/grid.ts";
import { someOf } from "../kernel/some-of.ts";
import { similarity } from "./score-texts.ts";

/** Texts that a filter's usual score is taken from. */
const MOST_TEXTS = 200;

/**
 * How much higher the square roots of scores are with the whole filter than with each one that lacks an example, on average
 * over further texts: a filter of fewer examples scores everything a little differently, and that is no fault of the example.
 */
export function rootShifts(
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
export function shifted(score: number, shift = 0): number {
  return Math.min(1, Math.max(0, Math.sqrt(score) + shift)) ** 2;
}
