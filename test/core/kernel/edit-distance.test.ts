import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "../../../core/kernel/edit-distance.ts";

test("counts inserted, deleted, replaced and swapped letters", () => {
  expect(editDistance("aple", "apple", 3)).toBe(1);
  expect(editDistance("applle", "apple", 3)).toBe(1);
  expect(editDistance("epple", "apple", 3)).toBe(1);
  expect(editDistance("appel", "apple", 3)).toBe(1);
  expect(editDistance("kitten", "sitting", 3)).toBe(3);
  expect(editDistance("kitten", "sitting", 2)).toBe(3);
});

/** The whole table, without band or limit. */
function slowly(from: string, to: string): number {
  const table = Array.from({ length: from.length + 1 }, (_, i) =>
    Array.from({ length: to.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= from.length; i++)
    for (let j = 1; j <= to.length; j++) {
      const replaced = table[i - 1]![j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      table[i]![j] = Math.min(replaced, table[i - 1]![j]! + 1, table[i]![j - 1]! + 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) table[i]![j] = Math.min(table[i]![j]!, table[i - 2]![j - 2]! + 1);
    }
  return table[from.length]![to.length]!;
}

test("agrees with the whole table up to the limit", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 4 }), (from, to, limit) => {
      expect(editDistance(from, to, limit)).toBe(Math.min(slowly(from, to), limit + 1));
    }),
    { numRuns: 500 },
  );
});
