import { CELLS, POS_TYPES, type PosType, type RetinaCard, TERM_LIMIT } from "./types.ts";

/** Everything a retina file holds, as a trainer makes it: one row a term. */
export interface RetinaData {
  readonly card: RetinaCard;
  /** Unique, by falling `occurrences`, equal ones in code unit order (`<`): see `termOrder`. */
  readonly terms: readonly string[];
  /** Documents of the corpus that hold the term; `card.counts.documents` is the whole. */
  readonly documentCounts: Uint32Array;
  /** Times the term occurs in the corpus; `card.counts.words` is the whole. */
  readonly occurrences: Uint32Array;
  /** One bit a part of speech, see `posBitsOf`. */
  readonly posBits: Uint8Array;
  /** Term `t` has `positions[offsets[t]]` up to, not including, `positions[offsets[t + 1]]`, ascending. */
  readonly offsets: Uint32Array;
  readonly positions: Uint16Array;
  /** For each of the 16,384 cells the id of the term that names it. */
  readonly anchors: Uint32Array;
}

/** Bit i stands for `POS_TYPES[i]`. */
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

/**
 * What is wrong with the data, as a sentence about the first fault; empty when nothing is. Every array is
 * checked against every rule above, so that whatever passes can be searched without further checks.
 */
export function faultOf(data: RetinaData): string {
  return faultOfCounts(data) || faultOfTerms(data) || faultOfPositions(data);
}

function faultOfCounts(data: RetinaData): string {
  const count = data.terms.length;
  if (count === 0) return "it has no terms";
  if (data.card.counts.terms !== count)
    return `its card speaks of ${data.card.counts.terms} terms but it holds ${count}`;
  const rows = [data.documentCounts, data.occurrences, data.posBits];
  if (rows.some((row) => row.length !== count) || data.offsets.length !== count + 1)
    return "its tables differ in length";
  if (data.anchors.length !== CELLS) return `it names ${data.anchors.length} cells, not ${CELLS}`;
  if (data.anchors.some((id) => id >= count)) return "a cell is named by a term it does not have";
  return "";
}

function faultOfTerms({ terms, occurrences }: RetinaData): string {
  if (terms[0] === "") return "a term is empty";
  for (let id = 1; id < terms.length; id++) {
    const before = { term: terms[id - 1]!, occurrences: occurrences[id - 1]! };
    const row = { term: terms[id]!, occurrences: occurrences[id]! };
    if (row.term === "") return "a term is empty";
    if (termOrder(before, row) >= 0) return "its terms are not in order of frequency";
  }
  return "";
}

function faultOfPositions({ offsets, positions }: RetinaData): string {
  if (offsets[0] !== 0 || offsets.at(-1) !== positions.length)
    return "its positions do not fit its terms";
  for (let id = 0; id + 1 < offsets.length; id++) {
    const start = offsets[id]!;
    const end = offsets[id + 1]!;
    if (end < start || end - start > TERM_LIMIT)
      return `a term has more than ${TERM_LIMIT} positions`;
    if (end > start && positions[end - 1]! >= CELLS) return "a position lies outside the map";
    for (let i = start + 1; i < end; i++)
      if (positions[i]! <= positions[i - 1]!) return "the positions of a term are not ascending";
  }
  return "";
}
