import fc from "fast-check";
import { expect, test } from "vitest";
import { murmur3 } from "../../../core/kernel/hash.ts";

const MASK = 0xffffffffn;
const rotate = (x: bigint, by: bigint) => ((x << by) | (x >> (32n - by))) & MASK;
const times = (a: bigint, b: bigint) => (a * b) & MASK;
const C = [0x239b961bn, 0xab0e9789n, 0x38b34ae5n, 0xa1e38b93n];
const LANES = [
  { in: 15n, out: 19n, add: 0x561ccd1bn },
  { in: 16n, out: 17n, add: 0x0bcaa747n },
  { in: 17n, out: 15n, add: 0x96cd1c35n },
  { in: 18n, out: 13n, add: 0x32ac3b17n },
];

/** MurmurHash3 x86_128 with seed 0 over any bytes, from its description, in big integers. */
function reference(bytes: Uint8Array): string {
  const h = [0n, 0n, 0n, 0n];
  const key = (lane: number, k: bigint) =>
    times(rotate(times(k, C[lane]!), LANES[lane]!.in), C[(lane + 1) % 4]!);
  const word = (at: number) =>
    [0, 1, 2, 3].reduce((sum, i) => sum | (BigInt(bytes[at + i] ?? 0) << BigInt(8 * i)), 0n);
  const blocks = Math.floor(bytes.length / 16);
  for (let block = 0; block < blocks; block++)
    for (let lane = 0; lane < 4; lane++) {
      h[lane]! ^= key(lane, word(16 * block + 4 * lane));
      h[lane] = (rotate(h[lane]!, LANES[lane]!.out) + h[(lane + 1) % 4]!) & MASK;
      h[lane] = (times(h[lane]!, 5n) + LANES[lane]!.add) & MASK;
    }
  for (let lane = 0; lane < 4; lane++) {
    const at = 16 * blocks + 4 * lane;
    if (at < bytes.length) h[lane]! ^= key(lane, word(at));
  }
  return finished(h, BigInt(bytes.length));
}

function finished(h: bigint[], length: bigint): string {
  const spread = () => {
    h[0] = (h[0]! + h[1]! + h[2]! + h[3]!) & MASK;
    for (let lane = 1; lane < 4; lane++) h[lane] = (h[lane]! + h[0]!) & MASK;
  };
  for (let lane = 0; lane < 4; lane++) h[lane]! ^= length;
  spread();
  for (let lane = 0; lane < 4; lane++) {
    let x = h[lane]!;
    x = times(x ^ (x >> 16n), 0x85ebca6bn);
    x = times(x ^ (x >> 13n), 0xc2b2ae35n);
    h[lane] = x ^ (x >> 16n);
  }
  spread();
  return h.map((lane) => lane.toString(16).padStart(8, "0")).join("");
}

test("the reference gives the published hash of the fox", () => {
  const fox = new TextEncoder().encode("The quick brown fox jumps over the lazy dog");
  expect(reference(fox)).toBe("2f1583c3ecee2c675d7bf66ce5e91d2c");
});

test("hashes words as the reference hashes their bytes", () => {
  fc.assert(
    fc.property(fc.uint32Array({ maxLength: 40 }), (words) => {
      const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
      expect(murmur3(words)).toBe(reference(bytes));
    }),
  );
});
