import { CELLS, type Positions } from "../kernel/grid.ts";
import { trustOf } from "../retina/name-policy.ts";
import type { Match, PosType, Retina } from "../retina/types.ts";

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
export interface Candidate {
  readonly term: number;
  readonly name: string;
  readonly fit: number;
  /** How good a name the term is for any place, above 0. */
  readonly worth: number;
  /** Positions that it has in the area. */
  readonly inside: number;
}

/** Terms that name an area best, best first: much of the area uses them, and they live mostly there. */
export function namesFor(retina: Retina, cells: Positions, taken: Names): string[] {
  return candidatesFor(retina, cells, { count: 1 + RUNNERS_UP, taken }).map(({ name }) => name);
}

/** Names that others have. */
export type Names = Pick<ReadonlySet<string>, "has">;

interface Wanted {
  readonly count: number;
  readonly taken: Names;
  /** Terms that are looked at besides one a cell. */
  readonly extra?: number;
  /** Whether a term may be a name at all. */
  readonly isFit?: (term: number) => boolean;
}

/** The same with what speaks for each of them. */
export function candidatesFor(
  retina: Retina,
  cells: Positions,
  { count, taken, extra = CANDIDATES, isFit = () => true }: Wanted,
): Candidate[] {
  const best: Candidate[] = [];
  const limit = extra + cells.length;
  for (const { term, score } of retina.similar(cells, { offset: 0, limit })) {
    const worth = worthOf(retina, term, cells.length);
    const fit = worth * fitOf(retina, cells, { term, score });
    const last = best[count - 1];
    if (last !== undefined && !comesBefore({ fit, term }, last)) continue;
    const name = retina.term(term);
    if (!taken.has(name) && isName(name) && isFit(term))
      insert(best, { term, name, fit, worth, inside: score }, count);
  }
  return best;
}

function insert(best: Candidate[], candidate: Candidate, count: number): void {
  const place = best.findIndex((other) => comesBefore(candidate, other));
  best.splice(place === -1 ? best.length : place, 0, candidate);
  best.length = Math.min(best.length, count);
}

const comesBefore = (a: Pick<Candidate, "fit" | "term">, b: Pick<Candidate, "fit" | "term">) =>
  a.fit > b.fit || (a.fit === b.fit && a.term < b.term);

/** Coverage of the area times lift over the whole map. */
function fitOf(retina: Retina, cells: Positions, { term, score }: Match): number {
  const coverage = score / cells.length;
  const density = retina.size(term) / CELLS;
  return coverage * Math.sqrt(coverage / density);
}

/** How well known a term is beside the size of the area, what kind of word, and how much it says. */
function worthOf(retina: Retina, term: number, cells: number): number {
  const documents = retina.documentFrequency(term);
  const known = documents / (documents + KNOWN_SCALE * Math.sqrt(cells));
  return known * namefulness(retina, term) * trustOf(retina, term) * retina.weight(term) ** 2;
}

/** Places are called by single nouns; words that are everywhere are a last resort. */
function namefulness(retina: Retina, term: number): number {
  const isCommon = retina.documentFrequency(term) > TOO_COMMON;
  const isPhrase = retina.term(term).includes(" ");
  return (isCommon ? 0.1 : 1) * wordKind(retina.posTypes(term)) * (isPhrase ? 0.5 : 1);
}

/** A word that is always a noun before one that is also a verb ("rush"), that before an adjective, that before a verb. */
function wordKind(types: readonly PosType[]): number {
  if (types.includes("NOUN")) return types.length === 1 ? 1 : 0.7;
  return types.includes("ADJECTIVE") ? 0.3 : 0.1;
}

/**
 * Numbers, signs and contractions ("didn't") say nothing about a place, and scraps of other languages are mostly short: alone
 * and in phrases ("madame de").
 */
const isName = (term: string) =>
  /\p{L}{4}/u.test(term) && !/['’]/u.test(term) && !/(?<!\p{L})\p{L}{1,2}(?!\p{L})/u.test(term);
