import { hindiOrMarathi, isRelative } from "./language-relatives.ts";
import { loadLibrary } from "./libraries.ts";

export interface LanguageAnswer {
  /** English name, e.g. "German"; null with `isoTag` when it is unknown. */
  readonly language: string | null;
  /** ISO 639-1, e.g. "de". */
  readonly isoTag: string | null;
  readonly wikiUrl: string | null;
  readonly confidence: "high" | "medium" | "low" | "none";
  /** English name of the second best, or null. */
  readonly runnerUp: string | null;
  /** How well the text fits each language, by code; empty where its script alone decides. */
  readonly odds: ReadonlyMap<string, number>;
}

/** What the detector needs of the library: scores by language code, best first, in [0, 1). */
interface Detection {
  getScores(): Record<string, number>;
  /** Whether the best score is at least this share of what texts of that language usually have. */
  isReliable(share: number): boolean;
}
export interface LanguageLibrary {
  detect(text: string): Detection;
  enableTextCleanup(flag: boolean): void;
}

export interface LanguageOptions {
  /**
   * Whether a lower-case word is common English. A few words that the letter statistics cannot place are then
   * called English if they all are.
   */
  readonly isEnglish?: (word: string) => boolean;
  /** The library with statistics that are quicker to read, where there are any. */
  readonly quick?: () => Promise<LanguageLibrary | undefined>;
}

export interface LanguageDetector {
  /** Never throws; answers "none" where it cannot tell. Reads at most 1,500 characters. */
  detect(text: string): LanguageAnswer;
}

let library: Promise<LanguageLibrary> | undefined;

/** Loads the statistics of 60 languages on first use (as code about 1 s and 130 MB) and keeps them for the process. */
export async function openLanguageDetector(
  options: LanguageOptions = {},
): Promise<LanguageDetector> {
  library ??= load(options);
  const loaded = await library;
  return { detect: (text) => detectLanguage(text, loaded, options) };
}

async function load({ quick }: LanguageOptions): Promise<LanguageLibrary> {
  const loaded = (await quick?.()) ?? (await loadLibrary("eld/large")).eld;
  loaded.enableTextCleanup(true);
  return loaded;
}

/** The library reads the beginning of a text only, so longer ones are shown to it in windows. */
const WINDOW = 300;
const WINDOWS = 5;

function windowsOf(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed.length <= WINDOW) return [trimmed];
  const count = Math.min(WINDOWS, Math.ceil(trimmed.length / WINDOW));
  const step = (trimmed.length - WINDOW) / (count - 1);
  return Array.from({ length: count }, (_, i) => {
    const start = Math.round(i * step);
    return trimmed.slice(start, start + WINDOW);
  });
}

/** Fewer letters than this are no evidence in a script that several languages share. */
const FEWEST_LETTERS = 3;
/** From this many letters on a clear result is a certain one. */
const CERTAIN_LETTERS = 10;
/** Lead over the second best, on the scale of odds, that makes a result clear. */
const CLEAR_LEAD = 0.1;
/** From this many letters on an unclear result is worth a guess. */
const GUESS_LETTERS = 20;
/** The lead that a guess needs: texts of languages outside the fifty are like several of them. */
const GUESS_LEAD = { clear: 0.03, guess: 0.08 };
/**
 * Share of a language's usual score that a clear result and a guess need. Texts of languages outside the fifty stay below: they are
 * like their best match in a few words only.
 */
const CLEAR_SHARE = 0.9;
const GUESS_SHARE = 0.87;

function detectLanguage(
  given: string,
  library: LanguageLibrary,
  options: LanguageOptions,
): LanguageAnswer {
  // The statistics know letters and their accents as one character.
  const windows = windowsOf(given.normalize("NFC"));
  const sample = windows.join("\n");
  const letters = countLetters(sample);
  if (letters === 0) return NOTHING;
  const script = languageOfScript(sample, letters);
  if (script !== undefined)
    return isRelative(sample, script) ? NOTHING : answer(script, "high", { odds: NO_ODDS });
  const verdict = vote(windows, library);
  if (verdict === undefined || letters < FEWEST_LETTERS || hasForeignLetters(sample, letters))
    return NOTHING;
  const { best, odds } = verdict;
  if (!isClear(verdict) && isAllEnglish(sample, options))
    return answer("en", "low", { second: otherThan("en", verdict), odds });
  if (!LANGUAGES.has(best) || isRelative(sample, best)) return { ...NOTHING, odds };
  return byCommonWords(sample, verdict) ?? byStatistics(letters, verdict);
}

const isClear = ({ share, lead }: Verdict) => share === "clear" && lead >= CLEAR_LEAD;

function byStatistics(letters: number, verdict: Verdict): LanguageAnswer {
  const { best, second, share, lead, odds } = verdict;
  if (isClear(verdict))
    return answer(best, letters >= CERTAIN_LETTERS ? "high" : "medium", { second, odds });
  return share !== "low" && letters >= GUESS_LETTERS && lead >= GUESS_LEAD[share]
    ? answer(best, "low", { second, odds })
    : { ...NOTHING, odds, runnerUp: LANGUAGES.get(best)?.name ?? null };
}

/** Hindi and Marathi hardly differ in the statistics. */
function byCommonWords(text: string, { best, share, odds }: Verdict): LanguageAnswer | undefined {
  if (share === "low" || !(best === "hi" || best === "mr")) return undefined;
  const found = hindiOrMarathi(text);
  if (found === undefined) return undefined;
  const second = found.code === "hi" ? "mr" : "hi";
  return answer(found.code, found.words > 1 ? "high" : "medium", { second, odds });
}

interface Verdict {
  readonly best: string;
  readonly second: string | undefined;
  /** Share of the best one's odds by which it leads. */
  readonly lead: number;
  /** Whether most of the windows have as much of the language's usual score as a clear result or a guess needs. */
  readonly share: "clear" | "guess" | "low";
  readonly odds: ReadonlyMap<string, number>;
}

/** The mean odds of the windows. The library counts Indonesian as Malay, which is what most such text is. */
function vote(windows: readonly string[], library: LanguageLibrary): Verdict | undefined {
  const odds = new Map<string, number>();
  let clear = 0;
  let guess = 0;
  for (const window of windows) {
    const detection = library.detect(window);
    if (detection.isReliable(CLEAR_SHARE)) clear++;
    if (detection.isReliable(GUESS_SHARE)) guess++;
    for (const [code, score] of Object.entries(detection.getScores())) {
      const language = code === "ms" ? "id" : code;
      const own = score / (1 - score) / windows.length;
      odds.set(language, (odds.get(language) ?? 0) + own);
    }
  }
  const ranking = [...odds].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const [first, second] = ranking;
  if (first === undefined) return undefined;
  const isMost = (count: number) => count * 2 > windows.length;
  return {
    best: first[0],
    second: second?.[0],
    lead: (first[1] - (second?.[1] ?? 0)) / first[1],
    share: isMost(clear) ? "clear" : isMost(guess) ? "guess" : "low",
    odds,
  };
}

function isAllEnglish(text: string, { isEnglish }: LanguageOptions): boolean {
  const words = text.toLowerCase().match(/\p{L}+(?:['’]\p{L}+)?/gu) ?? [];
  return (
    isEnglish !== undefined &&
    words.every((word) => word === "a" || word === "i" || (word.length > 1 && isEnglish(word)))
  );
}

const otherThan = (code: string, { best, second }: Verdict) => (best === code ? second : best);

const NO_ODDS: ReadonlyMap<string, number> = new Map();
const NOTHING: LanguageAnswer = {
  language: null,
  isoTag: null,
  wikiUrl: null,
  confidence: "none",
  runnerUp: null,
  odds: NO_ODDS,
};

function answer(
  code: string,
  confidence: LanguageAnswer["confidence"],
  { second, odds }: { readonly second?: string | undefined } & Pick<LanguageAnswer, "odds">,
): LanguageAnswer {
  const language = LANGUAGES.get(code);
  if (language === undefined) return NOTHING;
  return {
    language: language.name,
    isoTag: code,
    wikiUrl: `http://en.wikipedia.org/wiki/${language.title}`,
    confidence,
    runnerUp: LANGUAGES.get(second ?? "")?.name ?? null,
    odds,
  };
}

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

/** Share of the letters that a script must have to decide the language. */
const MOST_LETTERS = 0.5;
/** Kana among Chinese characters: from this share on the text is Japanese. */
const KANA_SHARE = 0.03;
/** Foreign letters prove something only when they are not just a name in a long text. */
const FOREIGN_SHARE = 0.005;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Number of letters of any script; the vowel signs of a word count, too. */
export const countLetters = (text: string): number => count(text, /[\p{L}\p{M}]/gu);

/** The language that the letters alone decide, or undefined. */
export function languageOfScript(text: string, letters: number): string | undefined {
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const characters = count(text, /\p{Script=Han}/gu);
  if (kana + characters > letters * MOST_LETTERS)
    return kana >= KANA_SHARE * (kana + characters) && kana > 0 ? "ja" : "zh";
  const own = OWN_SCRIPTS.find(([, pattern]) => count(text, pattern) > letters * MOST_LETTERS);
  return own?.[0];
}

/** Whether the text has letters that prove a language outside the fifty. */
export function hasForeignLetters(text: string, letters: number): boolean {
  const foreign = count(text, FOREIGN_LETTERS);
  return foreign > 0 && foreign >= letters * FOREIGN_SHARE;
}

/** Frequent words of English that no other language of the Latin script writes so. */
const ENGLISH =
  /\b(?:the|of|and|that|with|which|from|have|were|this|been|they|their|would|when|there|into|should|because|through|between|about|these|those|after|where|while|being|could|other|you|your|his|she|him|what|how|why|who|than|only|its|our|out|must|upon|very|such|did|again|never|before|said|went)\b/gi;
const WORD = /[\p{L}\p{M}]+/gu;
/** So many of them, and so large a share of all words. */
const FEWEST = 4;
const LEAST_SHARE = 0.12;

/**
 * Whether a text is English beyond doubt, by its function words; says no where it is not sure. Takes a hundredth of the
 * time that telling any language takes.
 */
export function isPlainEnglish(text: string): boolean {
  const known = text.match(ENGLISH)?.length ?? 0;
  if (known < FEWEST) return false;
  return known >= LEAST_SHARE * (text.match(WORD)?.length ?? 0);
}
