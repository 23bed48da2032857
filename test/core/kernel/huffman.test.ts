import fc from "fast-check";
import { expect, test } from "vitest";
import { codeLengths, isCompleteCode } from "../../../core/kernel/gap-code.ts";

test("frequent symbols get short codes", () => {
  expect([...codeLengths(Uint32Array.of(50, 25, 13, 12), 12)]).toEqual([1, 2, 3, 3]);
});

/** Huffman's own rule: join the two rarest until one is left; the cost is the sum of all joins. */
function optimalCost(counts: readonly number[]): number {
  const weights = [...counts];
  let cost = 0;
  while (weights.length > 1) {
    weights.sort((a, b) => b - a);
    const joined = weights.pop()! + weights.pop()!;
    weights.push(joined);
    cost += joined;
  }
  return cost;
}

test("costs as little as an unlimited Huffman code where the limit does not bind", () => {
  const counts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(counts, (list) => {
      const lengths = codeLengths(Uint32Array.from(list), 12);
      const cost = list.reduce((sum, count, i) => sum + count * lengths[i]!, 0);
      expect(cost).toBe(optimalCost(list));
    }),
  );
});

test("is complete and keeps to the limit, for any counts", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1e9), { minLength: 2, maxLength: 56 }), (list) => {
      expect(isCompleteCode(codeLengths(Uint32Array.from(list), 12), 12)).toBe(true);
    }),
  );
});

test("knows codes that are not complete", () => {
  expect(isCompleteCode(Uint8Array.of(1, 2, 2), 12)).toBe(true);
  expect(isCompleteCode(Uint8Array.of(1, 2), 12)).toBe(false);
  expect(isCompleteCode(Uint8Array.of(1, 1, 1), 12)).toBe(false);
  expect(isCompleteCode(Uint8Array.of(0, 1, 1), 12)).toBe(false);
});
