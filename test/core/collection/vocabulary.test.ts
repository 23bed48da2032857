import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Vocabulary } from "../../../core/collection/vocabulary.ts";
import {
  characteristicWords,
  compareWords,
  WordCounts,
} from "../../../core/collection/word-counts.ts";
import { tokensOf } from "../../../core/collection/words.ts";
import { seededRandom } from "../../../core/kernel/seeded-random.ts";

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
  fc.string({ unit: "binary", maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(" "));

describe("a vocabulary", () => {
  it("numbers words as they come, each once per text", () => {
    const vocabulary = new Vocabulary();
    expect(vocabulary.read("The war, the WAR and the tariff")).toEqual([0, 1, 2, 3]);
    expect(vocabulary.read("tariff war")).toEqual([3, 1]);
    expect(vocabulary.words).toEqual(["the", "war", "and", "tariff"]);
    expect([vocabulary.idOf("war"), vocabulary.idOf("peace")]).toEqual([1, -1]);
  });

  it("reads every text as its tokens", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const vocabulary = new Vocabulary();
        for (const each of texts) {
          const words = vocabulary.read(each).map((id) => vocabulary.words[id]);
          expect(words).toEqual([...new Set(tokensOf(each))]);
        }
      }),
    );
  });

  it("tells some ten thousand words apart", () => {
    const vocabulary = new Vocabulary();
    const words = Array.from({ length: 30_000 }, (_, i) => `w${i.toString(36)}`);
    for (const word of words) vocabulary.read(word);
    expect(vocabulary.words).toEqual(words);
    expect(vocabulary.read(words.slice(-5).join(" "))).toEqual([29995, 29996, 29997, 29998, 29999]);
  });
});

describe("characteristic words of parts", () => {
  it("are the first of those in which a part differs from the rest", () => {
    const random = seededRandom(5);
    const words = Array.from(
      { length: 60 },
      (_, i) => `word${String.fromCharCode(97 + (i % 26))}${i}`,
    );
    const vocabulary = new Vocabulary();
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
