import type { Positions } from "../../../core/kernel/grid.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { type BenchContext, fingerprintOrEmpty, rarity } from "./bench-context.ts";
import type { LabelledText } from "./benchmark-data.ts";
import { mean, spread } from "./correlation.ts";
import { denseAverage, denseCosine } from "./dense-vectors.ts";
import { type Measure, overlapCosine } from "./measures.ts";
import { centroid, dot, InverseFrequencies, plainWords, type Weights } from "./tf-idf.ts";

const DRAWS = 20;
const EXAMPLES = 10;
/** Further texts that filters learn from. */
const AMONG = 300;
const SEED = 20_240_601;

/** Scores every text against every class; made again for each draw of examples. */
type Scorer = (
  examples: ReadonlyMap<string, readonly number[]>,
) => (text: number, label: string) => number;

/**
 * Accuracy of the nearest of one filter per class, each made of 10 positive examples: mean and spread over 20 draws. Then the
 * same where the other classes' examples do not belong, and filters learn among 300 of the other texts, as in a collection.
 */
export function measureCategories(context: BenchContext): Measure[] {
  const texts = context.data.labelled();
  if (texts === undefined) return [];
  const draws = drawExamples(texts);
  const run = (scorer: Scorer) => draws.map((examples) => accuracy(texts, examples, scorer));
  const prints = texts.map(({ text }) => fingerprintOrEmpty(text, context.engine));
  const ours = run(filterScorer(texts, prints, context));
  const among = (share?: number) => {
    const accuracies = run(amongScorer(texts, { prints, engine: context.engine, share }));
    return { value: mean(accuracies), spread: spread(accuracies) };
  };
  const classes = draws[0]!.size;
  return [
    {
      set: "bbc-news",
      figure: `accuracy, ${EXAMPLES} examples a class`,
      value: mean(ours),
      spread: spread(ours),
      baseline: mean(run(tfIdfScorer(texts))),
      baselineName: "nearest TF-IDF centroid",
      ...(context.dense && { dense: mean(run(denseScorer(averagesOf(texts, context)))) }),
      ...(context.teacher && {
        teacher: mean(run(denseScorer(texts.map(({ text }) => context.teacher?.get(text))))),
      }),
    },
    {
      set: "bbc-news",
      figure: `the same, both sides, among ${AMONG} others`,
      ...among(),
    },
    {
      set: "bbc-news",
      figure: `the same, a share of 1/${classes} told`,
      ...among(1 / classes),
    },
  ];
}

function drawExamples(texts: readonly LabelledText[]): Map<string, number[]>[] {
  const random = seededRandom(SEED);
  const labels = [...new Set(texts.map(({ label }) => label))].sort();
  return Array.from(
    { length: DRAWS },
    () =>
      new Map(
        labels.map((label) => {
          const own = texts.flatMap((text, i) => (text.label === label ? [i] : []));
          return [label, random.shuffled(own).slice(0, EXAMPLES)];
        }),
      ),
  );
}

function accuracy(
  texts: readonly LabelledText[],
  examples: ReadonlyMap<string, readonly number[]>,
  scorer: Scorer,
): number {
  const used = new Set([...examples.values()].flat());
  const score = scorer(examples);
  const rest = texts.flatMap((text, i) => (used.has(i) ? [] : [{ ...text, i }]));
  const right = rest.filter(({ i, label }) => {
    const scores = [...examples.keys()].map((name) => ({ name, value: score(i, name) }));
    return scores.reduce((best, next) => (next.value > best.value ? next : best)).name === label;
  });
  return right.length / rest.length;
}

interface AmongSetting extends Pick<BenchContext, "engine"> {
  readonly prints: readonly Positions[];
  readonly share: number | undefined;
}

/** The texts of chance are the same for all classes of a draw. */
function amongScorer(
  texts: readonly LabelledText[],
  { prints, engine, share }: AmongSetting,
): Scorer {
  const random = seededRandom(SEED + 1);
  return (examples) => {
    const used = new Set([...examples.values()].flat());
    const rest = texts.flatMap((_, i) => (used.has(i) || prints[i]!.length === 0 ? [] : [i]));
    const unlabelled = random.shuffled(rest).slice(0, AMONG);
    const textsOf = (places: readonly number[]) => places.map((i) => texts[i]!.text);
    const filters = new Map(
      [...examples].map(([label, own]) => {
        const others = [...examples].flatMap(([other, places]) => (other === label ? [] : places));
        const among = { prints: unlabelled.map((i) => prints[i]!), share };
        const prepared = engine.prepareFilter(textsOf(own), textsOf(others), among);
        return [label, prepared.without(new Set(), new Set())];
      }),
    );
    return (text, label) => overlapCosine(prints[text]!, filters.get(label)!);
  };
}

function filterScorer(
  texts: readonly LabelledText[],
  prints: readonly Positions[],
  { engine }: BenchContext,
): Scorer {
  return (examples) => {
    const filters = new Map(
      [...examples].map(([label, own]) => {
        const positive = own.map((i) => texts[i]!.text);
        return [label, engine.createFilter(label, positive, []).positions];
      }),
    );
    return (text, label) => overlapCosine(prints[text]!, filters.get(label)!);
  };
}

/** Term frequencies enter by their logarithm, the stronger of the two usual variants on news. */
function tfIdfScorer(texts: readonly LabelledText[]): Scorer {
  const words = texts.map(({ text }) => plainWords(text));
  const idf = new InverseFrequencies(words);
  const vectors = words.map((list) => idf.dampedVector(list));
  return (examples) => {
    const centres = new Map<string, Weights>(
      [...examples].map(([label, own]) => [label, centroid(own.map((i) => vectors[i]!))]),
    );
    return (text, label) => dot(vectors[text]!, centres.get(label)!);
  };
}

const averagesOf = (texts: readonly LabelledText[], { dense, retina }: BenchContext) =>
  texts.map(
    ({ text }) => dense && denseAverage(plainWords(text), dense, (word) => rarity(word, retina)),
  );

function denseScorer(vectors: readonly (Float64Array | undefined)[]): Scorer {
  return (examples) => {
    const centres = new Map(
      [...examples].map(([label, own]) => [label, sum(own.map((i) => vectors[i]))]),
    );
    return (text, label) => denseCosine(vectors[text], centres.get(label));
  };
}

function sum(vectors: readonly (Float64Array | undefined)[]): Float64Array | undefined {
  const known = vectors.filter((vector) => vector !== undefined);
  return known[0]?.map((_, k) => known.reduce((total, vector) => total + vector[k]!, 0));
}
