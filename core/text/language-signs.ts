import { FOREIGN_LETTERS, OWN_SCRIPTS } from "./languages.ts";

/** Share of the letters that a script must have to decide the language. */
const MOST_LETTERS = 0.5;
/** Kana among Chinese characters: from this share on the text is Japanese. */
const KANA_SHARE = 0.03;
/** Foreign letters prove something only when they are not just a name in a long text. */
const FOREIGN_SHARE = 0.005;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Number of letters of any script. */
export const countLetters = (text: string): number => count(text, /\p{L}/gu);

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
