import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../../core/kernel/seeded-random.ts";
import { NEUTRAL_WEIGHT } from "../../../../core/retina/term-weights.ts";
import { type TermRows, termRows } from "../../../../core/train/corpus/term-rows.ts";
import { buildVocabulary } from "../../../../core/train/corpus/vocabulary.ts";
import {
  type ContrastInput,
  contrastPairs,
  learnWeights,
  neighbourSentences,
} from "../../../../core/train/teacher/learn-weights.ts";
import { inlineContext, streamOf } from "../../../support/train-support.ts";

/** Sentences of the pairs as words. */
function spelled(texts: readonly string[], wanted: number, chunkTokens?: number): string[] {
  const { stream, sources } = streamOf([...texts, FILLER], chunkTokens);
  const { words } = buildVocabulary({ stream, sources }, { minCount: 1, most: 9999 });
  const pairs = neighbourSentences(stream, wanted);
  return Array.from(pairs.starts.subarray(1), (end, i) =>
    Array.from(pairs.words.subarray(pairs.starts[i], end), (word) => words[word]).join(" "),
  );
}
/** 200 words, the fewest of a vocabulary, in a sentence too long to be used. */
const FILLER = Array.from({ length: 200 }, (_, i) => `fill${"abcdefghij"[i % 10]}${i}`)
  .map((word) => word.replace(/\d/g, (digit) => "klmnopqrst"[Number(digit)]!))
  .join(" ");

describe("sentences that follow each other", () => {
  it("stay within a paragraph, and are neither short nor long", () => {
    const text = "The cat sat down. It was very tired. No. Then came the dog.\nHe ran to it.";
    expect(spelled([text], 1000)).toEqual(["the cat sat down", "it was very tired"]);
  });

  it("do not reach from one text into the next", () => {
    expect(spelled(["One two three.", "Four five six. Seven eight nine."], 1000)).toEqual([
      "four five six",
      "seven eight nine",
    ]);
  });

  it("are spread evenly where there are more than are wanted", () => {
    const texts = Array.from({ length: 40 }, () => "We go home now. They stay here then.");
    expect(spelled(texts, 1000)).toHaveLength(80);
    const few = spelled(texts, 26).length;
    expect(few).toBeGreaterThan(20);
    expect(few).toBeLessThan(60);
  });
});

const DIMENSIONS = 3;
const WORDS = 8;

/** Pairs of short sentences of random words with random vectors. */
function randomInput(seed: number, count: number): ContrastInput {
  const random = seededRandom(seed);
  const sentences = Array.from({ length: 2 * count }, () =>
    Array.from({ length: 3 }, () => Math.floor(random() * WORDS)),
  );
  const vectors = Float32Array.from({ length: WORDS * DIMENSIONS }, () => random() - 0.5);
  return {
    pairs: {
      words: Int32Array.from(sentences.flat()),
      starts: Uint32Array.from({ length: sentences.length + 1 }, (_, i) => 3 * i),
    },
    first: 0,
    end: count,
    batch: count,
    dimensions: DIMENSIONS,
    vectors,
    usual: Float64Array.from({ length: WORDS }, () => 0.2 + random()),
    logs: Float64Array.from({ length: WORDS }, () => random() - 0.5),
    squares: new Float64Array(WORDS),
  };
}

/** The mean cross entropy of finding each sentence's neighbour, straight from its definition. */
function loss({ pairs, batch, dimensions, vectors, usual }: ContrastInput, logs: Float64Array) {
  const vectorOf = (sentence: number) => {
    const words = [...pairs.words.subarray(pairs.starts[sentence], pairs.starts[sentence + 1])];
    const sum = Array.from({ length: dimensions }, (_, k) =>
      words.reduce(
        (total, word) =>
          total + usual[word]! * Math.exp(logs[word]!) * vectors[word * dimensions + k]!,
        0,
      ),
    );
    return sum.map((value) => value / Math.hypot(...sum));
  };
  const cosine = (a: number[], b: number[]) => a.reduce((sum, x, k) => sum + x * b[k]!, 0);
  const order = Array.from({ length: batch }, (_, i) => i);
  const losses = order.map((i) => {
    const scores = order.map((j) => cosine(vectorOf(2 * i), vectorOf(2 * j + 1)) / 0.05);
    const total = scores.reduce((sum, score) => sum + Math.exp(score - scores[i]!), 0);
    return Math.log(total);
  });
  return losses.reduce((sum, value) => sum + value, 0) / batch;
}

describe("learning weights from neighbours", () => {
  it.each([1, 2, 3, 4])("follows the slope of the loss (draw %i)", (seed) => {
    const input = randomInput(seed, 4);
    const before = input.logs.slice();
    const slopes = Array.from(before, (_, word) => {
      const at = (change: number) => before.map((log, i) => log + (i === word ? change : 0));
      return (loss(input, at(1e-4)) - loss(input, at(-1e-4))) / 2e-4;
    });
    contrastPairs(input);
    slopes.forEach((slope, word) => {
      expect(Math.sqrt(input.squares[word]!)).toBeCloseTo(Math.abs(slope), 3);
      if (Math.abs(slope) > 0.01)
        expect(input.logs[word]! - before[word]!).toBeCloseTo(-0.1 * Math.sign(slope), 5);
    });
  });

  it("weighs words that neighbours share above those that tell nothing", async () => {
    const { texts, subjects, chatter } = chattyTexts();
    const { stream, sources } = streamOf(texts);
    const vocabulary = buildVocabulary({ stream, sources }, { minCount: 1, most: 9999 });
    const terms: TermRows = termRows(vocabulary, [
      { words: [0, 1], count: 5, documents: 5, capitals: 0 },
    ]);
    const random = seededRandom(5);
    const rows = terms.names.length;
    const values = Float32Array.from({ length: rows * 40 }, () => random() - 0.5);
    const lesson = { stream, terms, vectors: { rows, dimensions: 40, values }, seed: 1 };
    expect(await learnWeights(lesson, inlineContext())).toBeUndefined();
    const enough = { ...lesson, leastPairs: 1000 };
    const weights = (await learnWeights(enough, inlineContext())) ?? new Uint8Array();
    expect(weights).toHaveLength(rows);
    const mean = (words: readonly string[]) =>
      words.reduce((sum, word) => sum + weights[terms.names.indexOf(word)]!, 0) / words.length;
    expect(mean(subjects)).toBeGreaterThan(NEUTRAL_WEIGHT);
    expect(mean(chatter)).toBeLessThan(NEUTRAL_WEIGHT);
    expect(weights[rows - 1]).toBeGreaterThanOrEqual(Math.min(weights[0]!, weights[1]!));
    expect(weights[rows - 1]).toBeLessThanOrEqual(Math.max(weights[0]!, weights[1]!));
    expect(await learnWeights(enough, inlineContext(4))).toEqual(weights);
  });

  it("reads all whole batches of pairs, each once and in their order", async () => {
    const { texts } = chattyTexts();
    const { stream, sources } = streamOf([...texts, ...texts, ...texts]);
    const terms = termRows(buildVocabulary({ stream, sources }, { minCount: 1, most: 9999 }), []);
    const rows = terms.names.length;
    const vectors = { rows, dimensions: 2, values: new Float32Array(2 * rows).fill(1) };
    const context = inlineContext();
    const seen: { first: number; end: number; batch: number }[] = [];
    let pairs = 0;
    const watched: typeof context = {
      ...context,
      runner: {
        threads: 1,
        run: (task, input) => {
          if (Object.is(task, contrastPairs)) {
            const asked = input as ContrastInput;
            pairs = (asked.pairs.starts.length - 1) / 2;
            seen.push({ first: asked.first, end: asked.end, batch: asked.batch });
          }
          return context.runner.run(task, input);
        },
      },
    };
    await learnWeights({ stream, terms, vectors, seed: 1, leastPairs: 1000 }, watched);
    const [{ batch } = { batch: 0 }] = seen;
    expect(seen.length).toBeGreaterThan(1);
    expect(seen[0]?.first).toBe(0);
    seen.slice(1).forEach(({ first }, i) => {
      expect(first).toBe(seen[i]?.end);
    });
    expect(seen.at(-1)?.end).toBe(pairs - (pairs % batch));
  });
});

/** Pairs of sentences that share two subject words; the other words are drawn from all alike. */
function chattyTexts() {
  const random = seededRandom(11);
  const word = (stem: string) => (i: number) =>
    stem + [...String(i)].map((digit) => "abcdefghij"[Number(digit)]).join("");
  const subjects = Array.from({ length: 120 }, (_, i) => word("sub")(i));
  const chatter = Array.from({ length: 120 }, (_, i) => word("chat")(i));
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  const texts = Array.from({ length: 1200 }, () => {
    const shared = [pick(subjects), pick(subjects)];
    const sentence = () => [...shared, pick(chatter), pick(chatter), pick(chatter)].join(" ");
    return `${sentence()}. ${sentence()}.`;
  });
  return { texts, subjects, chatter };
}
