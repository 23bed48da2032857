import { type BenchContext, fingerprintOrEmpty, rarity } from "./bench-context.ts";
import type { ScoredPair } from "./benchmark-data.ts";
import { pearson } from "./correlation.ts";
import { denseAverage, denseCosine } from "./dense-vectors.ts";
import { type Measure, overlapCosine } from "./measures.ts";
import { dot, InverseFrequencies, plainWords } from "./tf-idf.ts";

const SETS = ["sts-2014.images", "sts-2015.headlines", "sts-2013.onwn"];

/** Agreement of text fingerprints with people on pairs of sentences; beside it TF-IDF cosine and weighted word overlap. */
export function measureSentences(context: BenchContext): Measure[] {
  return SETS.flatMap((set) => {
    const pairs = context.data.pairs(`sentences/${set}.tsv`);
    return pairs === undefined ? [] : measureSet(set, pairs, context);
  });
}

function measureSet(set: string, pairs: readonly ScoredPair[], context: BenchContext): Measure[] {
  const gold = pairs.map(({ score }) => score);
  const correlation = (similarity: (left: string, right: string) => number) =>
    pearson(
      pairs.map(({ left, right }) => similarity(left, right)),
      gold,
    );
  const print = (text: string) => fingerprintOrEmpty(text, context.engine);
  const value = correlation((left, right) => overlapCosine(print(left), print(right)));
  const common = { set, figure: "Pearson", value };
  const { dense, retina } = context;
  const average = (text: string) =>
    dense && denseAverage(plainWords(text), dense, (word) => rarity(word, retina));
  return [
    {
      ...common,
      baseline: correlation(tfIdfSimilarity(pairs)),
      baselineName: "TF-IDF cosine",
      ...(dense && { dense: correlation((l, r) => denseCosine(average(l), average(r))) }),
    },
    {
      ...common,
      baseline: correlation((left, right) =>
        weightedOverlap(plainWords(left), plainWords(right), (word) => rarity(word, retina)),
      ),
      baselineName: "weighted word overlap",
    },
  ];
}

function tfIdfSimilarity(pairs: readonly ScoredPair[]) {
  const idf = new InverseFrequencies(
    pairs.flatMap(({ left, right }) => [plainWords(left), plainWords(right)]),
  );
  return (left: string, right: string) =>
    dot(idf.vector(plainWords(left)), idf.vector(plainWords(right)));
}

/** Weight of the words in common over the geometric mean of the weights of both sides. */
export function weightedOverlap(
  left: readonly string[],
  right: readonly string[],
  weightOf: (word: string) => number,
): number {
  const weigh = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + weightOf(word), 0);
  const leftWords = new Set(left);
  const rightWords = new Set(right);
  const shared = [...leftWords].filter((word) => rightWords.has(word));
  const scale = Math.sqrt(weigh(leftWords) * weigh(rightWords));
  return scale === 0 ? 0 : weigh(shared) / scale;
}
