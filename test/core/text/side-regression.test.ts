import { expect, it } from "vitest";
import { seededRandom } from "../../../core/kernel/seeded-random.ts";
import { CELLS } from "../../../core/retina/types.ts";
import { regressSides } from "../../../core/text/side-regression.ts";

const example = (cells: readonly number[]) => {
  const positions = Uint16Array.from(cells);
  return { cells: () => positions };
};

it("weighs a cell by the side it speaks for, and not at all where both sides have it", () => {
  const belongs = [example([1, 5, 9, 20]), example([2, 5, 9, 20])];
  const not = [example([3, 7, 9, 20]), example([4, 7, 9, 20])];
  const weights = regressSides(belongs, not);
  // What two share says more than what one has; 9 and 20 say nothing.
  expect(weights[5]!).toBeGreaterThan(weights[1]!);
  expect(weights[1]!).toBeGreaterThan(0);
  expect(weights[7]!).toBeCloseTo(-weights[5]!, 10);
  expect(weights[9]!).toBeCloseTo(0, 10);
  expect(weights[20]!).toBeCloseTo(0, 10);
  expect(weights[11]!).toBe(0);
});

it("weighs nothing where the sides say the same", () => {
  const same = example([1, 2, 3]);
  expect(Math.max(...regressSides([same], [same, same]).map(Math.abs))).toBeLessThan(1e-12);
});

/** Ridge regression by its normal equations in the amounts of the examples, solved by elimination. */
function slowly(belongs: Example[], not: Example[]): number[] {
  const rows = [...belongs, ...not].map(({ cells }) => {
    const dense = new Array<number>(CELLS).fill(0);
    for (const cell of cells()) dense[cell] = 1 / Math.sqrt(cells().length);
    return dense;
  });
  const n = rows.length;
  const mean = rows[0]!.map((_, cell) => rows.reduce((sum, row) => sum + row[cell]!, 0) / n);
  const centred = rows.map((row) => row.map((value, cell) => value - mean[cell]!));
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const share = belongs.length / n;
  const system = centred.map((row, i) => [
    ...centred.map((other, j) => dot(row, other) + (i === j ? 0.3 : 0)),
    (i < belongs.length ? 1 : 0) - share,
  ]);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      if (i === j) continue;
      const factor = system[j]![i]! / system[i]![i]!;
      system[j] = system[j]!.map((value, k) => value - factor * system[i]![k]!);
    }
  const amounts = system.map((row, i) => row[n]! / row[i]!);
  return mean.map((_, cell) => centred.reduce((sum, row, i) => sum + amounts[i]! * row[cell]!, 0));
}

type Example = ReturnType<typeof example>;

it("gives the weights of ridge regression, for sides of any size", () => {
  const random = seededRandom(29);
  const cells = () => Array.from({ length: 5 + 40 * random() }, () => Math.floor(60 * random()));
  const some = (count: number) =>
    Array.from({ length: count }, () => example([...new Set(cells())].sort((a, b) => a - b)));
  for (const [positives, negatives] of [
    [1, 2],
    [3, 2],
    [2, 9],
    [12, 12],
  ] as const) {
    const [belongs, not] = [some(positives), some(negatives)];
    const weights = regressSides(belongs, not);
    const wanted = slowly(belongs, not);
    const largest = Math.max(...wanted.map(Math.abs));
    for (let cell = 0; cell < 60; cell++)
      expect(Math.abs(weights[cell]! - wanted[cell]!)).toBeLessThan(0.005 * largest);
  }
});
