import { expect, it } from "vitest";
import { someOf } from "../../../core/kernel/seeded-random.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

it("takes items at equal distances, the first among them", () => {
  expect(someOf(upTo(10), 5)).toEqual([0, 2, 4, 6, 8]);
  expect(someOf(upTo(10), 4)).toEqual([0, 3, 5, 8]);
  expect(someOf(upTo(3), 5)).toEqual([0, 1, 2]);
  expect(someOf([], 5)).toEqual([]);
});

it("takes no more than asked for, and leaves no gap wider than it must", () => {
  for (let count = 1; count < 60; count++)
    for (let most = 1; most < 60; most++) {
      const taken = someOf(upTo(count), most);
      expect(taken).toHaveLength(Math.min(count, most));
      const gaps = [...taken.slice(1), count].map((item, i) => item - taken[i]!);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.ceil(count / most));
    }
});
