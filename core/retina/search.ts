import { unknownContext } from "../errors.ts";
import { normalise } from "../fingerprint/positions.ts";
import { type Positions, SIDE } from "../kernel/grid.ts";
import type { FlagFilter, InvertedIndex } from "../kernel/inverted-index.ts";
import { isFormOf } from "./dictionary-senses.ts";
import { MET_TERMS } from "./name-policy.ts";
import type { SenseSource } from "./sense-evidence.ts";
import { findSenses } from "./senses.ts";
import { type Match, POS_TYPES, type PosType, type Ranked, type SearchOptions } from "./types.ts";

/**
 * Terms by falling overlap, then rising id, which is falling frequency, then alphabet. Those that occur in none of the texts
 * are left out: a dictionary gave them the cells of their relatives, so a dozen rare kinds would come before what people say.
 */
export function rankTerms(
  source: SenseSource & { readonly metTerms: number },
  posBits: Uint8Array,
  query: Positions,
  options: SearchOptions,
): Ranked {
  const { index } = source;
  const { contextId, posType } = options;
  const filter = posType === undefined ? undefined : filterFor(posBits, posType);
  const among = { first: source.metTerms, filter };
  const { ids, counts } =
    contextId === undefined
      ? index.rank(query, options, among)
      : index.rankCounts(countInContext(source, query, contextId), query.length, options, among);
  return { terms: ids, scores: counts };
}

/** An object a row: for as many as a person reads. */
export const toMatches = ({ terms, scores }: Ranked): Match[] =>
  Array.from(terms, (term, i) => ({ term, score: scores[i]! }));

const filterFor = (flags: Uint8Array, posType: PosType): FlagFilter => ({
  flags,
  mask: 1 << POS_TYPES.indexOf(posType),
});

/** A term belongs to a context if it fills it at least this well, compared with the context it fills best. */
const BELONGS = 0.75;

/** The overlap with the whole query for the terms that belong to the context, 0 for others. */
function countInContext(source: SenseSource, query: Positions, contextId: number): Uint16Array {
  const { index } = source;
  const { senses, whole } = findSenses(source, query);
  const own = senses[contextId]?.positions;
  if (own === undefined) throw unknownContext(contextId, senses.length);
  const counts = whole.slice();
  const within = index.overlaps(own);
  const toBelong = BELONGS * own.length;
  senses.forEach(({ positions }, id) => {
    if (id === contextId) return;
    const factor = toBelong / positions.length;
    const elsewhere = index.overlaps(positions);
    for (let term = 0; term < counts.length; term++)
      if (within[term]! < factor * elsewhere[term]!) counts[term] = 0;
  });
  return counts.map((count, term) => (within[term] === 0 ? 0 : count));
}

/** What looking up the terms of a cell needs. */
interface CellSource {
  readonly index: Pick<InvertedIndex, "overlaps" | "termsAt" | "size">;
  /** So many of the first terms are looked at. */
  readonly metTerms: number;
  term(id: number): string;
}

/**
 * Terms that use the cell, the most at home there first: by how many cells of the window they use (the score), then by
 * how large a part of the term that is, then by frequency. Forms of a word come after all that are words of their own, and rare
 * terms come last, since both say little more about a place.
 */
export function termsAtCell(
  source: CellSource,
  { position, radius, limit }: { position: number; radius: number; limit: number },
): Match[] {
  const { index, metTerms } = source;
  const near = index.overlaps(windowAround(position, radius));
  const matches = index
    .termsAt(position)
    .filter((term) => term < metTerms)
    .map((term) => ({ term, score: near[term]!, size: index.size(term) }));
  const isRare = (term: number) => Number(term >= MET_TERMS);
  matches.sort(
    (a, b) =>
      isRare(a.term) - isRare(b.term) || b.score - a.score || a.size - b.size || a.term - b.term,
  );
  return formsLast(matches, source, limit).map(({ term, score }) => ({ term, score }));
}

/** The first `limit` matches, other forms of a word that comes before them after all that are none, rare ones last. */
function formsLast<T extends Match>(matches: readonly T[], source: CellSource, limit: number): T[] {
  const common = matches.filter(({ term }) => term < MET_TERMS);
  const words: string[] = [];
  const first: T[] = [];
  const forms: T[] = [];
  for (const match of common) {
    if (first.length === limit) return first;
    const word = source.term(match.term);
    if (words.some((earlier) => isFormOf(earlier, word))) forms.push(match);
    else {
      words.push(word);
      first.push(match);
    }
  }
  return [...first, ...forms, ...matches.slice(common.length)].slice(0, limit);
}

/** All cells at most `radius` rows and columns from a position, over the edges of the map. */
export function windowAround(position: number, radius: number): Positions {
  const reach = Math.min(radius, SIDE / 2);
  const row = Math.floor(position / SIDE);
  const cells: number[] = [];
  for (let down = -reach; down <= reach; down++) {
    const start = SIDE * wrap(row + down);
    for (let right = -reach; right <= reach; right++)
      cells.push(start + wrap((position % SIDE) + right));
  }
  return normalise(Uint16Array.from(cells));
}

const wrap = (index: number) => (index + SIDE) % SIDE;
