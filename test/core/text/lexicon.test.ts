import { describe, expect, it } from "vitest";
import { createLexicon } from "../../../core/text/lexicon.ts";
import { textRetina } from "./text-retina.ts";

const retina = textRetina();
const lexicon = createLexicon(retina);
const read = (word: string) => {
  const match = lexicon.word(word).corrected;
  return match && [retina.term(match.term), match.kind];
};

describe("lexicon", () => {
  it("prefers the exact word", () => {
    expect(read("apple")).toEqual(["apple", "exact"]);
  });

  it("falls back to another form", () => {
    expect(read("apples")).toEqual(["apple", "form"]);
    expect(read("driving")).toEqual(["drive", "form"]);
  });

  it("reads a single letter as no other word: the T of AT&T is no ts", () => {
    for (const letter of "bcdnrst") expect(read(letter)).toBeUndefined();
    expect(read("t's")).toBeUndefined();
  });

  it("corrects one letter of a longer word, but only when asked", () => {
    expect(read("goverment")).toEqual(["government", "spelling"]);
    expect(lexicon.word("goverment").match).toBeUndefined();
  });

  it("leaves what it cannot place unknown", () => {
    for (const word of ["zzzzzz", "", "東京", "\ud800", "x".repeat(100_000)])
      expect(read(word)).toBeUndefined();
  });

  it("knows the phrases that begin with a word", () => {
    const york = lexicon.word("new").phrases?.next?.get("york");
    expect(york?.term).toBe(retina.idOf("new york"));
    expect(lexicon.word("york").phrases).toBeUndefined();
  });
});
