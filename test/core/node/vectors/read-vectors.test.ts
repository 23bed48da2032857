import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packVectors } from "../../../../core/node/vectors/binary-vectors.ts";
import { readVectors } from "../../../../core/node/vectors/read-vectors.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vectors-"));
});
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 10 }));

const DIMENSIONS = 10;
/** A word that no two numbers share. */
const nameOf = (i: number) =>
  `${[...i.toString(26)]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
    .join("")}x`;
const NAMES = Array.from({ length: 250 }, (_, i) => nameOf(i));
const numbersOf = (row: number) => Array.from({ length: DIMENSIONS }, (_, i) => (row + i * 3) / 8);
const lineOf = (word: string, row: number) => `${word} ${numbersOf(row).join(" ")}`;
const LINES = NAMES.map(lineOf);

const write = (name: string, content: string | Uint8Array) => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};
const binary = (names: readonly string[] = NAMES) =>
  packVectors(names, {
    rows: names.length,
    dimensions: DIMENSIONS,
    values: Float32Array.from(names.flatMap((_, row) => numbersOf(row))),
  });

describe("word vectors", () => {
  it.each<[string, () => string | Uint8Array]>([
    ["glove.txt", () => LINES.join("\n")],
    ["word2vec.txt", () => [`250 ${DIMENSIONS}`, ...LINES, ""].join("\n")],
    ["fasttext.vec", () => [`250 ${DIMENSIONS}`, ...LINES.map((line) => `${line} `)].join("\n")],
    ["fasttext.vec.gz", () => gzipSync([`250 ${DIMENSIONS}`, ...LINES].join("\r\n"))],
    ["word2vec.bin", () => binary()],
    ["word2vec.bin.gz", () => gzipSync(binary())],
  ])("are read from %s", async (name, content) => {
    const { words, dimensions, values, card } = await readVectors(write(name, content()));
    expect(words).toEqual(NAMES);
    expect(dimensions).toBe(DIMENSIONS);
    expect([...values.slice(30, 40)]).toEqual(numbersOf(3));
    expect(values).toHaveLength(2500);
    expect(card.vectors).toBe(name);
    expect(card.vectorsChecksum).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it("become terms as a vocabulary holds them; the first of equal ones counts", async () => {
    const odd = ["Axx", "New_York", "a.b", "12th", "one_two_three_four", "don’t", ",", "x y"];
    const lines = [...odd.map((word, i) => lineOf(word, 1000 + i)), lineOf("axx", 7), ...LINES];
    const { words, values } = await readVectors(write("odd.txt", lines.join("\n")));
    expect(words.slice(0, 4)).toEqual(["axx", "new york", "x y", NAMES[0]]);
    expect(values[0]).toBe(1000 / 8);
  });

  it("come back from what a training writes, whatever their numbers and wherever the file is cut to pieces", async () => {
    const row = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), {
      minLength: DIMENSIONS,
      maxLength: DIMENSIONS,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 250, maxLength: 250 }), async (rows) => {
        const values = Float32Array.from(rows.flat());
        const file = packVectors(NAMES, { rows: 250, dimensions: DIMENSIONS, values });
        const read = await readVectors(write("any.bin", file));
        expect(read.words).toEqual(NAMES);
        expect(read.values).toEqual(values);
      }),
      { numRuns: 20 },
    );
  });

  it.each<[string, () => string | Uint8Array, string]>([
    ["no line", () => "", "holds no vectors"],
    ["ten words", () => LINES.slice(0, 10).join("\n"), "has only 10 words that can be terms; 200"],
    [
      "one dimension",
      () => NAMES.map((name) => `${name} 1`).join("\n"),
      "has vectors of 1 dimension;",
    ],
    ["a shorter line", () => with7(`${nameOf(7)} 1 2 3`), ":8 has 3 numbers where 10 are expected"],
    ["a longer line", () => with7(`${LINES[7]} 5`), ":8 has 11 numbers where 10 are expected"],
    [
      "a word for a number",
      () => with7(LINES[7]!.replace(/ [\d.]+$/, " 1,5")),
      ":8 has “1,5” where a number belongs",
    ],
    [
      "no number",
      () => with7(LINES[7]!.replace(/ [\d.]+$/, " nan")),
      ":8 has NaN among the numbers of “hx”",
    ],
    [
      "other bytes",
      () => Buffer.concat([Buffer.from(`${LINES[0]}\n`), Buffer.of(0xff, 0xfe, 10)]),
      ":2 is not text in UTF-8",
    ],
    [
      "a binary end too soon",
      () => binary().slice(0, -20),
      "promises 250 words and ends within word 250",
    ],
    ["a binary NaN", () => nanAt(), ":1 has NaN among the numbers of “ax”"],
    [
      "half a .gz",
      () => gzipSync(binary()).subarray(0, 300),
      "cannot be unpacked (unexpected end of file)",
    ],
  ])("with %s are refused with line and reason", async (_, content, reason) => {
    const packed = reason.startsWith("cannot");
    const file = write(packed ? "bad.gz" : "bad.vec", content());
    await expect(readVectors(file)).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringContaining(reason.startsWith(":") ? `${file}${reason}` : reason),
      details: { field: "vectors-from" },
    });
  });

  it("that do not exist are refused", async () => {
    await expect(readVectors(path.join(folder, "none.vec"))).rejects.toThrow(
      "none.vec cannot be read: it does not exist",
    );
  });
});

const with7 = (line: string) => LINES.with(7, line).join("\n");

function nanAt(): Uint8Array {
  const bytes = binary();
  const first = `250 ${DIMENSIONS}\n${NAMES[0]} `.length;
  new DataView(bytes.buffer, bytes.byteOffset).setFloat32(first, Number.NaN, true);
  return bytes;
}
