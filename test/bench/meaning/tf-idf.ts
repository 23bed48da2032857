/** A sparse vector of word weights. */
export type Weights = ReadonlyMap<string, number>;

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu;

/** Lower-case words of a text: what every baseline sees. */
export const plainWords = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** Smoothed inverse document frequencies, ln((1 + n) / (1 + df)) + 1, as the usual toolkits define them. */
export class InverseFrequencies {
  readonly #documents: number;
  readonly #counts = new Map<string, number>();

  constructor(documents: readonly (readonly string[])[]) {
    this.#documents = documents.length;
    for (const words of documents)
      for (const word of new Set(words)) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  of(word: string): number {
    return Math.log((1 + this.#documents) / (1 + (this.#counts.get(word) ?? 0))) + 1;
  }

  /** Unit-length TF-IDF vector of a list of words. */
  vector(words: readonly string[]): Weights {
    const weights = new Map<string, number>();
    for (const word of words) weights.set(word, (weights.get(word) ?? 0) + this.of(word));
    return unit(weights);
  }

  /** The same with each word's count entering as 1 + ln(count). */
  dampedVector(words: readonly string[]): Weights {
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) counts.set(word, (1 + Math.log(count)) * this.of(word));
    return unit(counts);
  }
}

export function dot(left: Weights, right: Weights): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  let sum = 0;
  for (const [word, weight] of small) sum += weight * (large.get(word) ?? 0);
  return sum;
}

/** Unit-length sum of vectors. */
export function centroid(vectors: readonly Weights[]): Weights {
  const sum = new Map<string, number>();
  for (const vector of vectors)
    for (const [word, weight] of vector) sum.set(word, (sum.get(word) ?? 0) + weight);
  return unit(sum);
}

function unit(weights: Map<string, number>): Weights {
  let squares = 0;
  for (const weight of weights.values()) squares += weight * weight;
  const length = Math.sqrt(squares) || 1;
  for (const [word, weight] of weights) weights.set(word, weight / length);
  return weights;
}
