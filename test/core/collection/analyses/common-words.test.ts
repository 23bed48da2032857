import { expect, it } from "vitest";
import type { Engine } from "../../../../core/analysis/engine.ts";
import { commonWords } from "../../../../core/collection/analyses/common-words.ts";
import {
  compareWords,
  WordCounts,
  wordWeights,
} from "../../../../core/collection/analyses/word-counts.ts";
import type { Retina } from "../../../../core/retina/types.ts";

const packs = ["de", "fr"].map((language) => ({ language, words: 3, file: `${language}.pack` }));
const engine: Pick<Engine, "packs" | "commonWords"> = {
  packs,
  commonWords: async ({ language }) => new Set(language === "de" ? ["und", "der"] : ["les"]),
};
const spoken = (...values: string[]) => ({
  facet: async () => ({
    values: values.map((value) => ({ value, rows: 1 })),
    others: 0,
    missing: 0,
  }),
});

it("takes the words of the languages that a collection has, by code or by name", async () => {
  const roles = { roles: { language: "language" } } as const;
  expect([...(await commonWords(engine, spoken("en", "German"), roles))]).toEqual(["und", "der"]);
  expect([...(await commonWords(engine, spoken("de", "fr", "sv"), roles))].sort()).toEqual(
    ["der", "les", "und"].sort(),
  );
  expect((await commonWords(engine, spoken("de"), { roles: {} })).size).toBe(0);
});

it("lets no such word stand for a part", () => {
  const [a, b] = [new WordCounts(), new WordCounts()];
  for (let row = 0; row < 40; row++) {
    a.add(row % 2 === 0 ? "und der hund" : "und die katze");
    b.add("the dog and the cat");
  }
  const strange = { idOf: () => -1 } as unknown as Retina;
  const first = (common?: ReadonlySet<string>) =>
    compareWords(a, b, wordWeights(strange, common))[0]?.word;
  expect(first()).toBe("und");
  expect(first(new Set(["und", "die", "der"]))).toMatch(/^(hund|katze)$/);
});
