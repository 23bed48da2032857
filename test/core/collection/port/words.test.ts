import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hasWords,
  parseForms,
  parseWords,
  placesOfForms,
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

describe("forms of a word", () => {
  const marked = (text: string, word: string) =>
    placesOfForms(text, parseForms(word)).map(({ start, end }) => text.slice(start, end));

  it("are words, phrases and beginnings, between or, commas and bars", () => {
    expect(parseForms("tariff* or “free trade”, Duty|duty")).toEqual([
      { tokens: ["tariff"], match: "start" },
      { tokens: ["free", "trade"], match: "whole" },
      { tokens: ["duty"], match: "whole" },
    ]);
    const text = "Tariffs and the tariff; FREE trade is a duty, not a heavy-duty freedom.";
    expect(marked(text, 'tariff* or "free trade" or duty')).toEqual([
      "Tariffs",
      "tariff",
      "FREE trade",
      "duty",
      "duty",
    ]);
  });
  it("are found within runs of scripts without spaces", () => {
    expect(marked("日本の銀行と銀行員", "銀行")).toEqual(["銀行", "銀行"]);
    expect(marked("ธนาคารแห่งประเทศไทย", "ประเทศ")).toEqual(["ประเทศ"]);
  });
  it("take the longer of two at one place, and never overlap", () => {
    expect(marked("free trade trade", 'free or "free trade" or trade')).toEqual([
      "free trade",
      "trade",
    ]);
  });
  it.each([
    ["", "contains no word"],
    [", |", "contains no word"],
    ["*", "“*” is possible only at the end of a single word"],
    ["ta*iff", "“*” is possible only at the end of a single word"],
    ["free trad*", "“*” is possible only at the end of a single word"],
    [Array.from({ length: 21 }, (_, i) => `w${i}`).join(" or "), "has 21 forms; the limit is 20"],
  ])("refuse %s", (word, message) => {
    expect(() => parseForms(word)).toThrow(message);
  });
  it("are where a token by token search finds them, and rows have them exactly then", () => {
    const word = fc.constantFrom("a", "ab", "abc", "b", "ba", "日本", "日", "c");
    const form = fc.oneof(
      word,
      word.map((own) => `${own}*`),
      fc.tuple(word, word).map((pair) => pair.join(" ")),
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 9 }),
        fc.array(form, { minLength: 1, maxLength: 3 }),
        (words, given) => {
          const text = words.join(" ");
          const forms = parseForms(given.join(" or "));
          const places = placesOfForms(text, forms);
          const tokens = tokensOf(text);
          expect(places.length > 0).toBe(hasWords(tokens, { all: [], none: [], any: forms }));
          const isForm = (found: string) =>
            forms.some(({ tokens: own, match }) =>
              match === "start"
                ? tokensOf(found).length === 1 && found.startsWith(own[0]!)
                : found === own.join(" "),
            );
          for (const { start, end } of places)
            expect(
              isForm(text.slice(start, end)) || forms.some(({ match }) => match === "inside"),
            ).toBe(true);
          places.forEach(({ start }, i) => {
            expect(start).toBeGreaterThanOrEqual(places[i - 1]?.end ?? 0);
          });
          // Without its marked places a text has no form that lies within one token.
          const rest = places.reduceRight(
            (left, { start, end }) => `${left.slice(0, start)} # ${left.slice(end)}`,
            text,
          );
          const single = forms.filter(({ tokens: own }) => own.length === 1);
          if (single.length === forms.length) expect(placesOfForms(rest, forms)).toEqual([]);
        },
      ),
    );
  });
});
