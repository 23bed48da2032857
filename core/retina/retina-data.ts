import { CELLS } from "../kernel/grid.ts";
import type { IndexMemory } from "../kernel/index-memory.ts";
import type { FrontCoded } from "../tables/front-coding.ts";
import { LONGEST_TERM } from "./format-layout.ts";
import { POS_TYPES, type PosType, type RetinaCard, TERM_LIMIT } from "./types.ts";

/** Everything a retina file holds, as a trainer makes it: one row per term. */
export interface RetinaData {
  readonly card: RetinaCard;
  /** Unique, by falling `occurrences`, equal ones in code unit order (`<`): see `termOrder`. */
  readonly terms: readonly string[];
  /** Documents of the corpus that hold the term; `card.counts.documents` is the whole. */
  readonly documentCounts: Uint32Array;
  /** Times the term occurs in the corpus; `card.counts.words` is the whole. 0 marks a term known from a lexicon alone. */
  readonly occurrences: Uint32Array;
  /** One bit a part of speech, see `posBitsOf`. */
  readonly posBits: Uint8Array;
  /** Term `t` has `positions[offsets[t]]` up to, not including, `positions[offsets[t + 1]]`, ascending. */
  readonly offsets: Uint32Array;
  readonly positions: Uint16Array;
  /** For each of the 16,384 cells the id of the term that names it. */
  readonly anchors: Uint32Array;
  /** A learned weight for each term, see `weightOf`; left out where none were learned. */
  readonly weights?: Uint8Array;
  /** How much each term counts where places are named, in 255ths; left out where all count alike. */
  readonly naming?: Uint8Array;
}

/** Bit i means `POS_TYPES[i]`. */
export function posBitsOf(types: readonly PosType[]): number {
  return types.reduce((bits, type) => bits | (1 << POS_TYPES.indexOf(type)), 0);
}

/** Compares rows for `RetinaData`: falling occurrences, then the term in code unit order. */
export function termOrder(a: TermRank, b: TermRank): number {
  return b.occurrences - a.occurrences || (a.term < b.term ? -1 : a.term > b.term ? 1 : 0);
}
export interface TermRank {
  readonly term: string;
  readonly occurrences: number;
}

/** What is wrong with the data, as a clause about the first fault; empty when nothing is. */
export function faultOf(data: RetinaData): string {
  return faultOfColumns(data) || faultOfTerms(data) || faultOfPositions(data);
}

/** The columns of a retina but for its terms and positions. */
export type RetinaColumns = Pick<
  RetinaData,
  | "card"
  | "documentCounts"
  | "occurrences"
  | "posBits"
  | "offsets"
  | "anchors"
  | "weights"
  | "naming"
>;

/** Whether the columns fit each other and the card; looks at every number but no term and no position. */
export function faultOfColumns(columns: RetinaColumns): string {
  const { documentCounts, occurrences, posBits, offsets, anchors } = columns;
  const { weights = posBits, naming = posBits } = columns;
  const count = columns.card.counts.terms;
  if (count === 0) return "it has no terms";
  if (
    [documentCounts, occurrences, posBits, weights, naming].some(({ length }) => length !== count)
  )
    return `its card promises ${count} terms, which its tables do not have`;
  if (offsets.length !== count + 1) return "its table of sizes does not fit its terms";
  if (anchors.length !== CELLS) return `it names ${anchors.length} cells, not ${CELLS}`;
  if (anchors.some((id) => id >= count)) return "a cell is named by a term it does not have";
  if (posBits.some((bits) => bits >> POS_TYPES.length !== 0)) return "a part of speech is unknown";
  if (offsets.some((end, i) => i > 0 && !isSize(end - offsets[i - 1]!)))
    return `a term has more than ${TERM_LIMIT} positions`;
  return "";
}

const isSize = (size: number) => size >= 0 && size <= TERM_LIMIT;

function faultOfTerms({ terms, occurrences }: RetinaData): string {
  if (terms.length !== occurrences.length) return "its tables differ in length";
  for (let id = 0; id < terms.length; id++) {
    const term = terms[id]!;
    if (term === "" || term.length > LONGEST_TERM || HALF_CHARACTER.test(term))
      return `the term “${term.slice(0, 40)}” is empty, too long or broken`;
    if (id === 0) continue;
    const before = { term: terms[id - 1]!, occurrences: occurrences[id - 1]! };
    if (termOrder(before, { term, occurrences: occurrences[id]! }) >= 0)
      return `the term “${term}” is not in order of frequency, then alphabet`;
  }
  return new Set(terms).size === terms.length ? "" : "a term occurs twice";
}

/** Half of a surrogate pair, which UTF-8 cannot hold. */
const HALF_CHARACTER = /\p{Surrogate}/u;

function faultOfPositions({ offsets, positions }: RetinaData): string {
  if (offsets[0] !== 0 || offsets.at(-1) !== positions.length)
    return "its positions do not fit its terms";
  for (let id = 0; id + 1 < offsets.length; id++) {
    const start = offsets[id]!;
    const end = offsets[id + 1]!;
    if (end > start && positions[end - 1]! >= CELLS) return "a position lies outside the map";
    for (let i = start + 1; i < end; i++)
      if (positions[i]! <= positions[i - 1]!) return "the positions of a term are not ascending";
  }
  return "";
}

/**
 * An open retina as plain data, for another thread: the index, nearly all of it, is shared memory and not copied.
 * Trusted: whoever makes the tables has checked them.
 */
export interface RetinaTables extends Omit<RetinaColumns, "offsets"> {
  readonly checksum: string;
  /** See `Retina`; left out where there are none. */
  readonly regionNames?: string;
  /** The terms in alphabetical order, and their ids in that order. */
  readonly terms: FrontCoded;
  readonly alphabet: Uint32Array;
  readonly index: IndexMemory;
}
