import type { Model } from "./engine.ts";
import { inLanguage, languageOf } from "./languages.ts";
import { fingerprintOrNone } from "./score-texts.ts";

const ENGLISH = "en";
/** Terms that say what a word means. */
const MEANINGS = 2;
const CANDIDATES = 8;

/**
 * The English terms that lie closest to a word of another language, which is what it means on this map: `rechtsstaat` lies at
 * “rule of law”. None for a word that the retina does not know, and for one of the map's own language.
 */
export async function meaningOf(model: Model, word: string): Promise<string[]> {
  const { retina } = model;
  const language = languageOf(retina);
  if (language === undefined || language === ENGLISH) return [];
  const id = retina.idOf(word.toLowerCase());
  const positions = id === -1 ? fingerprintOrNone(model, word) : retina.positions(id);
  if (positions === undefined || positions.length === 0) return [];
  const english = (await inLanguage(model, ENGLISH)).retina;
  const nearest = english.similar(positions, { offset: 0, limit: CANDIDATES });
  return otherWords(nearest.map((match) => english.term(match.term))).slice(0, MEANINGS);
}

/** Without further forms of a word that was named: “religions” says no more than “religion”. */
export function otherWords(terms: readonly string[]): string[] {
  const kept: string[] = [];
  for (const term of terms) if (!kept.some((word) => isForm(term, word))) kept.push(term);
  return kept;
}

/** Whether the longer one begins as the shorter one but for its last letter. */
function isForm(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.length >= SHORTEST && long.startsWith(short.slice(0, -1));
}

/** Letters from which words that begin alike are forms of one. */
const SHORTEST = 4;
