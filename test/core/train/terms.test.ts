import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../../core/errors.ts";
import { findPhrases, requiredPhraseCount } from "../../../core/train/corpus/phrases.ts";
import {
  buildVocabulary,
  requiredCount,
  requiredTitles,
} from "../../../core/train/corpus/vocabulary.ts";
import { basicForms, wordFamilies } from "../../../core/train/vectors/pool-families.ts";
import { streamOf } from "../../support/train-support.ts";

/** 210 filler words, three times each, so that a vocabulary is large enough. */
const FILLER = Array.from(
  { length: 210 },
  (_, i) =>
    `${"abcdefghij"[i % 10]}${"klmnopqrst"[Math.floor(i / 10) % 10]}x${i > 99 ? "y" : "z"}${i > 199 ? "w" : ""}`,
);
const filler = Array.from({ length: 3 }, () => FILLER.join(", ")).join(".\n");

function vocabularyOf(texts: readonly string[], chunkTokens?: number) {
  const { stream, sources } = streamOf([filler, ...texts], chunkTokens);
  const limits = { minCount: 0, most: 10_000 };
  return { stream, sources, vocabulary: buildVocabulary({ stream, sources }, limits) };
}

it("a text may have more different words than there is room for at first", () => {
  const words = Array.from({ length: 70_000 }, (_, i) => `w${i}`);
  const { stream } = streamOf([words.join(" "), words.slice(-3).join(" ")]);
  const { names, counts } = stream.finish();
  expect(names).toEqual(words);
  expect([...counts]).toEqual(words.map((_, i) => (i < 69_997 ? 1 : 2)));
});

describe("the vocabulary", () => {
  const texts = [
    "Owls hunt. The owl sees an Owl",
    "the owl and the 12 mice of Athens; Athens, athens",
  ];

  it("holds words that occur often enough, with their documents and capitals", () => {
    const { vocabulary } = vocabularyOf(texts);
    const of = (word: string) => {
      const id = vocabulary.words.indexOf(word);
      return [vocabulary.counts[id], vocabulary.documents[id], vocabulary.innerCapitals[id]];
    };
    expect(of("owl")).toEqual([3, 2, 1]);
    expect(of("athens")).toEqual([3, 1, 1]);
    expect(vocabulary.words).not.toContain("mice");
    expect(vocabulary.words).not.toContain("12");
  });

  it("is in order of falling count and the same whatever the chunks", () => {
    const whole = vocabularyOf(texts).vocabulary;
    expect(vocabularyOf(texts, 5).vocabulary).toEqual(whole);
    const counts = [...whole.counts];
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });

  it("refuses a text with too few words, saying how many there are", () => {
    const { stream, sources } = streamOf(["owl owl owl mouse"]);
    const build = () => buildVocabulary({ stream, sources }, { minCount: 0, most: 10 });
    expect(build).toThrow(ApiError);
    expect(build).toThrow(/of its 4 words only 0/);
  });

  it("asks for more occurrences and titles the larger the corpus", () => {
    expect([1e5, 1e6, 1e7, 1e8].map(requiredCount)).toEqual([3, 5, 8, 12]);
    expect([1, 60, 1e5].map((titles) => requiredTitles(1e8, titles))).toEqual([1, 2, 4]);
    expect(requiredTitles(1e5, 1e5)).toBe(1);
    expect([1e5, 1e8, 1e9].map(requiredPhraseCount)).toEqual([4, 20, 200]);
  });
});

describe("phrases", () => {
  const texts = Array.from(
    { length: 30 },
    (_, i) =>
      `the prime minister of ${FILLER[i]} met ${FILLER[i + 40]} in New York City. the ${FILLER[i + 80]} minister, prime ${FILLER[i + 90]}`,
  );
  const found = () => {
    const { stream, sources, vocabulary } = vocabularyOf(texts, 300);
    const phrases = findPhrases({ stream, sources }, vocabulary, { most: 100, report: () => {} });
    return phrases.map(({ words, count, capitals }) => ({
      text: words.map((id) => vocabulary.words[id]).join(" "),
      count,
      capitals,
    }));
  };

  it("are neighbours that meet far more often than chance, in any chunk", () => {
    expect(found()).toContainEqual({ text: "prime minister", count: 30, capitals: 0 });
    expect(found()).toContainEqual({ text: "new york city", count: 30, capitals: 1 });
  });

  it("neither start nor end with a function word, nor reach across a comma", () => {
    const texts = found().map(({ text }) => text);
    expect(texts).not.toContain("minister of");
    expect(texts).not.toContain("minister prime");
    expect(texts.every((text) => !/^(the|in|of) | (the|in|of)$/.test(text))).toBe(true);
  });
});

describe("word families", () => {
  it("join a word with its inflections both ways", () => {
    const words = ["stop", "stopped", "carry", "carries", "hoping", "hope", "wing"];
    const named = wordFamilies(words).map((ids) => ids.map((id) => words[id]));
    expect(named).toEqual([
      ["stopped"],
      ["stop"],
      ["carries"],
      ["carry"],
      ["hope"],
      ["hoping"],
      [],
    ]);
  });

  it("never give a word as its own basic form", () => {
    fc.assert(fc.property(fc.string({ maxLength: 12 }), (word) => !basicForms(word).has(word)));
  });
});
