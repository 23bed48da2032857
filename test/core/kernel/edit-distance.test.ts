import fc from "fast-check";
import { expect, test } from "vitest";
import { EditTable } from "../../../core/kernel/edit-distance.ts";

const table = new EditTable();
const editDistance = (from: string, to: string, limit: number) => table.distance(from, to, limit);

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
  const rows = Array.from({ length: from.length + 1 }, (_, i) =>
    Array.from({ length: to.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= from.length; i++)
    for (let j = 1; j <= to.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      rows[i]![j] = Math.min(replaced, rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1);
    }
  return rows[from.length]![to.length]!;
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

test("a word longer than any term is far from every term", () => {
  expect(editDistance("a".repeat(300), "a".repeat(300), 3)).toBe(4);
});
