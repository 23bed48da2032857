import fc from "fast-check";
import { expect, it } from "vitest";
import { effortFor, thinned } from "../../../core/train/map/lay-out-map.ts";

it("is whole from 30,000 terms on, so that a large corpus is trained as ever", () => {
  expect([30_000, 129_432].map(effortFor)).toEqual([1, 1]);
  expect(effortFor(12_000)).toBeCloseTo(0.4, 10);
  expect(effortFor(200)).toBeCloseTo(1 / 3, 10);
});

it("keeps the first and the last of six rounds and one between them", () => {
  expect(thinned([1.5, 1.2, 1, 0.8, 0.6, 0.5], 0.4)).toEqual([1.5, 0.8, 0.5]);
});

it("leaves out rounds alone: in their order, each once, all at full effort", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 30 }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (rounds, effort) => {
        const kept = thinned(rounds, effort);
        expect(kept).toHaveLength(Math.ceil(rounds.length * effort));
        expect(rounds.filter((round) => kept.includes(round))).toEqual(kept);
        expect(thinned(rounds, 1)).toEqual(rounds);
      },
    ),
  );
});
