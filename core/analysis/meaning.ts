import type { Model } from "./engine.ts";
import { inLanguage, languageOf } from "./languages.ts";
import { fingerprintOrNone } from "./score-texts.ts";

const ENGLISH = "en";
/** Terms that say what a word means. */
const MEANINGS = 2;

/**
 * The English terms that lie closest to a word of another language, which is what it means on this map: `rechtsstaat` lies at
 * “rule of law”. None for a word that the retina does not know, and for one of the map's own language.
 */
export function meaningOf(model: Model, word: string): string[] {
  const { retina } = model;
  const language = languageOf(retina);
  if (language === undefined || language === ENGLISH) return [];
  const id = retina.idOf(word.toLowerCase());
  const positions = id === -1 ? fingerprintOrNone(model, word) : retina.positions(id);
  if (positions === undefined || positions.length === 0) return [];
  const english = inLanguage(model, ENGLISH).retina;
  return english
    .similar(positions, { offset: 0, limit: MEANINGS })
    .map((match) => english.term(match.term));
}
