import type { SeededRandom } from "../../support/seeded-random.ts";
import type { TopicText } from "./benchmark-data.ts";

/** A text of which one knows whether it belongs. */
export interface KnownText {
  readonly text: string;
  readonly belongs: boolean;
}

/** Examples of a filter, and texts to try it on. */
export interface Drawn {
  readonly positive: readonly string[];
  readonly negative: readonly string[];
  /** One more of either kind. */
  readonly further: readonly [belongs: string, not: string];
  readonly rest: readonly KnownText[];
}

/** Further texts of a draw, a fifth of which belong. */
const BELONGING = 80;
const OTHERS = 320;

/** Examples and further texts by chance, no text twice. */
export function drawTexts(
  texts: readonly TopicText[],
  topic: string,
  wanted: { readonly positive: number; readonly negative: number; readonly random: SeededRandom },
): Drawn {
  const order = wanted.random.shuffled(texts);
  const side = (belongs: boolean) =>
    order.filter(({ topics }) => topics.includes(topic) === belongs).map(({ text }) => text);
  const [yes, no] = [side(true), side(false)];
  const rest = (own: readonly string[], used: number, count: number, belongs: boolean) =>
    own.slice(used + 1, used + 1 + count).map((text) => ({ text, belongs }));
  return {
    positive: yes.slice(0, wanted.positive),
    negative: no.slice(0, wanted.negative),
    further: [yes[wanted.positive]!, no[wanted.negative]!],
    rest: [
      ...rest(yes, wanted.positive, BELONGING, true),
      ...rest(no, wanted.negative, OTHERS, false),
    ],
  };
}

/** The share of texts that belong, 0..1. */
export const shareOf = (texts: readonly KnownText[]): number =>
  texts.filter(({ belongs }) => belongs).length / texts.length;

interface ScoredText {
  readonly score: number;
  readonly belongs: boolean;
}

/** F1 of taking in what scores at least this much. */
export function f1At(scored: readonly ScoredText[], line: number): number {
  const taken = scored.filter(({ score }) => score >= line);
  const right = taken.filter(({ belongs }) => belongs).length;
  const belonging = scored.filter(({ belongs }) => belongs).length;
  return (2 * right) / (taken.length + belonging);
}

/** The F1 of the best possible line. */
export function bestF1(scored: readonly ScoredText[]): number {
  const sorted = scored.toSorted((a, b) => b.score - a.score);
  const belonging = scored.filter(({ belongs }) => belongs).length;
  let right = 0;
  let best = 0;
  sorted.forEach(({ score, belongs }, i) => {
    right += Number(belongs);
    if (sorted[i + 1]?.score !== score) best = Math.max(best, (2 * right) / (i + 1 + belonging));
  });
  return best;
}
