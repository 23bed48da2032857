import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packBits, READ_AHEAD, unpackBits } from "../../../core/collection/rice.ts";
import { seededRandom } from "../../../core/kernel/seeded-random.ts";

/** Unpacks from the middle of other bytes. */
function unpacked(bytes: Uint8Array, count: number, limit: number): Uint16Array | undefined {
  const among = new Uint8Array(bytes.length + 3 + READ_AHEAD).fill(0xa5);
  among.set(bytes, 3);
  const numbers = new Uint16Array(limit);
  const place = { from: 3, to: 3 + bytes.length, count, limit };
  return unpackBits(new DataView(among.buffer), place, numbers)
    ? numbers.slice(0, count)
    : undefined;
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
    const limits = fc.constantFrom(8, 1000, 16_384, 65_536);
    const shares = fc.constantFrom(0, 0.0001, 0.01, 0.06, 0.5, 0.95, 1);
    fc.assert(
      fc.property(limits, shares, fc.nat(), (limit, share, seed) => {
        const random = seededRandom(seed);
        const all = Array.from({ length: limit }, (_, i) => i);
        const numbers = Uint16Array.from(all.filter(() => random() < share));
        expect(unpacked(packBits(numbers, limit), numbers.length, limit)).toEqual(numbers);
      }),
    );
  });
  it("come back where they crowd at one end", () => {
    for (const start of [0, 16_384 - 983]) {
      const crowd = Uint16Array.from({ length: 983 }, (_, i) => start + i);
      expect(unpacked(packBits(crowd, 16_384), 983, 16_384)).toEqual(crowd);
    }
    const far = Uint16Array.from([...Array.from({ length: 982 }, (_, i) => i), 16_383]);
    expect(unpacked(packBits(far, 16_384), 983, 16_384)).toEqual(far);
  });
  it("are refused when they are not what was written", () => {
    const numbers = Uint16Array.from({ length: 100 }, (_, i) => i * 160);
    const bytes = packBits(numbers, 16_384);
    expect(unpacked(bytes.subarray(0, -1), 100, 16_384)).toBeUndefined();
    expect(unpacked(Uint8Array.of(...bytes, 0), 100, 16_384)).toBeUndefined();
    expect(unpacked(new Uint8Array(bytes.length), 100, 16_384)).toBeUndefined();
    expect(unpacked(new Uint8Array(bytes.length).fill(255), 100, 16_384)).toBeUndefined();
    expect(unpacked(new Uint8Array(0), 100, 16_384)).toBeUndefined();
    expect(unpacked(packBits([16_383], 16_384), 1, 16_000)).toBeUndefined();
  });
});
