import { describe, expect, it } from "vitest";
import { CELLS } from "../../../core/kernel/grid.ts";
import { seededNormal, seededRandom } from "../../../core/kernel/seeded-random.ts";
import { TERM_LIMIT } from "../../../core/retina/types.ts";
import { type Codes, cellScorer, createCodes, encode } from "../../../core/train/codes/encode.ts";
import { drawReferences, referencesAt } from "../../../core/train/codes/references.ts";
import { refine } from "../../../core/train/codes/refine.ts";
import { targetCurve, targetIndex } from "../../../core/train/codes/target-curve.ts";
import { inverseCholesky, widthOf } from "../../../core/train/vectors/dense-matrix.ts";
import { poolFamilies } from "../../../core/train/vectors/pool-families.ts";
import { inversePower, symmetricEigen } from "../../../core/train/vectors/symmetric-eigen.ts";
import {
  normalise,
  type TermVectors,
  truncatedSvd,
} from "../../../core/train/vectors/term-vectors.ts";
import { inlineContext } from "../../support/train-support.ts";

const ROWS = 60;
const COLUMNS = 24;
const numberAt = (row: number, column: number) =>
  Math.sin(row * 3.7 + column * column) + 2 * Math.cos(row * 0.3) * Math.sin(column);

/** Two shards that together hold the full matrix of `numberAt`. */
function matrixInShards() {
  const shards = [0, 1].map((half) => {
    const rows = Int32Array.from({ length: ROWS / 2 }, (_, i) => 2 * i + half);
    return {
      rows,
      starts: Uint32Array.from({ length: rows.length + 1 }, (_, i) => i * COLUMNS),
      columns: Uint16Array.from({ length: rows.length * COLUMNS }, (_, k) => k % COLUMNS),
      values: Float32Array.from({ length: rows.length * COLUMNS }, (_, k) =>
        numberAt(rows[Math.floor(k / COLUMNS)]!, k % COLUMNS),
      ),
    };
  });
  return { shards, rows: ROWS, columns: COLUMNS };
}

describe("the truncated decomposition", () => {
  it("finds the singular values of the weighted matrix and projects the rows as they are", async () => {
    const rowWeights = Float32Array.from({ length: ROWS }, (_, row) => 1 / (1 + (row % 3)));
    const shape = { dimensions: 3, dropped: 1, rowWeights, seed: 5 };
    const svd = await truncatedSvd(matrixInShards(), shape, inlineContext());
    const squares = new Float64Array(COLUMNS * COLUMNS);
    for (let row = 0; row < ROWS; row++)
      for (let i = 0; i < COLUMNS; i++)
        for (let j = 0; j < COLUMNS; j++)
          squares[i * COLUMNS + j]! += rowWeights[row]! ** 2 * numberAt(row, i) * numberAt(row, j);
    const exact = symmetricEigen(squares, COLUMNS);
    svd.strengths.forEach((strength, j) => {
      expect(strength).toBeCloseTo(Math.sqrt(exact.values[j + 1]!), 2);
    });
    const width = widthOf(svd.scores);
    const projection = (shardRow: number, j: number) => {
      let sum = 0;
      for (let i = 0; i < width; i++)
        sum +=
          svd.scores.slabs[Math.floor(i / 32)]![shardRow * 32 + (i % 32)]! *
          svd.rotation[i * svd.dimensions + j]!;
      return Math.abs(sum);
    };
    const wanted = (row: number, j: number) => {
      let sum = 0;
      for (let c = 0; c < COLUMNS; c++)
        sum += numberAt(row, c) * exact.vectors[(j + 1) * COLUMNS + c]!;
      return Math.abs(sum);
    };
    for (const shardRow of [0, 7, 29])
      expect(projection(shardRow, 0)).toBeCloseTo(wanted(2 * shardRow, 0), 2);
  });
});

describe("matrix helpers", () => {
  const spd = Float64Array.of(4, 1, 0.5, 1, 3, 0.2, 0.5, 0.2, 2);
  const product = (a: Float64Array, b: Float64Array, transposeA = false) =>
    Float64Array.from({ length: 9 }, (_, at) => {
      const [i, j] = [Math.floor(at / 3), at % 3];
      return [0, 1, 2].reduce(
        (sum, k) => sum + a[transposeA ? k * 3 + i : i * 3 + k]! * b[k * 3 + j]!,
        0,
      );
    });

  it("turn a matrix into the identity by its inverse Cholesky factor on both sides", () => {
    const inverse = inverseCholesky(spd, 3);
    const identity = product(inverse, product(spd, inverse), true);
    identity.forEach((value, at) => {
      expect(value).toBeCloseTo(at % 4 === 0 ? 1 : 0, 5);
    });
  });

  it("raise a matrix to minus one half, twice to its inverse", () => {
    const half = inversePower(spd, 3, 0.5);
    product(spd, product(half, half)).forEach((value, at) => {
      expect(value).toBeCloseTo(at % 4 === 0 ? 1 : 0, 9);
    });
  });
});

/** Unit vectors in ten loose clusters. */
function clusters(rows: number, dimensions: number): TermVectors {
  const random = seededRandom(3);
  const values = new Float32Array(rows * dimensions);
  const centres = Float32Array.from({ length: 10 * dimensions }, () => seededNormal(random));
  for (let row = 0; row < rows; row++) {
    const vector = values.subarray(row * dimensions, (row + 1) * dimensions);
    for (let i = 0; i < dimensions; i++)
      vector[i] = centres[(row % 10) * dimensions + i]! + seededNormal(random);
    normalise(vector);
  }
  return { rows, dimensions, values };
}

function residual(vectors: TermVectors, codes: Codes, target: Float32Array): number {
  const { dimensions, values } = vectors;
  const sets = Array.from({ length: vectors.rows }, (_, row) => {
    const start = row * TERM_LIMIT;
    return new Set(codes.positions.subarray(start, start + codes.sizes[row]!));
  });
  let squares = 0;
  let pairs = 0;
  for (let a = 0; a < vectors.rows; a++)
    for (let b = 0; b < a; b++) {
      let cosine = 0;
      for (let i = 0; i < dimensions; i++)
        cosine += values[a * dimensions + i]! * values[b * dimensions + i]!;
      let common = 0;
      for (const cell of sets[a]!) if (sets[b]!.has(cell)) common++;
      squares += (target[targetIndex(cosine, target.length)]! - common) ** 2;
      pairs++;
    }
  return Math.sqrt(squares / pairs);
}

describe("encoding and refinement", () => {
  it("give full codes whose overlaps follow the cosines, closer after refinement", async () => {
    const vectors = clusters(300, 12);
    const context = inlineContext();
    const random = seededRandom(8);
    const anchors = Float32Array.from({ length: CELLS * 12 }, () => seededNormal(random));
    const codes = createCodes(new Uint32Array(300).fill(500), 100);
    const scorer = await cellScorer(vectors, { anchors, whitening: 1 }, context);
    await encode({ vectors, scorer, codes }, context);
    const rows = drawReferences(
      Int32Array.from({ length: 300 }, (_, i) => i),
      seededRandom(1),
    );
    const target = targetCurve(vectors, codes, referencesAt(rows, vectors, codes));
    const before = residual(vectors, codes, target);
    const counts = new Uint32Array(300).fill(500);
    await refine({ vectors, codes, counts, seed: 1, effort: 1 }, context);
    expect(residual(vectors, codes, target)).toBeLessThan(0.8 * before);
    for (let row = 0; row < 300; row++) {
      const code = [...codes.positions.subarray(row * TERM_LIMIT, (row + 1) * TERM_LIMIT)];
      expect(new Set(code).size).toBe(TERM_LIMIT);
      expect(code).toEqual([...code].sort((a, b) => a - b));
    }
  }, 60_000);
});

describe("pooling families", () => {
  it("moves an inflection towards the frequent form, and leaves strangers alone", () => {
    const values = Float32Array.of(1, 0, 0.8, 0.6, 0, 1);
    const vocabulary = { words: ["stop", "stopped", "wing"], counts: Uint32Array.of(900, 9, 50) };
    const pooled = poolFamilies({ rows: 3, dimensions: 2, values }, vocabulary, 1).values;
    expect(pooled[2]).toBeGreaterThan(0.9);
    expect(pooled[0]).toBeGreaterThan(0.98);
    expect([...pooled.subarray(4)]).toEqual([0, 1]);
  });
});
