import { expect, test } from "vitest";
import { withJpegDensity } from "../../../../../renderer/features/export/model/png-chunks.ts";

const HEADER = [
  0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
];

test("a JPEG tells its resolution in dots an inch, and nothing else of it changes", () => {
  const before = Uint8Array.from(HEADER);
  const after = withJpegDensity(before, 300);
  expect([...after.subarray(13, 18)]).toEqual([1, 1, 44, 1, 44]);
  expect([...after.subarray(0, 13), ...after.subarray(18)]).toEqual([
    ...HEADER.slice(0, 13),
    ...HEADER.slice(18),
  ]);
  expect([...before]).toEqual(HEADER);
});

test("one without the usual header stays as it is", () => {
  const odd = Uint8Array.of(
    0xff,
    0xd8,
    0xff,
    0xe1,
    0,
    16,
    0x45,
    0x78,
    0x69,
    0x66,
    0,
    0,
    0,
    0,
    0,
    0,
  );
  expect(withJpegDensity(odd, 300)).toBe(odd);
});
