import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CellCounts } from "../../../../../core/kernel/cell-piles.ts";
import { seededRandom } from "../../../../../core/kernel/seeded-random.ts";
import { lowBitsFor, packBits } from "../../../../../core/node/collections/cells/cell-format.ts";

const LIMIT = 16_384;

/** Unpacks from the middle of other bytes. */
function unpacked(bytes: Uint8Array, count: number): Uint16Array | undefined {
  const counts = new CellCounts(bytes.length + 8);
  counts.input.fill(0xa5);
  counts.input.set(bytes, 3);
  return counts.unpack({ from: 3, to: 3 + bytes.length, count }, lowBitsFor(count, LIMIT));
}

const binary = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join(" ");

describe("ascending numbers as bits", () => {
  it("are a gap's upper part in zeros, a one, and its low bits", () => {
    // 2 of 8: one low bit (2 * 2 <= 6). Gap 0: 1 0; gap 5 = 2 * 2 + 1: 001 1.
    expect(binary(packBits([0, 6], 8))).toBe("10001100");
    // More than half of all: no low bits, so they are marks from the second on.
    expect(binary(packBits([0, 1, 3, 4, 5, 7], 8))).toBe("11011101");
    expect(packBits([], 16_384)).toEqual(new Uint8Array(0));
  });
  it("come back, however many and however far apart they are", () => {
    const shares = fc.constantFrom(0, 0.0001, 0.01, 0.06, 0.5, 0.95, 1);
    fc.assert(
      fc.property(shares, fc.nat(), (share, seed) => {
        const random = seededRandom(seed);
        const all = Array.from({ length: LIMIT }, (_, i) => i);
        const numbers = Uint16Array.from(all.filter(() => random() < share));
        expect(unpacked(packBits(numbers, LIMIT), numbers.length)).toEqual(numbers);
      }),
    );
  });
  it("come back where they crowd at one end", () => {
    for (const start of [0, 16_384 - 983]) {
      const crowd = Uint16Array.from({ length: 983 }, (_, i) => start + i);
      expect(unpacked(packBits(crowd, LIMIT), 983)).toEqual(crowd);
    }
    const far = Uint16Array.from([...Array.from({ length: 982 }, (_, i) => i), 16_383]);
    expect(unpacked(packBits(far, LIMIT), 983)).toEqual(far);
  });
  it("are refused when they are not what was written", () => {
    const numbers = Uint16Array.from({ length: 100 }, (_, i) => i * 160);
    const bytes = packBits(numbers, LIMIT);
    expect(unpacked(bytes.subarray(0, -1), 100)).toBeUndefined();
    expect(unpacked(Uint8Array.of(...bytes, 0), 100)).toBeUndefined();
    expect(unpacked(new Uint8Array(bytes.length), 100)).toBeUndefined();
    expect(unpacked(new Uint8Array(bytes.length).fill(255), 100)).toBeUndefined();
    expect(unpacked(new Uint8Array(0), 100)).toBeUndefined();
    expect(unpacked(packBits([40_000], 65_536), 1)).toBeUndefined();
  });
});
