import { expect, it } from "vitest";
import { CELLS } from "../../../core/kernel/grid.ts";
import { seededRandom } from "../../../core/kernel/seeded-random.ts";
import { type Sided, SideRegression } from "../../../core/text/side-learner.ts";

interface SidedText extends Sided {
  readonly cells: Uint16Array;
}

function regressSides(texts: readonly SidedText[], start?: Float64Array) {
  const regression = new SideRegression(texts.map(({ cells }) => cells));
  const amounts = regression.solve(texts, start);
  return { amounts, weights: regression.weights(amounts), scores: regression.scores(amounts) };
}

const sided = (side: 0 | 1, cells: readonly number[], weight = 1): SidedText => ({
  cells: Uint16Array.from(cells),
  side,
  weight,
});

it("weighs a cell by the side it speaks for, and not at all where both sides have it", () => {
  const { weights } = regressSides([
    sided(1, [1, 5, 9, 20]),
    sided(1, [2, 5, 9, 20]),
    sided(0, [3, 7, 9, 20]),
    sided(0, [4, 7, 9, 20]),
  ]);
  // What two share says more than what one has; 9 and 20 say nothing.
  expect(weights[5]!).toBeGreaterThan(weights[1]!);
  expect(weights[1]!).toBeGreaterThan(0);
  expect(weights[7]!).toBeCloseTo(-weights[5]!, 10);
  expect(weights[9]!).toBeCloseTo(0, 10);
  expect(weights[20]!).toBeCloseTo(0, 10);
  expect(weights[11]!).toBe(0);
});

it("weighs nothing where the sides say the same", () => {
  const { weights } = regressSides([sided(1, [1, 2, 3]), sided(0, [1, 2, 3]), sided(0, [1, 2, 3])]);
  expect(Math.max(...weights.map(Math.abs))).toBeLessThan(1e-12);
});

it("counts a text that counts twice like two of it, and one that counts nothing not at all", () => {
  const [a, b, c] = [
    [1, 2, 3, 8],
    [2, 4, 6, 8],
    [3, 6, 8, 9],
  ];
  const twice = regressSides([sided(1, a!), sided(1, b!, 2), sided(0, c!), sided(1, [50], 0)]);
  const doubled = regressSides([sided(1, a!), sided(1, b!), sided(1, b!), sided(0, c!)]);
  for (let cell = 0; cell < 10; cell++)
    expect(twice.weights[cell]!).toBeCloseTo(doubled.weights[cell]!, 3);
  expect(twice.weights[50]).toBe(0);
  expect(twice.amounts[3]).toBe(0);
});

/** Weighted ridge regression by its normal equations in the amounts of the texts and the constant, by elimination. */
function slowly(texts: readonly SidedText[]): number[] {
  const rows = texts.map(({ cells }) => {
    const dense = new Array<number>(CELLS).fill(0);
    for (const cell of cells) dense[cell] = 1 / Math.sqrt(cells.length);
    return dense;
  });
  const n = rows.length;
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const system = rows.map((row, i) => [
    ...rows.map((other, j) => dot(row, other) + (i === j ? 0.3 / texts[i]!.weight : 0)),
    1,
    texts[i]!.side,
  ]);
  // The amounts add up to 0, which is what the constant means.
  system.push([...rows.map(() => 1), 0, 0]);
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++) {
      if (i === j) continue;
      const factor = system[j]![i]! / system[i]![i]!;
      system[j] = system[j]!.map((value, k) => value - factor * system[i]![k]!);
    }
  const amounts = system.map((row, i) => row[n + 1]! / row[i]!);
  return Array.from({ length: CELLS }, (_, cell) =>
    rows.reduce((sum, row, i) => sum + amounts[i]! * row[cell]!, 0),
  );
}

it("gives the weights of ridge regression for sides of any size, from nothing and from a start", () => {
  const random = seededRandom(29);
  const cells = () => Array.from({ length: 5 + 40 * random() }, () => Math.floor(60 * random()));
  const some = (side: 0 | 1, count: number, weight = 1) =>
    Array.from({ length: count }, () =>
      sided(
        side,
        [...new Set(cells())].sort((a, b) => a - b),
        weight,
      ),
    );
  for (const [positives, negatives, light] of [
    [1, 2, 0],
    [3, 2, 0],
    [2, 9, 4],
    [12, 12, 30],
  ] as const) {
    const texts = [...some(1, positives), ...some(0, negatives), ...some(0, light, 0.1)];
    const start = Float64Array.from(texts, () => random() - 0.5);
    const wanted = slowly(texts);
    const largest = Math.max(...wanted.map(Math.abs));
    for (const { weights, scores } of [regressSides(texts), regressSides(texts, start)]) {
      for (let cell = 0; cell < 60; cell++)
        expect(Math.abs(weights[cell]! - wanted[cell]!)).toBeLessThan(0.005 * largest);
      texts.forEach(({ cells }, i) => {
        const sum = cells.reduce((total, cell) => total + weights[cell]!, 0);
        expect(scores[i]).toBeCloseTo(sum / Math.sqrt(cells.length), 5);
      });
    }
  }
});
