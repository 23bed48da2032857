import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../../core/kernel/seeded-random.ts";
import { weightOf } from "../../../../core/retina/term-weights.ts";
import { fitVectors } from "../../../../core/train/teacher/fit-vectors.ts";
import {
  fittedColumns,
  sentenceMatrix,
  termReader,
} from "../../../../core/train/teacher/sentence-matrix.ts";
import { SentenceSampler } from "../../../../core/train/teacher/sentence-sampler.ts";
import { learnedWeights } from "../../../../core/train/teacher/teach.ts";
import { READING_SCALE, type Reading } from "../../../../core/train/teacher/teacher.ts";
import { joinVectors } from "../../../../core/train/vectors/join-vectors.ts";
import { normalise } from "../../../../core/train/vectors/term-vectors.ts";
import { inlineContext } from "../../../support/train-support.ts";

describe("the sample of sentences", () => {
  const texts = Array.from(
    { length: 60 },
    (_, i) => `Number ${i} of many sentences here. Too short. The other one is ${i} and ends (so).`,
  );
  const sample = (list: readonly string[], most: number) => {
    const sampler = new SentenceSampler(most);
    for (const text of list) sampler.add(text);
    return sampler.finish();
  };

  it("is whole sentences of fit length, each once", () => {
    const text = "Dr. Smith lives on Main Street. No. He has\na dog that barks at night, loudly";
    expect(sample([text, text], 9).sort()).toEqual([
      "Dr. Smith lives on Main Street.",
      "a dog that barks at night, loudly",
    ]);
    expect(sample([Array(46).fill("word").join(" ")], 9)).toEqual([]);
    expect(sample([Array(45).fill("word").join(" ")], 9)).toHaveLength(1);
  });

  it("is the same in whatever order the texts come, and part of any larger one", () => {
    const small = sample(texts, 20);
    expect(small).toHaveLength(20);
    expect(sample(texts.toReversed(), 20)).toEqual(small);
    expect(sample(texts, 50).slice(0, 20)).toEqual(small);
    expect(new Set(sample(texts, 1000)).size).toBe(120);
  });
});

describe("the terms of a sentence", () => {
  const read = termReader(["new", "york", "new york", "i", "new york city", "love", "1990s"]);
  it.each([
    ["I love New York City!", [3, 5, 4]],
    ["I love New York, city of lights", [3, 5, 2]],
    ["New, York", [0, 1]],
    ["the new 1990s york", [0, 1]],
    ["", []],
  ])("in “%s” are the longest that are known", (text, rows) => {
    expect(read(text)).toEqual(rows);
  });
});

const reading = (rows: readonly (readonly number[])[]): Reading => ({
  dimensions: rows[0]!.length,
  values: Int16Array.from(rows.flat(), (value) => Math.round(value * READING_SCALE)),
});
const number = fc.double({ min: -0.9, max: 0.9, noNaN: true });
const rowsOf = (count: number) =>
  fc.array(fc.array(number, { minLength: 3, maxLength: 3 }), {
    minLength: count,
    maxLength: count,
  });

/** x of a . x = b by elimination. */
function eliminate(a: number[][], b: number[][]): number[][] {
  const n = a.length;
  for (let k = 0; k < n; k++) {
    for (let row = 0; row < n; row++) {
      if (row === k) continue;
      const factor = a[row]![k]! / a[k]![k]!;
      a[row] = a[row]!.map((value, j) => value - factor * a[k]![j]!);
      b[row] = b[row]!.map((value, j) => value - factor * b[k]![j]!);
    }
  }
  return b.map((row, k) => row.map((value) => value / a[k]![k]!));
}

const column = (rows: readonly (readonly number[])[], i: number) =>
  rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length;
const centred = (rows: readonly (readonly number[])[]) =>
  rows.map((row) => row.map((value, i) => value - column(rows, i)));

/** Least squares with a ridge of 0.3 towards the scaled vectors of the terms, in full. */
function slowFit(shares: number[][], terms: number[][], sentences: number[][]): number[][] {
  const wanted = centred(sentences);
  const alone = centred(terms);
  const product = (a: number[][], b: number[][]) =>
    a.map((row) => b[0]!.map((_, j) => row.reduce((sum, value, k) => sum + value * b[k]![j]!, 0)));
  const dot = (a: number[][], b: number[][]) =>
    a.reduce((sum, row, i) => sum + row.reduce((own, value, j) => own + value * b[i]![j]!, 0), 0);
  const means = product(shares, alone);
  const scale = dot(means, wanted) > 0 ? dot(means, wanted) / dot(means, means) : 1;
  const turned = shares[0]!.map((_, term) => shares.map((row) => row[term]!));
  const left = product(turned, shares).map((row, i) =>
    row.map((value, j) => value + (i === j ? 0.3 : 0)),
  );
  const right = product(turned, wanted).map((row, i) =>
    row.map((value, j) => value + 0.3 * scale * alone[i]![j]!),
  );
  return eliminate(left, right);
}

describe("fitting", () => {
  it("weighs a term by its rarity, and leaves out sentences without terms", () => {
    const matrix = sentenceMatrix([[0, 1, 1], [], [2]], Float64Array.of(3e-4, 0, 9e-4));
    expect([...matrix.sentences]).toEqual([0, 2]);
    expect([...matrix.starts]).toEqual([0, 2, 3]);
    expect([...matrix.terms]).toEqual([0, 1, 2]);
    expect([...matrix.shares]).toEqual([0.2, 0.8, 1].map(Math.fround));
  });

  it("has columns for the terms of most sentences", () => {
    const matrix = sentenceMatrix(
      [
        [0, 3],
        [3, 1],
        [1, 3, 4],
      ],
      new Float64Array(6),
    );
    expect([...fittedColumns(matrix, 6).columnOf]).toEqual([0, 1, -1, 2, 3, -1]);
    expect([...fittedColumns(matrix, 6, 2).columnOf]).toEqual([-1, 0, -1, 1, -1, -1]);
  });

  it("finds what elimination finds", async () => {
    const sentence = fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 4 });
    const example = fc.record({
      lists: fc.array(sentence, { minLength: 6, maxLength: 6 }),
      terms: rowsOf(5),
      sentences: rowsOf(6),
    });
    const frequencies = Float64Array.of(0.1, 0.01, 1e-3, 1e-4, 1e-5);
    await fc.assert(
      fc.asyncProperty(example, async ({ lists, terms, sentences }) => {
        const matrix = sentenceMatrix(lists, frequencies);
        const lesson = {
          matrix,
          terms: reading(terms),
          sentences: reading(sentences),
          centredOn: 5,
        };
        const { values } = await fitVectors(lesson, inlineContext());
        const shares = lists.map((_, row) => {
          const full = [0, 0, 0, 0, 0];
          for (let k = matrix.starts[row]!; k < matrix.starts[row + 1]!; k++)
            full[matrix.terms[k]!] = matrix.shares[k]!;
          return full;
        });
        const exact = (rows: number[][]) =>
          rows.map((row) => row.map((v) => Math.round(v * READING_SCALE) / READING_SCALE));
        const slow = slowFit(shares, exact(terms), exact(sentences)).flat();
        slow.forEach((value, at) => {
          expect(Math.abs(values[at]! - value)).toBeLessThan(3e-4 * (1 + Math.abs(value)));
        });
      }),
      { numRuns: 30 },
    );
  });

  it("finds the same however the work is shared out", async () => {
    const random = seededRandom(5);
    const rows = (count: number) =>
      Array.from({ length: count }, () => Array.from({ length: 70 }, () => random() - 0.5));
    const lists = Array.from({ length: 40 }, () =>
      [0, 1, 2, 3].map(() => Math.floor(random() * 20)),
    );
    const matrix = sentenceMatrix(lists, new Float64Array(20).fill(1e-4));
    const lesson = {
      matrix,
      terms: reading(rows(20)),
      sentences: reading(rows(40)),
      centredOn: 20,
    };
    const one = await fitVectors(lesson, inlineContext(1));
    expect(await fitVectors(lesson, inlineContext(5))).toEqual(one);
    const parts = [{ vectors: one, factor: 1 }];
    const joined = await joinVectors({ parts, dimensions: 30 }, inlineContext(1));
    expect(await joinVectors({ parts, dimensions: 30 }, inlineContext(5))).toEqual(joined);
  });

  it("learns a weight from how far a vector is from the mean", () => {
    const rows = [
      [1, 0],
      [-1, 0],
      [0, 2],
      [0, -2],
      [0, 0.1],
      [0, -0.1],
      [9, 0],
      [-9, 0],
    ];
    const values = Float32Array.from(rows.flat());
    const weights = learnedWeights({ rows: 8, dimensions: 2, values }, 6);
    // The lengths of the first six are 0.1, 0.1, 1, 1, 2, 2; those beyond are held within the bounds.
    [1, 1, 2, 2, 0.5, 0.5, 3, 3].forEach((weight, row) => {
      expect(weightOf(weights[row]!)).toBeCloseTo(weight, 1);
    });
  });
});

describe("joining", () => {
  it("gives each part its share of the products, and puts the widest direction first", async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsOf(6),
        rowsOf(6),
        fc.double({ min: 0.1, max: 0.9, noNaN: true }),
        async (a, b, share) => {
          const unit = (rows: number[][]) => {
            const values = Float32Array.from(rows.flatMap(([x, y, z]) => [x! + 1, y!, z!]));
            for (let row = 0; row < 6; row++) normalise(values.subarray(3 * row, 3 * row + 3));
            return { rows: 6, dimensions: 3, values };
          };
          const parts = [
            { vectors: unit(a), factor: Math.sqrt(1 - share) },
            { vectors: unit(b), factor: Math.sqrt(share) },
          ];
          const joined = await joinVectors({ parts, dimensions: 9 }, inlineContext(3));
          const dot = (values: Float32Array, width: number, i: number, j: number) =>
            Array.from(
              { length: width },
              (_, k) => values[i * width + k]! * values[j * width + k]!,
            ).reduce((sum, value) => sum + value, 0);
          const own = (i: number, j: number) =>
            (1 - share) * dot(parts[0]!.vectors.values, 3, i, j) +
            share * dot(parts[1]!.vectors.values, 3, i, j);
          for (let i = 0; i < 6; i++)
            for (let j = 0; j < 6; j++)
              expect(dot(joined.values, 6, i, j)).toBeCloseTo(own(i, j), 4);
          const power = (k: number) =>
            Array.from({ length: 6 }, (_, row) => joined.values[row * 6 + k]! ** 2).reduce(
              (sum, value) => sum + value,
              0,
            );
          for (let k = 1; k < 6; k++) expect(power(k)).toBeLessThanOrEqual(power(k - 1) + 1e-4);
        },
      ),
      { numRuns: 30 },
    );
  });
});
