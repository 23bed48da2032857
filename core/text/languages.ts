/** A language the detector may name. */
export interface Language {
  /** ISO 639-1. */
  readonly code: string;
  readonly name: string;
  /** Title of its article in the English Wikipedia, with underscores. */
  readonly title: string;
}

/** Languages whose article is not called `<Name>_language`. */
const OWN_TITLES: Readonly<Record<string, string>> = {
  ar: "Arabic",
  ur: "Urdu",
  hi: "Hindi",
  kn: "Kannada",
  ml: "Malayalam",
};

const NAMES =
  "en English|de German|fr French|es Spanish|pt Portuguese|it Italian|nl Dutch|sv Swedish|da Danish|no Norwegian|" +
  "fi Finnish|is Icelandic|et Estonian|lv Latvian|lt Lithuanian|pl Polish|cs Czech|sk Slovak|hu Hungarian|" +
  "ro Romanian|bg Bulgarian|el Greek|sl Slovene|hr Croatian|sr Serbian|sq Albanian|uk Ukrainian|ru Russian|" +
  "ca Catalan|tr Turkish|ar Arabic|he Hebrew|fa Persian|ur Urdu|hi Hindi|bn Bengali|pa Punjabi|gu Gujarati|" +
  "mr Marathi|ta Tamil|te Telugu|kn Kannada|ml Malayalam|th Thai|vi Vietnamese|id Indonesian|tl Tagalog|" +
  "zh Chinese|ja Japanese|ko Korean";

/** The fifty languages, by code. Serbian means Serbian in Cyrillic letters; Indonesian covers Malay too. */
export const LANGUAGES: ReadonlyMap<string, Language> = new Map(
  NAMES.split("|").map((entry) => {
    const [code = "", name = ""] = entry.split(" ");
    return [code, { code, name, title: OWN_TITLES[code] ?? `${name}_language` }];
  }),
);

/** Languages that alone use their letters: a few letters are enough to be sure. */
export const OWN_SCRIPTS: readonly (readonly [code: string, letters: RegExp])[] = [
  ["el", /\p{Script=Greek}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["bn", /\p{Script=Bengali}/gu],
  ["pa", /\p{Script=Gurmukhi}/gu],
  ["gu", /\p{Script=Gujarati}/gu],
  ["ta", /\p{Script=Tamil}/gu],
  ["te", /\p{Script=Telugu}/gu],
  ["kn", /\p{Script=Kannada}/gu],
  ["ml", /\p{Script=Malayalam}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["ko", /\p{Script=Hangul}/gu],
];

/** Letters none of the fifty uses but a relative of one does: Kazakh, Macedonian, Belarusian, Esperanto, Maltese, Sami, Hausa, Kurdish, Assamese. */
export const FOREIGN_LETTERS = /[өқғңұүһәѓќѕўĉĝĥĵŝŭħġŋŧƙɗɓێۆڵڕৰৱ]/giu;
