import { sharedFloats } from "./slab-matrix.ts";
import { normalise, type TermVectors } from "./term-vectors.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { wordFamilies } from "./word-families.ts";

/** Words that only look related ("wing", "wed") have vectors further apart than this cosine. */
const LEAST_COSINE = 0.25;

/**
 * Moves the vector of each word towards those of its inflections, by `share` times their cosine, more towards
 * frequent ones: what one form lacks in evidence the other has. All moves start from the unmoved vectors.
 */
export function poolFamilies(
  vectors: TermVectors,
  { words, counts }: Pick<Vocabulary, "words" | "counts">,
  share: number,
): TermVectors {
  const { rows, dimensions, values } = vectors;
  const pooled = sharedFloats(values.length);
  pooled.set(values);
  const row = (of: Float32Array, id: number) => of.subarray(id * dimensions, (id + 1) * dimensions);
  wordFamilies(words).forEach((family, word) => {
    const own = row(values, word);
    const target = row(pooled, word);
    for (const relative of family) {
      const other = row(values, relative);
      const cosine = dot(own, other);
      if (cosine <= LEAST_COSINE) continue;
      const evidence = Math.sqrt(counts[relative]!);
      const weight = (share * cosine * evidence) / (evidence + Math.sqrt(counts[word]!));
      for (let i = 0; i < dimensions; i++) target[i]! += weight * other[i]!;
    }
    if (family.length > 0) normalise(target);
  });
  return { rows, dimensions, values: pooled };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
