import { describe, expect, it } from "vitest";
import {
  isSameLanguage,
  type LanguageView,
  verdictOf,
} from "../../../../../renderer/features/text/model/language-verdict.ts";

const ENGLISH: LanguageView = {
  language: "English",
  iso_tag: "en",
  confidence: "high",
  runnerUp: "Dutch",
};
const NOTHING: LanguageView = {
  language: null,
  iso_tag: null,
  confidence: "none",
  runnerUp: null,
};
const WISHES = { own: "", retina: "English" };

describe("what can be said of a language", () => {
  it("names it with its code, and where it is not clear how sure it is and the next best", () => {
    expect(verdictOf("The rain", ENGLISH, WISHES)).toEqual({
      name: "English (en)",
      detail: "",
      isForeign: false,
    });
    const unsure = { ...ENGLISH, confidence: "medium" } as const;
    expect(verdictOf("The rain", unsure, WISHES).detail).toBe("likely; next Dutch");
  });

  it("says that it cannot tell, and why", () => {
    expect(verdictOf("12 34", NOTHING, WISHES)).toMatchObject({
      name: null,
      detail: "no letters in the text",
    });
    expect(verdictOf("ab", NOTHING, WISHES).detail).toBe(
      "too short to tell: 2 of at least 3 letters",
    );
  });

  it("follows what a person set, and warns of a retina for another language", () => {
    expect(verdictOf("x", ENGLISH, { ...WISHES, own: "de" })).toEqual({
      name: "German (de)",
      detail: "set by you",
      isForeign: true,
    });
  });

  it("knows a language by its code and by its English name", () => {
    expect(isSameLanguage("en", "English")).toBe(true);
    expect(isSameLanguage("en", "en")).toBe(true);
    expect(isSameLanguage("de", "English")).toBe(false);
  });
});
