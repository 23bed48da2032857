import fc from "fast-check";
import { expect, test } from "vitest";
import { CELLS } from "../../../core/kernel/grid.ts";
import { murmur3 } from "../../../core/kernel/hash.ts";
import { KIND } from "../../../core/retina/format-layout.ts";
import { openRetina, readRetinaHead } from "../../../core/retina/open-retina.ts";
import type { RetinaData } from "../../../core/retina/retina-data.ts";
import { weightByte, weightOf } from "../../../core/retina/term-weights.ts";
import type { Retina } from "../../../core/retina/types.ts";
import { writeRetina } from "../../../core/retina/write-retina.ts";
import { CHECKSUM_AT, HEAD_AT, HEAD_START, headLength } from "../../../core/tables/framed-file.ts";
import { retinaData, type TermRow } from "../../support/retina-builder.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { tinyRetinaData } from "../../support/tiny-retina.ts";

const data = tinyRetinaData({ name: "tiny" });
const file = writeRetina(data);

/** Everything a retina tells, in one value. */
const contentsOf = (retina: Retina) => ({
  card: retina.card,
  terms: Array.from({ length: retina.termCount }, (_, id) => ({
    term: retina.term(id),
    id: retina.idOf(retina.term(id)),
    df: retina.documentFrequency(id),
    frequency: retina.frequency(id),
    weight: retina.weight(id),
    posTypes: retina.posTypes(id),
    positions: [...retina.positions(id)],
  })),
  anchors: Array.from({ length: CELLS }, (_, cell) => retina.anchor(cell)),
});

test("a retina comes back from its file with everything in it", () => {
  const retina = openRetina(file, "tiny.retina");
  expect(retina.name).toBe("tiny");
  expect(retina.termCount).toBe(52);
  expect(retina.longestPhrase).toBe(2);
  const id = retina.idOf("apple");
  expect(retina.term(id)).toBe("apple");
  expect(retina.posTypes(id)).toEqual(["NOUN"]);
  expect([...retina.positions(id)]).toEqual([
    ...data.positions.subarray(data.offsets[id], data.offsets[id + 1]),
  ]);
  expect(retina.frequency(id)).toBe(data.occurrences[id]! / 1_000_000);
  expect(retina.documentFrequency(id)).toBe(data.documentCounts[id]! / 10_000);
  expect(retina.anchor(data.positions[data.offsets[id]!]!)).toBe(
    data.anchors[data.positions[data.offsets[id]!]!],
  );
});

test("the same data gives the same bytes on every machine, and other data another checksum", () => {
  expect(writeRetina(tinyRetinaData({ name: "tiny" }))).toEqual(file);
  expect(openRetina(file).checksum).toBe("7250b6758e3b88b111163a2c38cf5b80");
  const other = writeRetina(tinyRetinaData({ name: "tinier" }));
  expect(openRetina(other).checksum).not.toBe(openRetina(file).checksum);
});

test("opens from the middle of a larger buffer, and needs the bytes no longer", () => {
  const whole = contentsOf(openRetina(file));
  for (const start of [3, 4]) {
    const buffer = Buffer.alloc(file.length + 9);
    buffer.set(file, start);
    const retina = openRetina(buffer.subarray(start, start + file.length));
    buffer.fill(0);
    expect(contentsOf(retina)).toEqual(whole);
  }
});

const weights = Uint8Array.from(data.terms, (_, id) => 5 * id);
const weighed = writeRetina({ ...data, weights });

test("what terms count for in names comes back, with and without weights; all count in full otherwise", () => {
  const naming = Uint8Array.from(data.terms, (_, id) => 5 * id);
  const shares = (bytes: Uint8Array) => {
    const retina = openRetina(bytes);
    return Array.from({ length: retina.termCount }, (_, id) => retina.naming(id));
  };
  const wanted = Array.from(naming, (byte) => byte / 255);
  expect(shares(writeRetina({ ...data, naming }))).toEqual(wanted);
  expect(shares(writeRetina({ ...data, naming, weights }))).toEqual(wanted);
  expect(shares(weighed)).toEqual(wanted.map(() => 1));
  expect(openRetina(writeRetina({ ...data, naming })).weight(3)).toBe(1);
});

test("learned weights come back from their file, and are 1 without them", () => {
  const retina = openRetina(weighed);
  expect(data.terms.map((_, id) => retina.weight(id))).toEqual(
    Array.from(weights, (byte) => 2 ** ((byte - 128) / 64)),
  );
  const plain = openRetina(file);
  expect(data.terms.every((_, id) => plain.weight(id) === 1)).toBe(true);
  const rest = (whole: Retina) => contentsOf(whole).terms.map((row) => ({ ...row, weight: 0 }));
  expect(rest(retina)).toEqual(rest(plain));
});

test("a weight of 1 is kept exactly, others to half a hundredth, and none leaves its range", () => {
  expect(weightOf(weightByte(1))).toBe(1);
  expect([0.5, 2, 3, 0.01, 100].map(weightByte)).toEqual([64, 192, 229, 0, 255]);
  for (let weight = 0.26; weight < 3.9; weight *= 1.003)
    expect(Math.abs(weightOf(weightByte(weight)) / weight - 1)).toBeLessThan(0.0055);
});

const term = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
    fc.stringMatching(/^[ab ]{1,12}$/),
    fc.constant("x".repeat(255)),
  )
  .filter((text) => text.length > 0 && text.length <= 255);
const rows: fc.Arbitrary<TermRow[]> = fc.uniqueArray(
  fc.record({
    term,
    occurrences: fc.nat(5),
    posTypes: fc.subarray(["NOUN", "VERB", "ADJECTIVE", "NUMBER", "SYMBOL", "UNKNOWN"]),
    positions: fc
      .uniqueArray(fc.nat(CELLS - 1), { maxLength: 40 })
      .map((cells) => cells.sort((a, b) => a - b)),
  }),
  { minLength: 1, maxLength: 30, selector: (row) => row.term },
);

test("any vocabulary comes back from its file, whatever its letters", () => {
  fc.assert(
    fc.property(rows, (list) => {
      const written = retinaData(list);
      const { terms } = contentsOf(openRetina(writeRetina(written)));
      expect(terms.map((row) => row.term)).toEqual(written.terms);
      expect(terms.map((row) => row.id)).toEqual(terms.map((_, id) => id));
      const byTerm = new Map(list.map((row) => [row.term, row]));
      for (const row of terms) {
        expect(row.positions).toEqual(byTerm.get(row.term)?.positions);
        expect(row.posTypes).toEqual(byTerm.get(row.term)?.posTypes);
      }
    }),
    { numRuns: 50 },
  );
});

const changed = (
  change: (bytes: Uint8Array, view: DataView) => void,
  from: Uint8Array = file,
): Uint8Array => {
  const bytes = from.slice();
  change(bytes, new DataView(bytes.buffer));
  return bytes;
};

test.each<[string, Uint8Array]>([
  ["is empty", new Uint8Array(0)],
  ["is not a retina", new TextEncoder().encode("id,term\n1,apple\n")],
  ["is not a retina", changed((bytes) => bytes.fill(0, 0, 8))],
  ["is cut short: it ends after 20 bytes", file.slice(0, 20)],
  [`is cut short: ${file.length - 1} of ${file.length} bytes`, file.slice(0, -1)],
  [`is too long: it has ${file.length + 4} bytes`, Uint8Array.of(...file, 0, 0, 0, 0)],
  [
    "has format 4, and this release reads 3; update",
    changed((_, view) => view.setUint32(8, 4, true)),
  ],
  ["reads 3; train the retina again", changed((_, view) => view.setUint32(8, 1, true))],
  ["is damaged: its checksum", changed((bytes) => (bytes[5000]! ^= 1))],
  ["is damaged: its checksum", changed((bytes) => (bytes[CHECKSUM_AT]! ^= 1))],
])("says that the file %s", (reason, bytes) => {
  expect(() => openRetina(bytes, "en.retina")).toThrow(
    expect.objectContaining({
      code: "bad-retina-file",
      message: expect.stringContaining(reason),
      details: { file: "en.retina" },
    }),
  );
  expect(() => openRetina(bytes, "en.retina")).toThrow(/^The retina file en\.retina /);
});

/** Runs `open`; whatever it refuses must be refused with a sentence. */
function refusal(open: () => Retina): Retina | undefined {
  try {
    return open();
  } catch (cause) {
    expect(cause).toMatchObject({ code: "bad-retina-file" });
    expect((cause as Error).message).toMatch(/^The retina file .+\.$/s);
    return undefined;
  }
}

test("no file with a flipped bit or a changed byte opens: 3000 of them", () => {
  const random = seededRandom(11);
  for (let i = 0; i < 3000; i++) {
    const at = i < 400 ? i % HEAD_START : random.below(file.length);
    const mask = i % 2 === 0 ? 1 << random.below(8) : 1 + random.below(255);
    const bytes = changed((copy) => (copy[at]! ^= mask), i % 3 === 0 ? weighed : file);
    expect(refusal(() => openRetina(bytes))).toBeUndefined();
  }
});

test("no file that was cut, or had a piece cut out, opens: 1000 of them", () => {
  const random = seededRandom(12);
  for (let i = 0; i < 1000; i++) {
    const from = i < 100 ? i : random.below(file.length);
    const length = i % 2 === 0 ? file.length : 1 + random.below(64);
    const bytes = new Uint8Array(
      Buffer.concat([file.subarray(0, from), file.subarray(from + length)]),
    );
    expect(refusal(() => openRetina(bytes))).toBeUndefined();
  }
});

/** Where the sections begin, and what their lengths are by the head. */
function headOf(bytes: Uint8Array) {
  const first = HEAD_START + new DataView(bytes.buffer).getUint32(HEAD_AT, true);
  const { sections } = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD_START, first)));
  return { first, sections: sections as Record<string, number> };
}
function startsOf(bytes: Uint8Array): Record<string, number> {
  const { first, sections } = headOf(bytes);
  let at = first;
  const starts = KIND.sections.map((name) => {
    at += (sections[name]! + 3) & ~3;
    return [name, at - ((sections[name]! + 3) & ~3)] as const;
  });
  return Object.fromEntries(starts);
}

/** A small retina, so that most of its file is structure. */
const small = writeRetina({
  weights: Uint8Array.of(128, 1, 255, 60),
  ...retinaData(
    ["apple", "applet", "big apple", "zebra"].map((name, i) => ({
      term: name,
      occurrences: 9 - i,
      posTypes: ["NOUN"],
      positions: [i, 100 + i, 9000 + i],
    })),
  ),
});

/** Puts the right checksum on whatever the body is: damage that no checksum can tell. */
function sealed(bytes: Uint8Array): Uint8Array {
  const words = new Uint32Array(bytes.buffer, HEAD_AT, (bytes.length - HEAD_AT) >> 2);
  const hash = murmur3(words);
  const view = new DataView(bytes.buffer);
  for (let lane = 0; lane < 4; lane++)
    view.setUint32(
      CHECKSUM_AT + 4 * lane,
      Number.parseInt(hash.slice(8 * lane, 8 * lane + 8), 16),
      true,
    );
  return bytes;
}

test("a file of the format before opens, and tells its card without the rest", () => {
  const lengths = KIND.sections.map((name) => headOf(weighed).sections[name] ?? 0);
  const card = new TextEncoder().encode(JSON.stringify(data.card));
  const pad = new Uint8Array(-card.length & 3);
  const body = weighed.subarray(startsOf(weighed).sharedLengths);
  const words = Uint32Array.of(0, 2, 0, 0, 0, 0, 0, 0, card.length, ...lengths);
  const former = new Uint8Array(Buffer.concat([Buffer.from(words.buffer), card, pad, body]));
  former.set(KIND.mark);
  new DataView(former.buffer).setUint32(8, 2, true);
  new DataView(former.buffer).setUint32(12, former.length, true);
  sealed(former);
  expect(contentsOf(openRetina(former))).toEqual(contentsOf(openRetina(weighed)));
  const { checksum } = openRetina(former);
  const start = former.subarray(0, headLength(former, KIND));
  expect(readRetinaHead(start, former.length, "en")).toEqual({ card: data.card, checksum });
});

/** What every open retina must be, whatever it says. */
function expectSound(retina: Retina): void {
  const { terms, anchors } = contentsOf(retina);
  for (const { term: name, id, positions } of terms) {
    expect(retina.term(id)).toBe(name);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
    expect(positions.at(-1) ?? 0).toBeLessThan(CELLS);
    const query = Uint16Array.from(positions);
    for (const match of retina.similar(query, { offset: 0, limit: 5 }))
      expect(match.score).toBeLessThanOrEqual(positions.length);
    retina.contexts(query);
  }
  expect(anchors.every((id) => id < retina.termCount)).toBe(true);
}

test("files with a right checksum over wrong contents are refused or sound: 3000 of them", () => {
  const random = seededRandom(13);
  const spots = small.length - 4 * CELLS;
  let opened = 0;
  for (let i = 0; i < 3000; i++) {
    const bytes = small.slice();
    for (let changes = random.below(3); changes >= 0; changes--)
      bytes[HEAD_AT + random.below(spots - HEAD_AT)] = random.below(256);
    const retina = refusal(() => openRetina(sealed(bytes)));
    if (retina === undefined) continue;
    opened++;
    expectSound(retina);
  }
  expect(opened).toBeGreaterThan(0);
});

/** The file of `ant`, `bee` and `cow`, which occur 9, 7 and 7 times, with some numbers of a section replaced. */
function withNumbers(section: "occurrences" | "alphabet", numbers: readonly number[]): Uint8Array {
  const bytes = writeRetina(
    retinaData(
      ["ant", "bee", "cow"].map((term, i) => ({
        term,
        occurrences: i === 0 ? 9 : 7,
        posTypes: ["NOUN"],
        positions: [i],
      })),
    ),
  ).slice();
  const view = new DataView(bytes.buffer);
  const start = startsOf(bytes)[section]!;
  numbers.forEach((number, i) => {
    view.setUint32(start + 4 * i, number, true);
  });
  return sealed(bytes);
}

test("a file whose terms are in another order than that of frequency, then alphabet, is refused", () => {
  const untouched = openRetina(withNumbers("occurrences", [9, 7, 7]));
  expect([0, 1, 2].map((id) => untouched.term(id))).toEqual(["ant", "bee", "cow"]);
  expect(() => openRetina(withNumbers("alphabet", [0, 1, 2]))).not.toThrow();
  // The last one occurs more often than the one before it.
  const rising = withNumbers("occurrences", [9, 7, 8]);
  expect(() => openRetina(rising)).toThrow("its terms are not in order of frequency");
  // "cow" comes before "bee", which occurs as often.
  const swapped = withNumbers("alphabet", [0, 2, 1]);
  expect(() => openRetina(swapped)).toThrow("its terms are not in order of frequency");
  // One term is there twice, another not at all, or does not exist.
  for (const alphabet of [
    [0, 1, 1],
    [0, 1, 3],
  ])
    expect(() => openRetina(withNumbers("alphabet", alphabet))).toThrow("not in order");
  // Where frequency decides, the alphabet does not.
  const apart = withNumbers("occurrences", [9, 8, 7]);
  expect(openRetina(apart).term(2)).toBe("cow");
});

test("terms that occur equally often are in alphabetical order, or the file is refused", () => {
  const rows = ["ant", "bee"].map((term, i) => ({
    term,
    occurrences: 7,
    posTypes: ["NOUN"] as const,
    positions: [i],
  }));
  const sound = retinaData(rows);
  const opened = openRetina(writeRetina(sound));
  expect([opened.term(0), opened.term(1)]).toEqual(["ant", "bee"]);
  const swapped = { ...sound, terms: sound.terms.toReversed() };
  expect(() => openRetina(writeRetina(swapped))).toThrow("not in order of frequency");
});

test.each<[string, Partial<RetinaData>]>([
  ["not in order of frequency", { occurrences: data.occurrences.toReversed() }],
  ["has more than 328 positions", { offsets: data.offsets.map((end, i) => (i === 1 ? 400 : end)) }],
  ["a cell is named by a term it does not have", { anchors: new Uint32Array(CELLS).fill(52) }],
  ["a part of speech is unknown", { posBits: data.posBits.map(() => 64) }],
  ["lies outside the map", { positions: data.positions.with(327, 16_384) }],
  ["are not ascending", { positions: data.positions.with(5, 0) }],
  ["is empty, too long or broken", { terms: data.terms.with(3, "") }],
  ["is empty, too long or broken", { terms: data.terms.with(3, "half \ud800") }],
  ["promises 52 terms", { posBits: new Uint8Array(5) }],
  ["promises 52 terms", { weights: new Uint8Array(51) }],
  ["promises 52 terms", { naming: new Uint8Array(53) }],
])("a trainer's mistake is not written: %s", (fault, wrong) => {
  expect(() => writeRetina({ ...data, ...wrong })).toThrow(fault);
});
