import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestOf } from "../../../core/retina/group-positions.ts";
import { dot } from "../../../core/retina/vectors.ts";

test("the nearest vector is the first of those with the largest product, however many there are", () => {
  // Few different numbers, so that many are equal.
  const vector = fc.array(fc.constantFrom(-0.5, 0, 0.1, 0.7), { minLength: 3, maxLength: 3 });
  const list = fc.array(vector, { minLength: 1, maxLength: 13 });
  fc.assert(
    fc.property(vector, list, (numbers, lists) => {
      const own = Float32Array.from(numbers);
      const middles = lists.map((each) => Float64Array.from(each));
      const products = middles.map((middle) => dot(own, middle));
      expect(nearestOf(own, middles)).toBe(products.indexOf(Math.max(...products)));
    }),
  );
});
