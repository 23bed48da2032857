import type { Cut } from "./pack.ts";

/** Languages whose words a space does not part, or that join words; in all others words are found as in English. */
const CUT_OF: Readonly<Record<string, readonly Cut[]>> = {
  ar: ["clitics"],
  de: ["pieces"],
  es: ["elision"],
  fr: ["elision"],
  it: ["elision"],
  ja: ["likeliest"],
  ko: ["likeliest"],
  nl: ["pieces"],
  pl: ["prefix"],
  pt: ["elision"],
  ru: ["prefix"],
  th: ["likeliest"],
  tr: ["apostrophe", "prefix"],
  zh: ["likeliest"],
};

/** The rules by which words of a language are found in its texts. */
export const cutOf = (language: string): readonly Cut[] => CUT_OF[language] ?? [];

/** The English name of a language, such as "German"; the code itself where it has none. */
export const languageName = (language: string): string =>
  new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? language;
