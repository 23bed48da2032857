import { describe, expect, it } from "vitest";
import { SideLearner, SideRegression } from "../../../core/text/side-learner.ts";
import { type SeededRandom, seededRandom } from "../../support/seeded-random.ts";

const example = (cells: Uint16Array) => ({ cells: () => cells });

/** Half of the 40 cells of a subject, and half of 40 that every text may have (900 to 939). */
function textOn(subject: number, random: SeededRandom): Uint16Array {
  const half = (from: number) =>
    random.shuffled(Array.from({ length: 40 }, (_, i) => from + i)).slice(0, 20);
  return Uint16Array.from([...half(40 * subject), ...half(900)].sort((a, b) => a - b));
}

const mean = (weights: Float64Array, cells: readonly number[]) =>
  cells.reduce((sum, cell) => sum + weights[cell]!, 0) / cells.length;
const range = (from: number) => Array.from({ length: 40 }, (_, i) => from + i);

describe("learning among texts without a label", () => {
  const random = seededRandom(5);
  const own = Array.from({ length: 20 }, () => textOn(0, random));
  const others = Array.from({ length: 80 }, (_, i) => textOn(1 + (i % 8), random));
  const prints = random.shuffled([...own, ...others]);
  const belongs = example(textOn(0, random));
  const known = new Set<number>(belongs.cells());
  const unseen = range(0).filter((cell) => !known.has(cell));

  it("finds cells of a subject that the only example does not have, and none that all texts have", () => {
    const learned = new SideLearner([belongs], { prints, share: 0.2 });
    const weights = learned.weights(new Set([belongs]), new Set());
    expect(Math.min(...unseen.map((cell) => weights[cell]!))).toBeGreaterThan(0);
    const usual = range(900).filter((cell) => known.has(cell));
    expect(mean(weights, unseen)).toBeGreaterThan(2 * mean(weights, usual));
    for (let subject = 1; subject <= 8; subject++)
      expect(mean(weights, range(40 * subject))).toBeLessThan(0);
  });

  it("supposes one in ten where nobody knows, and takes none for belonging where none does", () => {
    const weigh = (share?: number) =>
      new SideLearner([belongs], { prints, share }).weights(new Set([belongs]), new Set());
    expect(weigh()).toEqual(weigh(0.1));
    expect(mean(weigh(), unseen)).toBeGreaterThan(0);
    // All of them speak against the subject then.
    expect(mean(weigh(0), unseen)).toBeLessThan(0);
  });

  it("knows nothing of an example that is left out", () => {
    const [a, b, c] = [textOn(0, random), textOn(0, random), textOn(3, random)].map(example);
    const all = new SideLearner([a!, b!, c!], { prints, share: 0.2 });
    const less = new SideLearner([a!, c!], { prints, share: 0.2 });
    const without = all.weights(new Set([a!]), new Set([c!]));
    less.weights(new Set([a!]), new Set([c!])).forEach((weight, cell) => {
      expect(without[cell]).toBeCloseTo(weight, 4);
    });
  });

  it("is the regression of the sides where there are no such texts", () => {
    const [a, b] = [textOn(0, random), textOn(3, random)];
    const [yes, no] = [example(a), example(b)];
    const learner = new SideLearner([yes, no]);
    const regression = new SideRegression([a, b]);
    const amounts = regression.solve([
      { side: 1, weight: 1 },
      { side: 0, weight: 1 },
    ]);
    expect(learner.hasUnlabelled).toBe(false);
    expect(learner.weights(new Set([yes]), new Set([no]))).toEqual(regression.weights(amounts));
  });
});
