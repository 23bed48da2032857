import type { Model } from "../../../engine.ts";
import { ApiError } from "../../../errors.ts";
import type { Positions } from "../../../kernel/grid.ts";
import { isPlainEnglish } from "../../../text/plain-english.ts";
import type { LanguageAnswer } from "../../../text/types.ts";

/** What an import has made of texts; wherever that happens, the answers are in the order of the texts. */
export interface TextReading {
  /** `undefined` for a text without a known word. */
  fingerprints(texts: readonly string[]): Promise<readonly (Positions | undefined)[]>;
  /** The slices of each text, possibly none. */
  slices(texts: readonly string[]): Promise<readonly (readonly string[])[]>;
  /** English names; "" where it cannot be told. */
  languages(texts: readonly string[]): Promise<readonly string[]>;
}

/** Letters that the language of a row is told from: one look of the detector. */
const LANGUAGE_LETTERS = 250;

type TellLanguage = (text: string) => LanguageAnswer | Promise<LanguageAnswer>;

/** Reads on the calling thread. */
export function localReading(model: Model, language: TellLanguage): TextReading {
  return {
    fingerprints: async (texts) => texts.map((text) => fingerprintOf(model, text)),
    slices: async (texts) => texts.map((text) => slicesOf(model, text)),
    languages: (texts) => languagesOf(language, texts),
  };
}

export function fingerprintOf(model: Model, text: string): Positions | undefined {
  try {
    return model.text.fingerprint(text);
  } catch (cause) {
    const isKnown =
      cause instanceof ApiError && (cause.code === "no-known-words" || cause.code === "empty-text");
    if (isKnown) return undefined;
    throw cause;
  }
}

export const slicesOf = (model: Model, text: string): string[] =>
  model.text.slices(text).map((slice) => slice.text);

export async function languagesOf(
  language: TellLanguage,
  texts: readonly string[],
): Promise<string[]> {
  const names: string[] = [];
  for (const text of texts) {
    const beginning = text.slice(0, LANGUAGE_LETTERS);
    const isEnglish = isPlainEnglish(beginning);
    names.push(isEnglish ? "English" : ((await language(beginning)).language ?? ""));
  }
  return names;
}
