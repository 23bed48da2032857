import type { Positions, Retina } from "../retina/types.ts";
import { CELLS } from "../retina/types.ts";

/** Terms looked at for a name: those that share most cells with the region. */
const CANDIDATES = 200;
/** Rare terms make obscure names; from this rank on they count less. */
const RARE_RANK = 1500;
/** Names that are kept besides the best. */
const RUNNERS_UP = 5;

/** A term in more documents than this is about nothing in particular. */
const TOO_COMMON = 0.2;

/** Terms that name an area best, best first: much of the area uses them, and they live mostly there. */
export function namesFor(retina: Retina, cells: Positions, taken: ReadonlySet<string>): string[] {
  const found = retina.similar(cells, { offset: 0, limit: CANDIDATES });
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
  const known = 1 / Math.sqrt(1 + term / RARE_RANK);
  return coverage * Math.sqrt(lift) * known * namefulness(retina, term);
}

/** Places are called by single nouns; words that are everywhere are a last resort. */
function namefulness(retina: Retina, term: number): number {
  const isCommon = retina.documentFrequency(term) > TOO_COMMON;
  const isNoun = retina.posTypes(term).includes("NOUN");
  const isPhrase = retina.term(term).includes(" ");
  return (isCommon ? 0.1 : 1) * (isNoun ? 1 : 0.5) * (isPhrase ? 0.6 : 1);
}

/** Numbers and signs say nothing about a place, and scraps of other languages are mostly short. */
const isName = (term: string) => /\p{L}{4}/u.test(term);
