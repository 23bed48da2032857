import fc from "fast-check";
import { expect, test } from "vitest";
import { CELLS } from "../../../core/kernel/grid.ts";
import { readReader, readReaderHeader, writeReader } from "../../../core/reader/reader-file.ts";

const header = {
  encoder: { folder: "/models/tiny", checksum: "sha256:1", dimensions: 3 },
  map: { name: "en_associative", checksum: "abc" },
  recipe: "ridge 30",
  sentences: { count: 24_000, from: "wiki.jsonl", checksum: "sha256:2" },
  quality: { keptAside: 1000, cosine: 0.61, first: 0.98 },
};
const weights = {
  dimensions: 3,
  steps: new Int8Array(3 * CELLS).map((_, at) => (at % 255) - 127),
  scales: new Float32Array(CELLS).map((_, cell) => cell / 1000),
  constants: new Float32Array(CELLS).map((_, cell) => -cell),
};
const bytes = writeReader({ header, weights });

test("a file holds what was written", () => {
  const reader = readReader(bytes, "tiny.reader");
  expect(reader).toEqual({ header, weights, checksum: expect.stringMatching(/^[0-9a-f]{32}$/) });
  // As it comes from a disk: a view into a larger memory.
  const view = Buffer.concat([Uint8Array.of(1, 2, 3), bytes]).subarray(3);
  expect(readReader(view, "tiny.reader")).toEqual(reader);
  expect(readReaderHeader(bytes, "tiny.reader")).toEqual(header);
  expect(writeReader(reader)).toEqual(bytes);
});

test("refuses a damaged file with a sentence", () => {
  const refused = (given: Uint8Array) => {
    try {
      readReader(given, "tiny.reader");
    } catch (cause) {
      return String(cause);
    }
    return "was read";
  };
  expect(refused(new TextEncoder().encode("no reader at all, but a list of words"))).toContain(
    "The reader tiny.reader is not a reader: it does not begin with the mark of one.",
  );
  expect(refused(bytes.slice(0, -1))).toContain("is cut short");
  expect(refused(Uint8Array.from(bytes).fill(1, 8, 9))).toContain("fit the reader again");
  fc.assert(
    fc.property(fc.nat(bytes.length - 33), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const copy = bytes.slice();
      copy[32 + at]! ^= by;
      expect(refused(copy)).toContain("does not fit its contents");
    }),
    { numRuns: 20 },
  );
});

test("refuses a reader whose parts contradict each other", () => {
  const read = (change: object) => () =>
    readReader(writeReader({ header: { ...header, ...change }, weights }), "tiny.reader");
  const { encoder, quality } = header;
  expect(read({ encoder: { ...encoder, dimensions: 4 } })).toThrow("its header promises");
  expect(read({ encoder: { ...encoder, checksum: 7 } })).toThrow("“encoder”");
  expect(read({ quality: { ...quality, first: 2 } })).toThrow("“quality”");
  expect(() =>
    readReader(
      writeReader({ header, weights: { ...weights, scales: weights.scales.with(5, Number.NaN) } }),
      "tiny.reader",
    ),
  ).toThrow("its header promises");
});
