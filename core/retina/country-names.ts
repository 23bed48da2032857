const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
/** Codes of the parts of the world (UN M49) have three digits. */
const PARTS = Array.from({ length: 1000 }, (_, part) => String(part).padStart(3, "0"));

const known = new Map<string, ReadonlySet<string>>();

/**
 * Names of countries, of parts of the world and of languages in a language: lower case, of one word. They are written with a
 * capital as the names of people are, but say what lives at a place.
 * @param language its English name; in a language without a code of two letters none are known
 */
export function countryNames(language: string): ReadonlySet<string> {
  const names = known.get(language) ?? listNames(language);
  known.set(language, names);
  return names;
}

function listNames(language: string): ReadonlySet<string> {
  const inEnglish = namesIn("en", "language");
  const locale = PAIRS.find((code) => inEnglish.of(code) === language);
  if (locale === undefined) return new Set();
  const regions = namesIn(locale, "region");
  const languages = namesIn(locale, "language");
  const names = [
    ...[...PAIRS.map((pair) => pair.toUpperCase()), ...PARTS].map((code) => regions.of(code)),
    ...PAIRS.map((code) => languages.of(code)),
  ];
  return new Set(
    names
      .filter((name) => name !== undefined)
      .map((name) => name.toLocaleLowerCase(locale))
      .filter((name) => /^\p{L}+$/u.test(name)),
  );
}

const namesIn = (locale: string, type: Intl.DisplayNamesType) =>
  new Intl.DisplayNames([locale], { type, fallback: "none" });
