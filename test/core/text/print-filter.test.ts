import fc from "fast-check";
import { expect, test } from "vitest";
import { filterOfPrints, prepareFilterOfPrints } from "../../../core/text/print-filter.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";

const run = (from: number, length: number) => Uint16Array.from({ length }, (_, i) => from + i);
const both = (a: Uint16Array, b: Uint16Array) => Uint16Array.from([...a, ...b]).sort();

test("is what the positives share, and what the negatives do not", () => {
  const [wanted, own, other] = [run(1000, 300), run(4000, 300), run(9000, 300)];
  const shared = filterOfPrints([both(wanted, own), both(wanted, other)], []);
  expect(shared).toHaveLength(400);
  expect(wanted.every((cell) => shared.includes(cell))).toBe(true);
  const apart = filterOfPrints([both(wanted, own)], [both(other, own)]);
  expect(apart).toEqual(wanted);
});

test("is without an example what the others alone make", () => {
  const prints = fc.array(arbitraryPositions(300), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(prints, fc.oneof(fc.constant([]), prints), (positive, negative) => {
      const without = prepareFilterOfPrints(positive, negative).without(new Set([0]), new Set([1]));
      const rest = filterOfPrints(
        positive.slice(1),
        negative.filter((_, place) => place !== 1),
      );
      expect(without).toEqual(rest);
    }),
    { numRuns: 50 },
  );
});

test("has at most 400 cells, all of positives, in rising order", () => {
  const prints = fc.array(
    arbitraryPositions(300).filter(({ length }) => length > 0),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(prints, fc.oneof(fc.constant([]), prints), (positive, negative) => {
      const filter = filterOfPrints(positive, negative);
      expect(filter.length).toBeLessThanOrEqual(400);
      expect(filter).toEqual(Uint16Array.from(new Set(filter)).sort());
      for (const cell of filter) expect(positive.some((print) => print.includes(cell))).toBe(true);
    }),
    { numRuns: 50 },
  );
});
