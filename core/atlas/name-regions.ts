import type { Positions, Retina } from "../retina/types.ts";
import { CELLS } from "../retina/types.ts";

/** Terms looked at for a name, those that share most cells with the area: so many, and one more a cell. */
const CANDIDATES = 100;
/**
 * Times the square root of an area's cells: the share of documents at which a name counts half (3% for a sixteenth of the
 * map). A continent wants a household word, a street may have an obscure one. Documents and not occurrences, since the
 * heroes of a single long book occur often too.
 */
const KNOWN_SCALE = 0.03 / 32;
/** Names that are kept besides the best. */
const RUNNERS_UP = 5;

/** A term in more documents than this is about nothing in particular. */
const TOO_COMMON = 0.2;

/** Terms that name an area best, best first: much of the area uses them, and they live mostly there. */
export function namesFor(retina: Retina, cells: Positions, taken: ReadonlySet<string>): string[] {
  const found = retina.similar(cells, { offset: 0, limit: CANDIDATES + cells.length });
  return found
    .map(({ term, score }) => ({ term, fit: fitOf(retina, cells, term, score) }))
    .sort((a, b) => b.fit - a.fit || a.term - b.term)
    .map(({ term }) => retina.term(term))
    .filter((name) => !taken.has(name) && isName(name))
    .slice(0, 1 + RUNNERS_UP);
}

/** Coverage of the area times lift over the whole map, both tempered by how well known the term is. */
function fitOf(retina: Retina, cells: Positions, term: number, shared: number): number {
  const coverage = shared / cells.length;
  const density = retina.positions(term).length / CELLS;
  const lift = coverage / density;
  const documents = retina.documentFrequency(term);
  const known = documents / (documents + KNOWN_SCALE * Math.sqrt(cells.length));
  return coverage * Math.sqrt(lift) * known * namefulness(retina, term);
}

/** Places are called by single nouns; words that are everywhere are a last resort. */
function namefulness(retina: Retina, term: number): number {
  const isCommon = retina.documentFrequency(term) > TOO_COMMON;
  const isNoun = retina.posTypes(term).includes("NOUN");
  const isPhrase = retina.term(term).includes(" ");
  return (isCommon ? 0.1 : 1) * (isNoun ? 1 : 0.5) * (isPhrase ? 0.4 : 1);
}

/** Numbers and signs say nothing about a place, and scraps of other languages are mostly short. */
const isName = (term: string) => /\p{L}{4}/u.test(term);
