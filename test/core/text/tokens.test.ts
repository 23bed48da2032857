import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AFTER_BREAK,
  AFTER_COMMA,
  AFTER_HYPHEN,
  AFTER_NEWLINE,
  AFTER_SENTENCE,
  CAPITALISED,
  NUMERIC,
  tokens,
} from "../../../core/text/tokens.ts";

const words = (text: string) => tokens(text).map((token) => token.text);
const flagsOf = (text: string) => tokens(text).map((token) => token.flags);

describe("tokens", () => {
  it("gives lower-case words without the possessive", () => {
    expect(words("The owl’s wings, and the fox's den")).toEqual(
      "the owl wings and the fox den".split(" "),
    );
  });

  it("keeps inner apostrophes, drops quotes around a word", () => {
    expect(words("don’t say 'maybe' or O'Brien")).toEqual([
      "don't",
      "say",
      "maybe",
      "or",
      "o'brien",
    ]);
  });

  it("parts hyphenated compounds and tells that a hyphen joined them", () => {
    expect(words("well-known – fact")).toEqual(["well", "known", "fact"]);
    expect(flagsOf("well-known – fact")).toEqual([AFTER_SENTENCE, AFTER_HYPHEN, AFTER_BREAK]);
  });

  it("tells of a hyphen only where it touches a word on both sides, alone", () => {
    expect(flagsOf("so well-known")[2]).toBe(AFTER_HYPHEN);
    expect(flagsOf("3-year")[1]).toBe(AFTER_HYPHEN);
    for (const text of ["well - known", "well- known", "well -known", "well--known"])
      expect(flagsOf(text)[1]).toBe(AFTER_BREAK);
    expect(flagsOf("well known")[1]).toBe(0);
  });

  it("keeps dotted abbreviations and numbers whole", () => {
    expect(words("The U.S. army, e.g. 1,500.5 men; J. Smith.")).toEqual(
      "the u.s. army e.g. 1,500.5 men j smith".split(" "),
    );
  });

  it("tells sentences, commas, lines, capitals and numbers", () => {
    expect(flagsOf("one. Two, 3\nfour")).toEqual([
      AFTER_SENTENCE,
      AFTER_SENTENCE | CAPITALISED,
      AFTER_COMMA | NUMERIC,
      AFTER_NEWLINE,
    ]);
  });

  it("ends no sentence after an abbreviation or an initial", () => {
    expect(flagsOf("see Dr. Watson in St. Louis").map((flags) => flags & AFTER_SENTENCE)).toEqual([
      1, 0, 0, 0, 0, 0,
    ]);
  });

  it("reads accents written in two characters as one letter", () => {
    expect(words("cafe\u0301 nai\u0308ve")).toEqual(["café", "naïve"]);
  });

  it("covers every letter of any text exactly once, in order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        let at = 0;
        let gaps = "";
        for (const { start, end } of tokens(text)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          gaps += text.slice(at, start);
          at = end;
        }
        expect(gaps + text.slice(at)).not.toMatch(/[\p{L}\p{N}]/u);
      }),
    );
  });
});
