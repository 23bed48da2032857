import fc from "fast-check";
import { expect, test } from "vitest";
import { compare } from "../../../core/fingerprint/metrics.ts";
import { type Positions, SIDE } from "../../../core/kernel/grid.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";

/** Two fingerprints with given sizes and overlap; where they lie does not matter to eight of the metrics. */
function pair(sizeLeft: number, sizeRight: number, overlap: number): [Positions, Positions] {
  const left = Uint16Array.from({ length: sizeLeft }, (_, i) => i);
  return [left, Uint16Array.from({ length: sizeRight }, (_, i) => i + sizeLeft - overlap)];
}

test("two equal positions have a cosine just below one: two roots, not one", () => {
  expect(compare(Uint16Array.of(0, 13), Uint16Array.of(0, 13))).toMatchObject({
    cosineSimilarity: 0.9999999999999998,
    euclideanDistance: 0,
    jaccardDistance: 0,
    overlappingAll: 2,
    overlappingLeftRight: 1,
    overlappingRightLeft: 1,
    sizeLeft: 2,
    sizeRight: 2,
  });
});

test.each([
  [328, 328, 61],
  [228, 146, 6],
  [328, 765, 175],
  [735, 984, 119],
  [9, 9, 6],
  [2, 2, 2],
  [2, 2, 1],
  [1, 1, 0],
])("sizes %i and %i with %i shared follow the formulas of the contract bit for bit", (a, b, o) => {
  const { weightedScoring, ...metrics } = compare(...pair(a, b, o));
  expect(weightedScoring).toBeGreaterThanOrEqual(0);
  expect(metrics).toStrictEqual({
    cosineSimilarity: o / (Math.sqrt(a) * Math.sqrt(b)),
    euclideanDistance: (a + b - 2 * o) / (a + b),
    jaccardDistance: (a + b - 2 * o) / (a + b - o),
    overlappingAll: o,
    overlappingLeftRight: o / a,
    overlappingRightLeft: o / b,
    sizeLeft: a,
    sizeRight: b,
  });
});

test("the weighted score agrees with the recorded ones to a millionth", () => {
  const score = (left: number[], right: number[]) =>
    compare(Uint16Array.from(left), Uint16Array.from(right)).weightedScoring;
  const near = (value: number, recorded: number) =>
    expect(Math.abs(value - recorded) / recorded).toBeLessThan(1e-6);
  near(score([0, 13], [0, 13]), 0.147882566);
  near(score([0, 1], [1, 3]), 0.101248269);
  const isolated = [10, 40, 70, 100, 5000, 9000];
  near(
    score([...isolated, 12_000, 12_040, 12_080], [...isolated, 14_000, 14_040, 14_080]),
    0.443647698,
  );
});

test("neighbours count across the edges of the map", () => {
  const corner = Uint16Array.of(0, SIDE - 1, SIDE * (SIDE - 1));
  const apart = Uint16Array.of(0, 60, SIDE * 60);
  const middle = Uint16Array.of(0, 1, SIDE);
  expect(compare(corner, corner).weightedScoring).toBeCloseTo(
    compare(middle, middle).weightedScoring,
    12,
  );
  expect(compare(corner, corner).weightedScoring).toBeGreaterThan(
    compare(apart, apart).weightedScoring,
  );
});

/** The formula, word for word. */
function slowScore(left: readonly number[], right: readonly number[]): number {
  const wrapped = (a: number, b: number) => Math.min(Math.abs(a - b), SIDE - Math.abs(a - b));
  const weight = (cells: readonly number[], p: number) =>
    cells.reduce((sum, q) => {
      const rows = wrapped(p >> 7, q >> 7);
      const columns = wrapped(p & 127, q & 127);
      return rows <= 3 && columns <= 3 ? sum + 2 ** -Math.hypot(rows, columns) : sum;
    }, 0);
  const shared = left.filter((p) => right.includes(p));
  return (
    shared.reduce((sum, p) => sum + Math.sqrt(weight(left, p) * weight(right, p)), 0) /
    13.524244827964258
  );
}

test("the weighted score is the one of the formula, for any two fingerprints", () => {
  fc.assert(
    fc.property(arbitraryPositions(), arbitraryPositions(), (left, right) => {
      const both = Uint16Array.from(new Set([...right, ...left.slice(0, 20)])).sort();
      const expected = slowScore([...left], [...both]);
      expect(compare(left, both).weightedScoring).toBeCloseTo(expected, 9);
    }),
  );
});

test("with an empty side nothing is alike", () => {
  expect(compare(Uint16Array.of(), Uint16Array.of(1))).toStrictEqual({
    cosineSimilarity: 0,
    euclideanDistance: 1,
    jaccardDistance: 1,
    overlappingAll: 0,
    overlappingLeftRight: 0,
    overlappingRightLeft: 0,
    sizeLeft: 0,
    sizeRight: 1,
    weightedScoring: 0,
  });
});
