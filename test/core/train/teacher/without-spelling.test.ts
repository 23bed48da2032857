import { describe, expect, it } from "vitest";
import { seededNormal, seededRandom } from "../../../../core/kernel/seeded-random.ts";
import { READING_SCALE, type Reading } from "../../../../core/train/teacher/teacher.ts";
import { withoutSpelling } from "../../../../core/train/teacher/without-spelling.ts";
import { normalise } from "../../../../core/train/vectors/term-vectors.ts";
import { inlineContext } from "../../../support/train-support.ts";

const WORDS = 600;
const DEPTH = 4;
const WIDE = 6;
/** The last dimension of a reading stands for spelling; every third word is cut, and read by it alone. */
const SPELLING = WIDE - 1;

const isCut = (row: number) => row % 3 === 2;
const topicOf = (row: number) => Math.floor(row / 3) % DEPTH;
const wholes = Uint8Array.from({ length: WORDS }, (_, row) => Number(!isCut(row)));

function rowsOf(dimensions: number, fill: (row: Float32Array, at: number) => void): Float32Array {
  const values = new Float32Array(new SharedArrayBuffer(4 * WORDS * dimensions));
  for (let at = 0; at < WORDS; at++) {
    const row = values.subarray(at * dimensions, (at + 1) * dimensions);
    fill(row, at);
    normalise(row);
  }
  return values;
}

const random = seededRandom(3);
const own = {
  rows: WORDS,
  dimensions: DEPTH,
  values: rowsOf(DEPTH, (row, at) => {
    for (let i = 0; i < DEPTH; i++) row[i] = 0.1 * seededNormal(random);
    row[topicOf(at)]! += 1;
  }),
};
const terms: Reading = {
  dimensions: WIDE,
  values: Int16Array.from(
    rowsOf(WIDE, (row, at) => {
      row[isCut(at) ? SPELLING : topicOf(at)] = 1;
    }),
    (value) => Math.round(value * READING_SCALE),
  ),
};

const given = { terms, wholes, own, words: WORDS };
const rowOf = ({ values }: Reading, row: number) => [
  ...values.subarray(row * WIDE, (row + 1) * WIDE),
];

/** Mean of the readings of whole words. */
const mean = Array.from({ length: WIDE }, (_, i) => {
  const rows = Array.from(wholes.keys()).filter((row) => !isCut(row));
  return rows.reduce((sum, row) => sum + rowOf(terms, row)[i]! / rows.length, 0);
});

describe("readings without spelling", () => {
  it("are those of the teacher for words that it reads whole", async () => {
    const plain = await withoutSpelling(given, inlineContext());
    for (let row = 0; row < WORDS; row++)
      if (!isCut(row)) expect(rowOf(plain, row)).toEqual(rowOf(terms, row));
  });

  it("are of the topic that the texts tell for words that are cut, with a part of their own", async () => {
    const plain = await withoutSpelling(given, inlineContext());
    for (let row = 2; row < WORDS; row += 3) {
      const found = rowOf(plain, row);
      const topics = found.slice(0, DEPTH);
      expect(topics.indexOf(Math.max(...topics))).toBe(topicOf(row));
      // Half of the reading stays, beside half of one as long as those of whole words.
      const told = found[topicOf(row)]! - mean[topicOf(row)]!;
      expect(told / found[SPELLING]!).toBeCloseTo((0.5 * 0.75 - 0.5 * 0.25) / 0.5, 1);
    }
  });

  it("are as far from the mean as before, so that no word that is cut counts less in a text", async () => {
    const plain = await withoutSpelling(given, inlineContext());
    const far = (reading: Reading, row: number) =>
      Math.hypot(...rowOf(reading, row).map((value, i) => value - mean[i]!)) / READING_SCALE;
    for (let row = 2; row < WORDS; row += 3)
      expect(far(plain, row)).toBeCloseTo(far(terms, row), 3);
  });

  it("are untouched where all words are whole, or too few to learn from", async () => {
    const all = { ...given, wholes: new Uint8Array(WORDS).fill(1) };
    expect(await withoutSpelling(all, inlineContext())).toBe(terms);
    const few = { ...given, words: 200 };
    expect(await withoutSpelling(few, inlineContext())).toBe(terms);
  });
});
