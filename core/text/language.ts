import { countLetters, hasForeignLetters, languageOfScript } from "./language-signs.ts";
import { LANGUAGES } from "./languages.ts";
import { loadLibrary } from "./libraries.ts";
import type { LanguageAnswer } from "./types.ts";

/** What the detector needs of the library: scores by language code, best first, in [0, 1). */
interface Detection {
  getScores(): Record<string, number>;
  isReliable(): boolean;
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
/** From this many letters on even an unclear result is right nine times in ten, and is given. */
const GUESS_LETTERS = 20;

function detectLanguage(
  text: string,
  library: LanguageLibrary,
  options: LanguageOptions,
): LanguageAnswer {
  const windows = windowsOf(text);
  const sample = windows.join("\n");
  const letters = countLetters(sample);
  const script = languageOfScript(sample, letters);
  if (letters === 0) return NOTHING;
  if (script !== undefined) return answer(script, "high");
  const verdict = vote(windows, library);
  if (verdict === undefined || letters < FEWEST_LETTERS || hasForeignLetters(sample, letters))
    return NOTHING;
  const isClear = verdict.isReliable && verdict.lead >= CLEAR_LEAD;
  if (!isClear && isAllEnglish(sample, options))
    return answer("en", "low", otherThan("en", verdict));
  if (!LANGUAGES.has(verdict.best)) return NOTHING;
  if (isClear)
    return answer(verdict.best, letters >= CERTAIN_LETTERS ? "high" : "medium", verdict.second);
  const isWorthAGuess = verdict.isReliable || verdict.lead >= CLEAR_LEAD;
  return isWorthAGuess && letters >= GUESS_LETTERS
    ? answer(verdict.best, "low", verdict.second)
    : { ...NOTHING, runnerUp: LANGUAGES.get(verdict.best)?.name ?? null };
}

interface Verdict {
  readonly best: string;
  readonly second: string | undefined;
  /** Share of the best one's odds by which it leads. */
  readonly lead: number;
  /** Whether the library trusts most of the windows. */
  readonly isReliable: boolean;
}

/** The windows' odds added up. The library counts Indonesian as Malay, which is what most such text is. */
function vote(windows: readonly string[], library: LanguageLibrary): Verdict | undefined {
  const odds = new Map<string, number>();
  let reliable = 0;
  for (const window of windows) {
    const detection = library.detect(window);
    if (detection.isReliable()) reliable++;
    for (const [code, score] of Object.entries(detection.getScores())) {
      const language = code === "ms" ? "id" : code;
      odds.set(language, (odds.get(language) ?? 0) + score / (1 - score));
    }
  }
  const ranking = [...odds].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const [first, second] = ranking;
  if (first === undefined) return undefined;
  return {
    best: first[0],
    second: second?.[0],
    lead: (first[1] - (second?.[1] ?? 0)) / first[1],
    isReliable: reliable * 2 > windows.length,
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

const NOTHING: LanguageAnswer = {
  language: null,
  isoTag: null,
  wikiUrl: null,
  confidence: "none",
  runnerUp: null,
};

function answer(
  code: string,
  confidence: LanguageAnswer["confidence"],
  second?: string,
): LanguageAnswer {
  const language = LANGUAGES.get(code);
  if (language === undefined) return NOTHING;
  return {
    language: language.name,
    isoTag: code,
    wikiUrl: `http://en.wikipedia.org/wiki/${language.title}`,
    confidence,
    runnerUp: LANGUAGES.get(second ?? "")?.name ?? null,
  };
}
