import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isLanguageRetinaOf,
  languageRetinaData,
  languageRetinaName,
  languageRetinaParts,
  mapOf,
} from "../../../core/language/language-retina.ts";
import type { Pack } from "../../../core/language/pack.ts";
import { readPack, writePack } from "../../../core/language/pack-file.ts";
import { openRetina } from "../../../core/retina/open-retina.ts";
import { posBitsOf } from "../../../core/retina/retina-data.ts";
import { TERM_LIMIT } from "../../../core/retina/types.ts";
import { writeRetina } from "../../../core/retina/write-retina.ts";
import { tinyPack } from "../../support/tiny-pack.ts";
import { tinyRetina, tinyRetinaData } from "../../support/tiny-retina.ts";

const map = tinyRetina({ name: "en_associative" });
const packOf = async (): Promise<Pack> => readPack(writePack(await tinyPack()), "de.pack");
const retinaOf = (pack: Pack) =>
  openRetina(writeRetina(languageRetinaData(pack, map, "de_associative")), "de_associative");

const overlap = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  const set = new Set(Array.from(a));
  return Array.from(b).filter((cell) => set.has(cell)).length;
};

test("a German word lies where the English ones do that mean the same", async () => {
  const german = retinaOf(await packOf());
  const cells = (word: string) => german.positions(german.idOf(word));
  const english = (word: string) => map.positions(map.idOf(word));
  expect(german.card.language).toBe("German");
  expect(overlap(cells("hund"), english("cat"))).toBeGreaterThan(
    4 * overlap(cells("hund"), english("money")),
  );
  expect(overlap(cells("musik"), english("guitar"))).toBeGreaterThan(
    4 * overlap(cells("musik"), english("city")),
  );
  expect(german.posTypes(german.idOf("musik"))).toEqual(["NOUN"]);
  expect(german.frequency(german.idOf("und"))).toBeCloseTo(0.03, 2);
  expect([...cells("straße")]).toEqual([...cells("strasse")]);
});

test("what means “and” before all else is no noun, though nouns lie near", async () => {
  const data = tinyRetinaData({ name: "en_associative" });
  const joining = data.terms.indexOf("money");
  const posBits = data.posBits.with(joining, posBitsOf(["UNKNOWN"]));
  const english = openRetina(writeRetina({ ...data, posBits }), "en_associative");
  const german = openRetina(
    writeRetina(languageRetinaData(await packOf(), english, "de_associative")),
    "de_associative",
  );
  const types = (word: string) => german.posTypes(german.idOf(word));
  expect(english.frequency(joining)).toBeGreaterThan(0.002);
  expect(types("geld")).toEqual(["UNKNOWN"]);
  expect(types("musik")).toEqual(["NOUN"]);
  expect(retinaOf(await packOf()).posTypes(german.idOf("geld"))).toEqual(["NOUN"]);
});

test("a cell is named by the word that means its English name", async () => {
  const german = retinaOf(await packOf());
  const names = new Map<string, Set<string>>();
  for (let cell = 0; cell < 128 * 128; cell++) {
    const own = names.get(map.term(map.anchor(cell))) ?? new Set();
    names.set(map.term(map.anchor(cell)), own.add(german.term(german.anchor(cell))));
  }
  for (const [english, words] of names)
    if (english === "music") expect([...words]).toEqual(["musik"]);
});

test("a german knows what it was made from", async () => {
  const pack = await packOf();
  const german = retinaOf(pack);
  const other = openRetina(writeRetina(tinyRetinaData({ name: "other" })), "other");
  expect(isLanguageRetinaOf(german, pack, map)).toBe(true);
  expect([mapOf(german), mapOf(map)]).toEqual([map.checksum, map.checksum]);
  expect(isLanguageRetinaOf(german, { ...pack, checksum: "other" }, map)).toBe(false);
  expect(isLanguageRetinaOf(german, pack, other)).toBe(false);
});

/** How high the eight cells around one are; the map goes on at its opposite edge. */
function around(cell: number, height: (cell: number) => number): number {
  const steps = [-1, 0, 1];
  const near = steps.flatMap((down) =>
    steps.map((right) => {
      const row = ((cell >> 7) + down + 128) % 128;
      return row * 128 + (((cell & 127) + right + 128) % 128);
    }),
  );
  return near.reduce((sum, each) => sum + height(each), -height(cell));
}

test("a word has the highest cells of its terms, of equal ones those with the highest around, as the plain way finds them", async () => {
  const pack = await packOf();
  const pairs = fc.tuple(fc.nat(pack.terms.length - 1), fc.integer({ min: 1, max: 255 }));
  fc.assert(
    fc.property(fc.array(pairs, { minLength: 1, maxLength: 5 }), (parts) => {
      const width = parts.length;
      const one = {
        ...pack,
        header: { ...pack.header, counts: { ...pack.header.counts, words: 1, nearest: width } },
        words: ["wort"],
        shares: pack.shares.slice(0, 1),
        nearest: Uint16Array.from(parts, ([term]) => term),
        weights: Uint8Array.from(parts, ([, weight]) => weight),
      };
      const heights = new Map<number, number>();
      for (const [term, weight] of parts) {
        const id = map.idOf(pack.terms[term]!);
        if (id < 0) continue;
        for (const cell of map.positions(id)) heights.set(cell, (heights.get(cell) ?? 0) + weight);
      }
      const { positions } = languageRetinaData(one, map, "de_associative");
      const height = (cell: number) => heights.get(cell) ?? 0;
      const highest = [...heights.keys()].sort(
        (a, b) => height(b) - height(a) || around(b, height) - around(a, height) || a - b,
      );
      expect([...positions]).toEqual(highest.slice(0, TERM_LIMIT).sort((a, b) => a - b));
    }),
  );
});

test("a name says language and map", () => {
  expect(languageRetinaParts("de_associative")).toEqual({ language: "de", map: "en_associative" });
  expect(languageRetinaParts("fr_synonymous")).toEqual({ language: "fr", map: "en_synonymous" });
  expect(languageRetinaParts("law.de")).toEqual({ language: "de", map: "law" });
  expect(languageRetinaParts("en_associative")).toBeUndefined();
  expect(languageRetinaParts("law")).toBeUndefined();
  for (const name of ["de_associative", "law.de"]) {
    const parts = languageRetinaParts(name);
    expect(parts && languageRetinaName(parts.map, parts.language)).toBe(name);
  }
});
