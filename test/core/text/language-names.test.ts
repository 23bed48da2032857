import { expect, test } from "vitest";
import { LANGUAGES } from "../../../core/text/language.ts";
import { languageCode, nameOfLanguage } from "../../../core/text/language-names.ts";

test("a language is known by its code, a longer tag, its English name and its own", () => {
  for (const written of ["de", "DE", "de-AT", "German", " deutsch "])
    expect(languageCode(written)).toBe("de");
  expect(languageCode("zh_Hant")).toBe("zh");
  expect(languageCode("日本語")).toBe("ja");
  expect(languageCode("nb-NO")).toBe("no");
  for (const written of ["", "Java", "C++", "x", "sport", "de_"])
    expect(languageCode(written)).toBeUndefined();
});

test("every name leads back to its code", () => {
  for (const code of LANGUAGES.keys()) expect(languageCode(nameOfLanguage(code))).toBe(code);
});
