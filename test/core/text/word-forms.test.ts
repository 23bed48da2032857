import { describe, expect, it } from "vitest";
import { wordForms } from "../../../core/text/word-forms.ts";

describe("wordForms", () => {
  it.each([
    ["cats", "cat"],
    ["parties", "party"],
    ["boxes", "box"],
    ["running", "run"],
    ["making", "make"],
    ["walked", "walk"],
    ["carried", "carry"],
    ["organise", "organize"],
    ["colors", "colours"],
    ["centre", "center"],
    ["café", "cafe"],
    ["quickly", "quick"],
    ["cat", "cats"],
  ])("reads %s also as %s", (word, form) => {
    expect(wordForms(word)).toContain(form);
  });

  it("keeps at least three letters when it takes an ending off", () => {
    expect(wordForms("is").filter((form) => form.length < 2)).toEqual([]);
    expect(wordForms("red")).not.toContain("r");
  });

  it("never offers the word itself", () => {
    for (const word of ["running", "glass", "a", "", "ß"])
      expect(wordForms(word)).not.toContain(word);
  });
});
