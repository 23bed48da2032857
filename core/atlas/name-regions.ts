import { CELLS, type Match, type Positions, type Retina } from "../retina/types.ts";

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

/** A term and how well it names an area. */
interface Candidate {
  readonly term: number;
  readonly name: string;
  readonly fit: number;
}

/** Terms that name an area best, best first: much of the area uses them, and they live mostly there. */
export function namesFor(retina: Retina, cells: Positions, taken: Names): string[] {
  const best: Candidate[] = [];
  const limit = CANDIDATES + cells.length;
  for (const { term, score } of retina.similar(cells, { offset: 0, limit })) {
    const fit = fitOf(retina, cells, { term, score });
    const last = best[RUNNERS_UP];
    if (last !== undefined && !comesBefore({ fit, term }, last)) continue;
    const name = retina.term(term);
    if (!taken.has(name) && isName(name)) insert(best, { term, name, fit });
  }
  return best.map(({ name }) => name);
}

/** Names that others have. */
export type Names = Pick<ReadonlySet<string>, "has">;

function insert(best: Candidate[], candidate: Candidate): void {
  const place = best.findIndex((other) => comesBefore(candidate, other));
  best.splice(place === -1 ? best.length : place, 0, candidate);
  best.length = Math.min(best.length, 1 + RUNNERS_UP);
}

const comesBefore = (a: Omit<Candidate, "name">, b: Omit<Candidate, "name">) =>
  a.fit > b.fit || (a.fit === b.fit && a.term < b.term);

/** Coverage of the area times lift over the whole map, both tempered by how well known the term is. */
function fitOf(retina: Retina, cells: Positions, { term, score }: Match): number {
  const coverage = score / cells.length;
  const density = retina.size(term) / CELLS;
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

/** Numbers, signs and contractions ("didn't") say nothing about a place, and scraps of other languages are mostly short. */
const isName = (term: string) => /\p{L}{4}/u.test(term) && !/['’]/u.test(term);
