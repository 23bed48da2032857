import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  characteristicWords,
  compareWords,
  WordCounts,
} from "../../../core/collection/analyses/word-counts.ts";
import { tokensOf } from "../../../core/collection/port/words.ts";
import { seededRandom } from "../../../core/kernel/seeded-random.ts";
import { withoutNoise } from "../../../core/text/noise.ts";
import { Vocabulary } from "../../../core/text/vocabulary.ts";
import { anyCharacter } from "../../support/any-character.ts";

const piece = fc.oneof(
  fc.constantFrom(
    "war",
    "War",
    "tariff",
    "Éclair",
    "e\u0301clair",
    "x".repeat(120),
    "1,000",
    "don't",
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: anyCharacter, maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(" "));

describe("a vocabulary", () => {
  it("numbers words as they come, each once per text", () => {
    const vocabulary = new Vocabulary(tokensOf);
    expect(vocabulary.read("The war, the WAR and the tariff")).toEqual([0, 1, 2, 3]);
    expect(vocabulary.read("tariff war")).toEqual([3, 1]);
    expect(vocabulary.words).toEqual(["the", "war", "and", "tariff"]);
    expect([vocabulary.idOf("war"), vocabulary.idOf("peace")]).toEqual([1, -1]);
  });

  it("reads every text as its tokens", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const vocabulary = new Vocabulary(tokensOf);
        for (const each of texts) {
          const words = vocabulary.read(each).map((id) => vocabulary.words[id]);
          expect(words).toEqual([...new Set(tokensOf(withoutNoise(each)))]);
        }
      }),
    );
  });

  it("tells some ten thousand words apart", () => {
    const vocabulary = new Vocabulary(tokensOf);
    const words = Array.from({ length: 30_000 }, (_, i) => `w${i.toString(36)}`);
    for (const word of words) vocabulary.read(word);
    expect(vocabulary.words).toEqual(words);
    expect(vocabulary.read(words.slice(-5).join(" "))).toEqual([29995, 29996, 29997, 29998, 29999]);
  });
});

describe("a vocabulary of limited size", () => {
  it("refuses one word more than it has room for, in a sentence", () => {
    const vocabulary = new Vocabulary(tokensOf, 3);
    expect(vocabulary.read("one two three two")).toEqual([0, 1, 2]);
    expect(() => vocabulary.read("one four")).toThrow(
      "These rows have more than 3 different words, which is more than can be compared; restrict the rows.",
    );
  });

  it("may tell words apart in another way", () => {
    const vocabulary = new Vocabulary((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
    const long = "x".repeat(120);
    vocabulary.read(`e\u0301t ${long}y ${long}z`);
    vocabulary.read(`ET ${long}Y`);
    expect(vocabulary.words).toEqual(["e", "t", `${long}y`, `${long}z`, "et"]);
  });
});

describe("characteristic words of parts", () => {
  it("are the first of those in which a part differs from the rest", () => {
    const random = seededRandom(5);
    const words = Array.from(
      { length: 60 },
      (_, i) => `word${String.fromCharCode(97 + (i % 26))}${i}`,
    );
    const vocabulary = new Vocabulary(tokensOf);
    const [all, part, rest] = [0, 1, 2].map(() => new WordCounts(vocabulary)) as [
      WordCounts,
      WordCounts,
      WordCounts,
    ];
    for (let row = 0; row < 300; row++) {
      const isIn = row % 3 === 0;
      const own = words.filter((_, i) => random() < (isIn ? i / 80 : 0.3)).join(" ");
      all.add(own);
      (isIn ? part : rest).add(own);
    }
    const weight = (word: string) => (word.startsWith("worda") ? 0 : 1);
    const expected = compareWords(part, rest, weight)
      .map(({ word }) => word)
      .filter((word) => weight(word) > 0);
    expect(characteristicWords([part], all, weight, 7)).toEqual([expected.slice(0, 7)]);
  });
});
