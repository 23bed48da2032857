import { describe, expect, it } from "vitest";
import { levelCrowds } from "../../../core/train/codes/level-crowds.ts";
import { normalise, type TermVectors } from "../../../core/train/vectors/term-vectors.ts";
import { inlineContext } from "../../support/train-support.ts";

const DIMENSIONS = 24;
const CROWD = 60;
const LONERS = 200;

/** Unit vectors: first a crowd round one direction, then loners in all directions. */
function crowdAndLoners(): TermVectors {
  const rows = CROWD + LONERS;
  const values = new Float32Array(rows * DIMENSIONS);
  for (let row = 0; row < rows; row++) {
    const vector = values.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
    for (let i = 0; i < DIMENSIONS; i++) vector[i] = Math.sin(row * 7.3 + i * i * 2.1 + row * i);
    if (row < CROWD) vector[0]! += 9;
    normalise(vector);
  }
  return { rows, dimensions: DIMENSIONS, values };
}

function product({ values }: TermVectors, a: number, b: number): number {
  let sum = 0;
  for (let i = 0; i < DIMENSIONS; i++)
    sum += values[a * DIMENSIONS + i]! * values[b * DIMENSIONS + i]!;
  return sum;
}

describe("levelling crowds", () => {
  const vectors = crowdAndLoners();

  it("makes likeness count for less in a crowd and for more outside", async () => {
    const levelled = await levelCrowds(vectors, 0.5, inlineContext());
    const ratio = (a: number, b: number) => product(levelled, a, b) / product(vectors, a, b);
    expect(ratio(0, 1)).toBeLessThan(0.9);
    expect(ratio(CROWD, CROWD + 1)).toBeGreaterThan(1.05);
  });

  it("keeps the direction of every vector, and with no share the vectors themselves", async () => {
    const levelled = await levelCrowds(vectors, 0.5, inlineContext());
    for (const row of [0, CROWD, CROWD + LONERS - 1]) {
      const length = Math.sqrt(product(levelled, row, row));
      const first = row * DIMENSIONS;
      expect(levelled.values[first]! / length).toBeCloseTo(vectors.values[first]!, 5);
    }
    expect(await levelCrowds(vectors, 0, inlineContext())).toBe(vectors);
  });
});
