import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isUnknown,
  linesOf,
  markMatch,
  type Suggestion,
  suggestionsFor,
  withOtherLanguages,
} from "../../../renderer/model/suggestions.ts";

describe("markMatch", () => {
  it("marks by plain search, whatever the case", () => {
    expect(markMatch("New Jaguar", "jag")).toEqual([
      { text: "New ", isMatch: false },
      { text: "Jag", isMatch: true },
      { text: "uar", isMatch: false },
    ]);
  });

  it("takes no letter away, also for text that looks like a pattern", () => {
    expect(markMatch("a[b", "[")).toHaveLength(3);
    fc.assert(
      fc.property(fc.string(), fc.string(), (term, typed) => {
        expect(
          markMatch(term, typed)
            .map(({ text }) => text)
            .join(""),
        ).toBe(term);
      }),
    );
  });
});

describe("suggestionsFor", () => {
  it("offers recent terms for the empty box, and texts only where they are wanted", () => {
    const found = [{ term: "jaguar", kind: "exact" }] as const;
    expect(suggestionsFor("", found, { recent: ["apple"] })).toEqual([
      { term: "apple", kind: "recent" },
    ]);
    expect(suggestionsFor("jag", found, {})).toEqual(found);
    expect(suggestionsFor("jag", found, { onText: () => {} }).at(-1)).toEqual({
      term: "jag",
      kind: "text",
    });
  });
});

describe("linesOf", () => {
  it("splits at any line end and drops empty lines", () => {
    expect(linesOf("a\r\nb\n\n c \rd")).toEqual(["a", "b", "c", "d"]);
  });
});

describe("isUnknown", () => {
  const kinds = (...all: Suggestion["kind"][]) => all.map((kind) => ({ term: "x", kind }));

  it("holds where only something like it, a part of it, another map or text is offered", () => {
    expect(isUnknown(kinds("spelling", "text"))).toBe(true);
    expect(isUnknown(kinds("part", "retina", "text"))).toBe(true);
    expect(isUnknown(kinds("text"))).toBe(true);
  });

  it("does not hold while nothing was answered, or where a term goes on from it", () => {
    expect(isUnknown([])).toBe(false);
    expect(isUnknown(kinds("prefix", "text"))).toBe(false);
    expect(isUnknown(kinds("recent"))).toBe(false);
  });
});

describe("words of several languages", () => {
  const word = (term: string, kind: Suggestion["kind"], language?: string): Suggestion => ({
    term,
    kind,
    ...(language === undefined ? {} : { language }),
  });
  const termsOf = (suggestions: readonly Suggestion[]) =>
    suggestions.map(({ term, language = "en" }) => `${term} ${language}`);

  it("begin with what is exactly the word, in whatever language", () => {
    const own = [word("hund", "exact"), word("hundred", "prefix")];
    const german = [word("hund", "exact", "de"), word("hunde", "prefix", "de")];
    expect(termsOf(withOtherLanguages(own, german))).toEqual([
      "hund en",
      "hund de",
      "hundred en",
      "hunde de",
    ]);
    expect(withOtherLanguages(own, [])).toBe(own);
  });

  it("begin with the other language where the retina's own has nothing but something like it", () => {
    const own = [word("strange", "spelling")];
    const german = [word("strasse", "prefix", "de")];
    expect(termsOf(withOtherLanguages(own, german))).toEqual(["strasse de", "strange en"]);
  });
});
