import fc from "fast-check";
import { expect, test } from "vitest";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import { CELLS, type Positions } from "../../../core/kernel/grid.ts";
import { CellReader } from "../../../core/reader/cell-reader.ts";
import { fitReader } from "../../../core/reader/fit-reader.ts";
import { spread } from "../../../core/text/spread.ts";
import { READING_SCALE } from "../../../core/train/teacher/teacher.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const watch = { signal: NEVER_CANCELLED, report: () => {} };
const run = (from: number, length: number) =>
  Uint16Array.from({ length }, (_, i) => from + i) as Positions;

const missing = (cells: Positions, print: Positions) =>
  cells.filter((cell) => !print.includes(cell));

/** Vectors of length 1 as an encoder gives them. */
function readingOf(vectors: readonly (readonly number[])[]) {
  const dimensions = vectors[0]!.length;
  const values = Int16Array.from(
    vectors.flatMap((vector) => {
      const length = Math.hypot(...vector);
      return vector.map((value) => Math.round((READING_SCALE * value) / length));
    }),
  );
  return { dimensions, values };
}

const heightsOf = ({ weights }: ReturnType<typeof fitReader>, vector: readonly number[]) => {
  const { dimensions, steps, scales, constants } = weights;
  return Float64Array.from({ length: CELLS }, (_, cell) =>
    vector.reduce(
      (sum, value, i) => sum + value * steps[cell * dimensions + i]! * scales[cell]!,
      constants[cell]!,
    ),
  );
};

test("learns which cells go with which vectors", () => {
  const [music, food] = [run(1000, 900), run(9000, 900)];
  const pairs = Array.from({ length: 400 }, (_, i) =>
    i % 2 === 0
      ? { vector: [1, 0.1 * (i % 3), 0], print: music }
      : { vector: [0, 0.1 * (i % 3), 1], print: food },
  );
  const fitted = fitReader(
    {
      reading: readingOf(pairs.map(({ vector }) => vector)),
      prints: pairs.map(({ print }) => print),
    },
    watch,
  );
  const reader = new CellReader(fitted.weights);
  const none = new Uint16Array(0);
  const [asMusic, asFood] = reader.read(Float32Array.of(1, 0, 0, 0, 0, 1), [none, none]);
  expect(missing(music, asMusic!)).toHaveLength(0);
  expect(missing(food, asFood!)).toHaveLength(0);
  expect(asMusic!.filter((cell) => cell >= 9000 && cell < 9900)).toHaveLength(0);
  // Kept aside are all of the second kind, whose fingerprints are the same: none is nearer than the others.
  expect(fitted.quality).toEqual({ keptAside: 20, cosine: expect.any(Number), first: 0 });
  expect(fitted.quality.cosine).toBeGreaterThan(0.9);
});

test("gives heights as a turn found the slow way does", () => {
  const print = arbitraryPositions(40);
  const kinds = fc.array(print, { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(kinds, fc.nat(), (prints, seed) => {
      const { next } = seededRandom(seed);
      const size = prints.length;
      const pairs = Array.from({ length: 300 }, (_, i) => ({
        vector: Array.from({ length: size }, (_, k) => next() + (k === i % size ? 2 : 0)),
        print: prints[i % size]!,
      }));
      const reading = readingOf(pairs.map(({ vector }) => vector));
      const fitted = fitReader({ reading, prints: pairs.map((pair) => pair.print) }, watch);
      const row = (i: number) =>
        Array.from(
          reading.values.subarray(size * i, size * (i + 1)),
          (value) => value / READING_SCALE,
        );
      const kept = pairs.map((_, i) => i).filter((i) => i % 20 !== 19);
      const expected = slowHeights(
        kept.map(row),
        kept.map((i) => pairs[i]!.print),
        row(0),
      );
      const heights = heightsOf(fitted, row(0));
      // Steps are a 127th of the largest weight of a cell.
      const isFar = (height: number, cell: number) =>
        !(Math.abs(height - expected[cell]!) < 0.5 * size * fitted.weights.scales[cell]! + 1e-5);
      expect(heights.length).toBe(CELLS);
      expect(Array.from(heights).filter(isFar)).toEqual([]);
      // Not all is mean.
      for (const cell of prints[0]!) expect(heights[cell]).toBeGreaterThan(0.4);
    }),
    { numRuns: 10 },
  );
});

test("mixes in the cells of the words, and reads a text the same whatever is beside it", () => {
  const dimensions = 4;
  const weights = {
    dimensions,
    steps: new Int8Array(CELLS * dimensions).map((_, at) => ((at * 37) % 101) - 50),
    scales: new Float32Array(CELLS).fill(1e-4),
    constants: new Float32Array(CELLS).fill(0.01),
  };
  const reader = new CellReader(weights);
  const vectors = Float32Array.from({ length: 70 * dimensions }, (_, i) => ((i * 13) % 29) / 60);
  const words = Array.from({ length: 70 }, (_, i) => run(200 * i, 150));
  const all = reader.read(vectors, words);
  expect(missing(words[66]!, all[66]!)).toHaveLength(0);
  const alone = reader.read(vectors.subarray(66 * dimensions, 67 * dimensions), [words[66]!]);
  expect(alone[0]).toEqual(all[66]);
  expect(all.every((print) => print.length === 983)).toBe(true);
});

/** The turn nearest to the sums of products, by Newton's steps; its best scale; then neighbours x 0.6. */
function slowHeights(
  rows: readonly (readonly number[])[],
  prints: readonly Positions[],
  vector: readonly number[],
): Float64Array {
  const mean = vector.map((_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length);
  const centred = rows.map((row) => row.map((value, i) => value - mean[i]!));
  const cells = [...new Set(prints.flatMap((print) => [...print]))];
  const usual = new Float64Array(cells.length);
  const sums = mean.map(() => new Float64Array(cells.length));
  prints.forEach((print, at) => {
    for (const cell of print) {
      const column = cells.indexOf(cell);
      usual[column]! += 1 / rows.length;
      for (const [i, sum] of sums.entries()) sum[column]! += centred[at]![i]!;
    }
  });
  const length = Math.sqrt(sums.reduce((all, sum) => all + dot(sum, sum), 0)) || 1;
  let turn = sums.map((sum) => sum.map((value) => value / length));
  for (let step = 0; step < 30; step++) {
    const products = turn.map((left) => turn.map((right) => dot(left, right)));
    turn = turn.map((own, i) =>
      own.map(
        (value, at) =>
          1.5 * value - 0.5 * turn.reduce((all, row, j) => all + products[i]![j]! * row[at]!, 0),
      ),
    );
  }
  const extent = centred.flat().reduce((all, value) => all + value * value, 0);
  const scale = turn.reduce((all, row, i) => all + dot(row, sums[i]!), 0) / extent;
  const heights = new Float64Array(CELLS);
  cells.forEach((cell, at) => {
    const own = turn.map((row, i) => scale * (vector[i]! - mean[i]!) * row[at]!);
    heights[cell] = own.reduce((all, value) => all + value, usual[at]!);
  });
  const around = spread(heights);
  return heights.map((height, cell) => height + 0.6 * around[cell]!);
}

const dot = (left: Float64Array, right: Float64Array) =>
  left.reduce((sum, value, i) => sum + value * right[i]!, 0);
