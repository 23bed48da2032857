import { FNV_START, fnvStep } from "../../../core/kernel/hash.ts";
import type { ClassifyText } from "./classification.ts";

/** Where a text of the pool stands to the filter. */
export type Lane = "in" | "unsure" | "out";

/** A text that nobody has decided on. */
export interface Candidate {
  /** Place among the texts of the file. */
  readonly index: number;
  readonly text: string;
  readonly score: number;
}

/** Texts that are judged anew with each order; of a larger file these are spread over all of it. */
export const MOST_JUDGED = 2000;

/** Texts that differ only by case and white space have one key, of 64 bits: a file of 100,000 has no two by chance. */
export function keyOfText(text: string): string {
  const plain = text.toLowerCase().replace(/\s+/g, " ").trim();
  let [low, high] = [FNV_START, 0x9e3779b9];
  for (let at = 0; at < plain.length; at++) {
    const unit = plain.charCodeAt(at);
    low = fnvStep(low, unit);
    high = Math.imul(high ^ unit, 0x5bd1e995);
    high ^= high >>> 15;
  }
  return `${(low >>> 0).toString(36)}.${(high >>> 0).toString(36)}`;
}

const keys = new WeakMap<{ readonly text: string }, string>();

/** The key of a text that is held in an object: made once. */
export function keyOf(holder: { readonly text: string }): string {
  const known = keys.get(holder);
  if (known !== undefined) return known;
  const key = keyOfText(holder.text);
  keys.set(holder, key);
  return key;
}

/** Which texts of a file to judge: those not decided on, spread over the file, each once. */
export function poolOf(
  texts: readonly ClassifyText[],
  decided: ReadonlySet<string>,
): readonly number[] {
  const seen = new Set<string>();
  const free = texts.flatMap((holder, index) => {
    if (holder.text.trim() === "") return [];
    const key = keyOf(holder);
    if (decided.has(key) || seen.has(key)) return [];
    seen.add(key);
    return [index];
  });
  if (free.length <= MOST_JUDGED) return free;
  return Array.from(
    { length: MOST_JUDGED },
    (_, i) => free[Math.floor((i * free.length) / MOST_JUDGED)]!,
  );
}

/** Half the unsure lane's width, as a share of the way from the threshold to the far end of a side. */
const UNSURE_SHARE = 0.3;

/**
 * Candidates by lane, the most telling first: the nearest to the threshold are unsure, then the surest of either side. A
 * candidate stands in one lane.
 */
export function lanesOf(
  candidates: readonly Candidate[],
  threshold: number,
): Readonly<Record<Lane, readonly Candidate[]>> {
  let highest = threshold;
  for (const { score } of candidates) if (score > highest) highest = score;
  const isUnsure = ({ score }: Candidate) =>
    score >= threshold
      ? score - threshold <= UNSURE_SHARE * (highest - threshold)
      : threshold - score <= UNSURE_SHARE * threshold;
  const sure = candidates.filter((candidate) => !isUnsure(candidate));
  const doubt = ({ score }: Candidate) => Math.abs(score - threshold);
  return {
    in: sure.filter(({ score }) => score >= threshold).sort((a, b) => b.score - a.score),
    unsure: candidates.filter(isUnsure).sort((a, b) => doubt(a) - doubt(b)),
    out: sure.filter(({ score }) => score < threshold).sort((a, b) => a.score - b.score),
  };
}
