import { isRunningText } from "../../../analysis/languages.ts";
import type { ColumnPlan, SourceRecord } from "../../../collection/table/propose-columns.ts";
import { plainText } from "../../../collection/table/read-value.ts";
import { countLetters, isPlainEnglish, type LanguageAnswer } from "../../../text/language.ts";
import { languageCode } from "../../../text/language-names.ts";

/** Letters that the language of a row is detected from: one look of the detector. */
const LANGUAGE_LETTERS = 250;
const ENGLISH = "en";
/** Rows after which what earlier ones were in counts half: in a sorted file another language comes later. */
const REMEMBERED = 1000;
/** Evidence for a language, in natural logarithms, for each letter and each point of odds that it is ahead. */
const EVIDENCE = 0.1;
/** Rows that each language is taken to have had before any was seen. */
const UNSEEN = 0.5;
/** Letters and words in small letters of a phrase that may decide alone, and the odds of the second best beside the best one. */
const PHRASE_LETTERS = 16;
const PHRASE_WORDS = 2;
const FAR_BEHIND = 0.35;
/** Odds of English beside those of another language from which on a column in English decides for a text that is like that one. */
const NOT_ENGLISH = 0.5;
/** Rows whose text decides alone, from which on a column may be in a language. */
const FEWEST_ROWS = 2;

export type DetectLanguage = (text: string) => LanguageAnswer | Promise<LanguageAnswer>;

/** What is known of a text by itself. */
interface Look {
  readonly text: string;
  readonly isLatin: boolean;
  /** Its language, where that is certain. */
  readonly sure: string | undefined;
  /** Whether a few words make it certain. */
  readonly isPhrase: boolean;
  /** Its language, certain or not. */
  readonly guess: string | null;
  readonly odds: LanguageAnswer["odds"];
  /** The language that it is most like, where it is long enough and yet not in it. */
  readonly refused: string | undefined;
}

/**
 * Tells in which language each text of a column is. The texts that are certain by themselves show which languages the column has. Any
 * other text takes the one of them that fits best, unless a further language fits much better.
 */
export class RowLanguages {
  readonly #detect: DetectLanguage;
  /** By language: texts that were certain, later ones counting more. Texts in Latin letters and in others tell nothing of each other. */
  readonly #latin = new Map<string, number>();
  readonly #other = new Map<string, number>();
  /** By language: texts that are like it and in none of those that are known; later ones counting more. */
  readonly #refused = new Map<string, number>();

  constructor(detect: DetectLanguage) {
    this.#detect = detect;
  }

  /** The code of each text's language, "" where it is unclear. Call with the rows in the order of the file, many at a time. */
  async of(texts: readonly string[]): Promise<string[]> {
    const looks: Look[] = [];
    for (const text of texts) looks.push(await this.#look(text.slice(0, LANGUAGE_LETTERS)));
    const short = looks.filter(({ sure, isPhrase }) => sure === undefined || isPhrase);
    for (const { text, rows } of joined(short)) {
      const look = await this.#look(text);
      for (let row = 0; row < rows; row++) looks.push(look);
    }
    for (const isLatin of [true, false])
      remember(
        this.#seen(isLatin),
        looks.flatMap((look) => (look.isLatin === isLatin ? (look.sure ?? []) : [])),
      );
    remember(
      this.#refused,
      looks.slice(0, texts.length).flatMap(({ refused }) => refused ?? []),
    );
    return looks.slice(0, texts.length).map((look) => look.sure ?? this.#bestFor(look));
  }

  #seen(isLatin: boolean): Map<string, number> {
    return isLatin ? this.#latin : this.#other;
  }

  async #look(text: string): Promise<Look> {
    if (isPlainEnglish(text)) {
      const sure = ENGLISH;
      const none = { odds: new Map(), refused: undefined };
      return { text, isLatin: true, sure, isPhrase: false, guess: sure, ...none };
    }
    const isLatin = isInLatin(text);
    const { isoTag, confidence, odds } = await this.#detect(text);
    const isLong = isRunningText(text);
    const isPhrase = isLatin && !isLong && confidence === "high" && isClearPhrase(text, odds);
    const isHigh = confidence === "high" && isLong;
    const isSure = isoTag !== null && (!isLatin || isHigh || isPhrase);
    return {
      text,
      isLatin,
      sure: isSure ? isoTag : undefined,
      isPhrase,
      guess: isoTag,
      odds,
      refused: isoTag === null && isLong ? inOrder(odds)[0]?.[0] : undefined,
    };
  }

  #bestFor({ text, isLatin, guess, odds }: Look): string {
    const seen = this.#seen(isLatin);
    const letters = countLetters(text);
    const weight = (code: string) =>
      EVIDENCE * letters * (odds.get(code) ?? 0) + Math.log((seen.get(code) ?? 0) + UNSEEN);
    // Languages in Latin letters may share a word; of those in others, each has its own letters.
    const fits = (code: string) => isLatin || odds.has(code);
    const best = (codes: Iterable<string>) => [...codes].sort((a, b) => weight(b) - weight(a))[0];
    const own = best(
      [...seen].flatMap(([code, rows]) =>
        rows >= FEWEST_ROWS && rows > (this.#refused.get(code) ?? 0) && fits(code) ? code : [],
      ),
    );
    const other = guess ?? best(odds.keys());
    if (own !== undefined && (other === undefined || weight(own) >= weight(other)))
      return own === ENGLISH && isForeign(guess, odds) ? "" : own;
    return guess === ENGLISH ? ENGLISH : "";
  }
}

const isForeign = (guess: string | null, odds: LanguageAnswer["odds"]): boolean =>
  guess !== null && (odds.get(ENGLISH) ?? 0) < NOT_ENGLISH * (odds.get(guess) ?? 0);

const inOrder = (odds: LanguageAnswer["odds"]) => [...odds].sort((a, b) => b[1] - a[1]);

/** Whether a phrase is like one language alone. Names say nothing, and a few letters little. */
function isClearPhrase(text: string, odds: LanguageAnswer["odds"]): boolean {
  const words = text.match(/(?<![\p{L}\p{M}'’])\p{Ll}[\p{L}\p{M}'’]+/gu) ?? [];
  if (words.length < PHRASE_WORDS || countLetters(text) < PHRASE_LETTERS) return false;
  const [best, second] = inOrder(odds);
  return best !== undefined && (second?.[1] ?? 0) <= FAR_BEHIND * best[1];
}

function remember(seen: Map<string, number>, codes: readonly string[]): void {
  const share = 0.5 ** (codes.length / REMEMBERED);
  for (const [code, count] of seen) seen.set(code, count * share);
  for (const code of codes) seen.set(code, (seen.get(code) ?? 0) + 1);
}

/** Short texts of one guess after the other, each time as many as the detector needs. */
function joined(looks: readonly Look[]): { text: string; rows: number }[] {
  const found: { text: string; rows: number; guess: string | null }[] = [];
  const sorted = looks.toSorted((a, b) => (a.guess ?? "").localeCompare(b.guess ?? ""));
  for (const { text, guess } of sorted) {
    const last = found.at(-1);
    const isFull = last === undefined || last.text.length + text.length > LANGUAGE_LETTERS;
    if (isFull || last.guess !== guess) found.push({ text, rows: 1, guess });
    else found[found.length - 1] = { text: `${last.text}\n${text}`, rows: last.rows + 1, guess };
  }
  return found;
}

/** Whether at least half of the letters are Latin. */
function isInLatin(text: string): boolean {
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return 2 * latin >= countLetters(text);
}

/** What the file or the person says of the language of a record; undefined where its text is looked at. */
export function saidLanguage(
  { language, roles }: Pick<ColumnPlan, "language" | "roles">,
  record: SourceRecord,
): string | undefined {
  if (language !== undefined || roles.language === undefined) return language;
  return languageCode(plainText(record.get(roles.language))) ?? "";
}

/** How many there are of each, most first. */
export function countLanguages(codes: readonly string[]): [code: string, rows: number][] {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
