import { mean, spread } from "./correlation.ts";
import type { Boundaries } from "./segmentation.ts";
import { dot, InverseFrequencies } from "./tf-idf.ts";

/** Sentences on each side of a gap that are compared. */
const BLOCK = 6;

/**
 * The plain baseline for slices, after Hearst's TextTiling: compare the words of the blocks before and
 * after each gap, and cut at the valleys deeper than the mean depth by one deviation.
 */
export function textTiling(sentences: readonly (readonly string[])[]): Boundaries {
  const idf = new InverseFrequencies(sentences);
  const similarities: number[] = [];
  for (let gap = 1; gap < sentences.length; gap++) {
    const before = sentences.slice(Math.max(0, gap - BLOCK), gap).flat();
    const after = sentences.slice(gap, gap + BLOCK).flat();
    similarities.push(dot(idf.vector(before), idf.vector(after)));
  }
  const depths = similarities.map((_, gap) => depth(similarities, gap));
  const limit = mean(depths) + spread(depths);
  return depths.flatMap((d, gap) => (d > limit && isPeak(depths, gap) ? [gap + 1] : []));
}

/** How far the similarity rises on both sides of the gap before it falls again. */
function depth(similarities: readonly number[], gap: number): number {
  const here = similarities[gap] ?? 0;
  return climb(similarities, gap, -1) + climb(similarities, gap, 1) - 2 * here;
}

function climb(similarities: readonly number[], gap: number, step: 1 | -1): number {
  let best = similarities[gap] ?? 0;
  for (let i = gap + step; (similarities[i] ?? -1) >= best; i += step)
    best = similarities[i] ?? best;
  return best;
}

const isPeak = (depths: readonly number[], gap: number) =>
  (depths[gap] ?? 0) >= (depths[gap - 1] ?? 0) && (depths[gap] ?? 0) > (depths[gap + 1] ?? 0);
