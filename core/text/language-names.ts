import { LANGUAGES } from "./language.ts";

/** `de`, `de-AT`, `zh_Hant`. */
const TAG = /^([a-z]{2})(?:[-_][a-z0-9]{2,8})*$/;

/** Names that others use. */
const OTHERS: Readonly<Record<string, string>> = {
  slovenian: "sl",
  "norwegian bokmål": "no",
  nb: "no",
  farsi: "fa",
  mandarin: "zh",
};

let byName: Map<string, string> | undefined;

/** Each language by its English name and by its own, in lower case. */
function namesOfLanguages(): ReadonlyMap<string, string> {
  byName ??= new Map(
    [...LANGUAGES.values()].flatMap(({ code, name }) => {
      const own = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? name;
      return [name, own].map((each) => [each.toLowerCase(), code] as const);
    }),
  );
  return byName;
}

/** The code of a language that is written as “de”, “de-AT”, “German” or “Deutsch”; undefined for anything else. */
export function languageCode(written: string): string | undefined {
  const key = written.trim().toLowerCase();
  const [, tag] = TAG.exec(key) ?? [];
  if (tag !== undefined && LANGUAGES.has(tag)) return tag;
  return namesOfLanguages().get(key) ?? OTHERS[tag ?? key];
}

/** The English name of a language that can be detected; the code itself of any other. */
export const nameOfLanguage = (code: string): string => LANGUAGES.get(code)?.name ?? code;
