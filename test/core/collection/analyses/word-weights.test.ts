import { describe, expect, it } from "vitest";
import {
  compareWords,
  WordCounts,
  wordWeights,
} from "../../../../core/collection/analyses/word-counts.ts";
import type { PosType, Retina } from "../../../../core/retina/types.ts";

/** Word, share of documents, share of running words, kind. */
const WORDS: readonly (readonly [string, number, number, PosType])[] = [
  ["which", 0.68, 4e-3, "UNKNOWN"],
  ["said", 0.39, 2e-3, "VERB"],
  ["people", 0.34, 8e-4, "NOUN"],
  ["acquire", 0.02, 2e-5, "VERB"],
  ["tariff", 0.003, 1e-6, "NOUN"],
];
const retina = {
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
    const order = ["tariff", "acquire", "people"];
    expect([...order].sort((a, b) => weight(b) - weight(a))).toEqual(order);
    expect(weight("people")).toBeGreaterThan(0.5);
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
