import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hasWords,
  parseWords,
  placesOfWords,
  tokensOf,
  tokensWithPlaces,
} from "../../../../core/collection/port/words.ts";
import { anyCharacter } from "../../../support/any-character.ts";

describe("tokens", () => {
  it("are runs of letters and digits in lower case", () => {
    expect(tokensOf("The U.S. don't pay €1,000 – Éclair, E\u0301CLAIR!")).toEqual([
      "the",
      "u",
      "s",
      "don",
      "t",
      "pay",
      "1",
      "000",
      "éclair",
      "éclair",
    ]);
  });
  it("are words with their vowel signs, however their letters are written", () => {
    expect(tokensOf("हिन्दी में")).toEqual(["हिन्दी", "में"]);
    expect(tokensOf("\ufb01sh ＦＩＳＨ ta\u00adriff Mu\u0308nchen")).toEqual([
      "fish",
      "fish",
      "tariff",
      "münchen",
    ]);
  });
  it("are cut to a hundred letters, whatever a letter takes", () => {
    for (const letter of ["x", "é", "𐐨"])
      for (const length of [99, 100, 101, 250])
        for (const before of ["", "x"])
          expect(tokensOf(`${before}${letter.repeat(length)}`)).toEqual([
            [...`${before}${letter.repeat(length)}`].slice(0, 100).join(""),
          ]);
  });
  it("are those that a page shows: no markup, entities as their signs", () => {
    const text = '<p class="intro">K&ouml;ln &amp; Bonn<br/>5 < 7<!-- hidden --></p>';
    expect(tokensOf(text)).toEqual(["köln", "bonn", "5", "7"]);
    const places = placesOfWords(text, parseWords("Köln 7"));
    expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(["K&ouml;ln", "7"]);
    expect(placesOfWords(text, parseWords("amp intro br hidden"))).toEqual([]);
  });
  it("say where they are", () => {
    const text = "Free  trade, now";
    expect([...tokensWithPlaces(text)].map(({ start, end }) => text.slice(start, end))).toEqual([
      "Free",
      "trade",
      "now",
    ]);
  });
  it("are the same with and without places", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect([...tokensWithPlaces(text)].map(({ token }) => token)).toEqual(tokensOf(text));
      }),
    );
  });
});

describe("what words ask for", () => {
  it("reads words, phrases and excluded ones", () => {
    expect(parseWords('tariff "free trade" -war -"civil war" U.S.')).toEqual({
      all: [["tariff"], ["free", "trade"], ["u", "s"]],
      none: [["war"], ["civil", "war"]],
    });
  });
  it("takes a hyphen within a word, and an open quote, as they are meant", () => {
    expect(parseWords('well-known "free trade')).toEqual({
      all: [
        ["well", "known"],
        ["free", "trade"],
      ],
      none: [],
    });
  });
  it("refuses what has no word", () => {
    for (const nothing of ["", " ", '""', "- !"])
      expect(() => parseWords(nothing)).toThrow(expect.objectContaining({ code: "bad-input" }));
  });
  it("count once each, and only so many are looked for", () => {
    const { all, none } = parseWords(`${"-a ".repeat(3300)} b B "b" "b c" b-c`);
    expect([all, none]).toEqual([[["b"], ["b", "c"]], [["a"]]]);
    const many = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(" -");
    expect(parseWords(many(100)).none).toHaveLength(99);
    expect(() => parseWords(many(101))).toThrow(
      "“words” has 101 different words and phrases, of which 100 can be looked for at a time; ask in several steps.",
    );
  });
  it("finds a phrase of a text's own tokens, and nothing that is excluded", () => {
    const words = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(words, words, (text, phrase) => {
        const isThere = ` ${text.join(" ")} `.includes(` ${phrase.join(" ")} `);
        expect(hasWords(text, { all: [phrase], none: [] })).toBe(isThere);
        expect(hasWords(text, { all: [], none: [phrase] })).toBe(!isThere);
      }),
    );
  });
  it("marks the words in the text", () => {
    const text = "Trade is free; free trade, freely.";
    const places = placesOfWords(text, parseWords('"free trade"'));
    expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(["free", "trade"]);
    expect(places[0]!.start).toBe(15);
  });
});

describe("words as word processors write them", () => {
  it("are read with their quotes and dashes", () => {
    const plain = parseWords('"crude oil" -opec');
    for (const words of ["“crude oil” –opec", "„crude oil“ −opec", "«crude oil» —opec"])
      expect(parseWords(words)).toEqual(plain);
    expect(parseWords("crude–oil")).toEqual(parseWords("crude-oil"));
  });
});
