import { describe, expect, it } from "vitest";
import {
  characteristicWords,
  compareWords,
  WordCounts,
  wordWeights,
} from "../../../../core/collection/analyses/word-counts.ts";
import type { PosType, Retina } from "../../../../core/retina/types.ts";

/** Word, share of documents, share of running words, kind, how often in small letters. */
const WORDS: readonly (readonly [string, number, number, PosType, number])[] = [
  ["which", 0.68, 4e-3, "UNKNOWN", 1],
  ["said", 0.39, 2e-3, "VERB", 1],
  ["people", 0.34, 8e-4, "NOUN", 0.9],
  ["acquire", 0.02, 2e-5, "VERB", 1],
  ["tariff", 0.003, 1e-6, "NOUN", 1],
  ["corp", 0.003, 4e-6, "NOUN", 0.24],
  ["japan", 0.03, 4e-5, "NOUN", 0.22],
];
const retina = {
  card: { language: "English" },
  termCount: WORDS.length,
  term: (id: number) => WORDS[id]![0],
  naming: (id: number) => WORDS[id]![4],
  idOf: (word: string) => WORDS.findIndex(([own]) => own === word),
  documentFrequency: (id: number) => WORDS[id]![1],
  frequency: (id: number) => WORDS[id]![2],
  posTypes: (id: number) => [WORDS[id]![3]],
} as unknown as Retina;
const weight = wordWeights(retina);

describe("the weight of a word", () => {
  it("is nothing for function words, and most for rare nouns and words of the collection's own", () => {
    expect(["which", "said"].map(weight)).toEqual([0, 0]);
    expect(weight("dlrs")).toBe(1);
    expect(["isn", "don", "ll"].map(weight)).toEqual([0, 0, 0]);
    const order = ["tariff", "acquire", "people"];
    expect([...order].sort((a, b) => weight(b) - weight(a))).toEqual(order);
    expect(weight("people")).toBeGreaterThan(0.5);
  });

  it("is less for names that do not say where, so that topics are not called by them", () => {
    expect(weight("corp")).toBeLessThan(0.6 * weight("tariff"));
    expect(weight("japan")).toBeGreaterThan(0.9);
    const all = new WordCounts();
    const own = new WordCounts(all.vocabulary);
    for (let i = 0; i < 100; i++) {
      const text = i < 50 ? `corp ${i < 48 ? "tariff" : ""}` : "people";
      all.add(text);
      if (i < 50) own.add(text);
    }
    expect(characteristicWords([own], all, () => 1, 2)).toEqual([["corp", "tariff"]]);
    expect(characteristicWords([own], all, weight, 2)).toEqual([["tariff", "corp"]]);
  });

  it("keeps words that name nothing out of both ends of a comparison", () => {
    const [a, b] = [new WordCounts(), new WordCounts()];
    for (let i = 0; i < 100; i++) {
      a.add(`which ${i < 50 ? "tariff" : "people"}`);
      b.add(`said ${i < 50 ? "dlrs" : "people"}`);
    }
    const words = (own?: typeof weight) => compareWords(a, b, own).map(({ word }) => word);
    expect([words()[0], words().at(-1)]).toEqual(["which", "said"]);
    expect([words(weight)[0], words(weight).at(-1)]).toEqual(["tariff", "dlrs"]);
    expect(new Set(words(weight))).toEqual(new Set(words()));
  });
});
