import type { TextEngine } from "../../../core/text/types.ts";
import { type BenchContext, fingerprintOrEmpty, rarity } from "./bench-context.ts";
import { type ScoredPair, SENTENCE_SETS } from "./benchmark-data.ts";
import { mean, pearson } from "./correlation.ts";
import { denseAverage, denseCosine } from "./dense-vectors.ts";
import { type Measure, overlapCosine } from "./measures.ts";
import { dot, InverseFrequencies, plainWords } from "./tf-idf.ts";

/**
 * Agreement of text fingerprints with people on pairs of sentences, by set and in the mean; beside it TF-IDF cosine and
 * words in common, weighted by rarity.
 */
export function measureSentences(context: BenchContext): Measure[] {
  const measured = SENTENCE_SETS.flatMap((set) => {
    const pairs = context.data.pairs(`sentences/${set}.tsv`);
    return pairs === undefined ? [] : [measureSet(set, pairs, context)];
  });
  const means = [0, 1].map((baseline) => meanOf(measured.map((rows) => rows[baseline]!)));
  return [...measured.flat(), ...(measured.length > 1 ? means : [])];
}

/** The mean over sets of measures that were taken in the same way. */
function meanOf(rows: readonly Measure[]): Measure {
  const meanBy = (of: (row: Measure) => number | undefined) =>
    mean(rows.map((row) => of(row) ?? 0));
  return {
    ...rows[0]!,
    set: `mean of ${rows.length} sentence sets`,
    value: meanBy(({ value }) => value),
    baseline: meanBy(({ baseline }) => baseline),
    ...(rows[0]?.dense !== undefined && { dense: meanBy(({ dense }) => dense) }),
    ...(rows[0]?.teacher !== undefined && { teacher: meanBy(({ teacher }) => teacher) }),
    ...(rows[0]?.reader !== undefined && { reader: meanBy(({ reader }) => reader) }),
  };
}

function measureSet(
  set: string,
  pairs: readonly ScoredPair[],
  context: BenchContext,
): [Measure, Measure] {
  const gold = pairs.map(({ score }) => score);
  const correlation = (similarity: (left: string, right: string) => number) =>
    pearson(
      pairs.map(({ left, right }) => similarity(left, right)),
      gold,
    );
  const ofPrints = (engine: TextEngine) => {
    const print = (text: string) => fingerprintOrEmpty(text, engine);
    return correlation((left, right) => overlapCosine(print(left), print(right)));
  };
  const common = { set, figure: "Pearson", value: ofPrints(context.engine) };
  const { dense, retina, teacher, byEncoder } = context;
  const average = (text: string) =>
    dense && denseAverage(plainWords(text), dense, (word) => rarity(word, retina));
  return [
    {
      ...common,
      baseline: correlation(tfIdfSimilarity(pairs)),
      baselineName: "TF-IDF cosine",
      ...(dense && { dense: correlation((l, r) => denseCosine(average(l), average(r))) }),
      ...(teacher && {
        teacher: correlation((l, r) => denseCosine(teacher.get(l), teacher.get(r))),
      }),
      ...(byEncoder && { reader: ofPrints(byEncoder) }),
    },
    {
      ...common,
      baseline: correlation((left, right) =>
        weightedOverlap(plainWords(left), plainWords(right), (word) => rarity(word, retina)),
      ),
      baselineName: "words in common, weighted",
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
