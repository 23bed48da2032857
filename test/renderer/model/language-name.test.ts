import { expect, it } from "vitest";
import {
  codeOfLanguage,
  languageName,
  plainLanguageName,
} from "../../../renderer/model/language-name.ts";

it("knows a language by its code, a longer tag, its English name and its own", () => {
  const codes = ["de", "fr", "zh"];
  for (const written of ["de", "de-AT", "German", " deutsch"])
    expect(codeOfLanguage(written, codes)).toBe("de");
  expect(codeOfLanguage("zh_Hant", codes)).toBe("zh");
  for (const written of ["dev", "Swedish", "en", ""])
    expect(codeOfLanguage(written, codes)).toBeUndefined();
  for (const code of codes) expect(codeOfLanguage(plainLanguageName(code), codes)).toBe(code);
});

it("names codes, and leaves what is a name already as it is", () => {
  expect(languageName("de")).toBe("German (de)");
  expect(plainLanguageName("pt-BR")).toBe("Brazilian Portuguese");
  for (const written of ["German", "Spanish", "english", "", "unclear"])
    expect(languageName(written)).toBe(written);
});
