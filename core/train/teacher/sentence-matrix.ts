import { NUMERIC, PHRASE_BARRIER, type Token, tokens } from "../../text/tokens.ts";
import { MOST_COLUMNS } from "../counting/sparse-shard.ts";

/** Sentences as sparse rows over the terms: entries of a row are shares that add up to 1. Shared memory. */
export interface SentenceMatrix {
  /** The sentences that hold a term, as places in the list that was given. */
  readonly sentences: Uint32Array;
  readonly starts: Uint32Array;
  readonly terms: Uint32Array;
  readonly shares: Float32Array;
}

/** A term of relative frequency p weighs RARE / (RARE + p) in a sentence. */
const RARE = 3e-4;

/** `frequencies` are those of the terms, 0..1. */
export function sentenceMatrix(
  rowsOf: readonly (readonly number[])[],
  frequencies: Float64Array,
): SentenceMatrix {
  const used = Uint32Array.from(rowsOf.keys()).filter((at) => rowsOf[at]!.length > 0);
  const parts = Array.from(used, (at) => sharesOf(rowsOf[at]!, frequencies));
  const entries = parts.reduce((sum, part) => sum + part.size, 0);
  const starts = new Uint32Array(new SharedArrayBuffer(4 * (parts.length + 1)));
  const terms = new Uint32Array(new SharedArrayBuffer(4 * entries));
  const shares = new Float32Array(new SharedArrayBuffer(4 * entries));
  let at = 0;
  parts.forEach((part, row) => {
    for (const [term, share] of [...part].sort(([a], [b]) => a - b)) {
      terms[at] = term;
      shares[at++] = share;
    }
    starts[row + 1] = at;
  });
  return { sentences: used, starts, terms, shares };
}

function sharesOf(rows: readonly number[], frequencies: Float64Array): Map<number, number> {
  const shares = new Map<number, number>();
  let total = 0;
  for (const row of rows) {
    const weight = RARE / (RARE + frequencies[row]!);
    shares.set(row, (shares.get(row) ?? 0) + weight);
    total += weight;
  }
  for (const [row, weight] of shares) shares.set(row, weight / total);
  return shares;
}

/**
 * A column for each term that can be fitted: those in most sentences, as many as there are columns. The others (-1) are
 * in one sentence or two at most, and keep the vector that the teacher has for them alone.
 */
export function fittedColumns({ terms }: SentenceMatrix, count: number, most = MOST_COLUMNS) {
  const uses = new Uint32Array(count);
  for (const term of terms) uses[term]!++;
  const met = Uint32Array.from(uses.keys()).filter((term) => uses[term]! > 0);
  const kept = met.sort((a, b) => uses[b]! - uses[a]! || a - b).slice(0, most);
  const columnOf = new Int32Array(new SharedArrayBuffer(4 * count)).fill(-1);
  kept.sort().forEach((term, column) => {
    columnOf[term] = column;
  });
  return { columnOf, columns: kept.length };
}

/** Words of the longest phrase. */
const LONGEST_PHRASE = 3;

/** A function that gives the rows of a text's terms: at each place the longest that is known, the rest left out. */
export function termReader(names: readonly string[]): (text: string) => number[] {
  const rowOf = new Map(names.map((name, row) => [name, row]));
  return (text) => {
    const list = tokens(text);
    const rows: number[] = [];
    for (let at = 0; at < list.length; ) {
      const length = longestAt(list, at, rowOf);
      if (length > 0) rows.push(rowOf.get(joined(list, at, length)) ?? -1);
      at += Math.max(1, length);
    }
    return rows;
  };
}

/** Tokens of the longest term that begins at a place; 0 when there is none. */
function longestAt(list: readonly Token[], at: number, rowOf: ReadonlyMap<string, number>): number {
  if ((list[at]!.flags & NUMERIC) !== 0) return 0;
  let most = 1;
  while (most < LONGEST_PHRASE && continues(list[at + most])) most++;
  while (most > 0 && !rowOf.has(joined(list, at, most))) most--;
  return most;
}

const continues = (token: Token | undefined) =>
  token !== undefined && (token.flags & (PHRASE_BARRIER | NUMERIC)) === 0;

const joined = (list: readonly Token[], at: number, length: number) =>
  length === 1
    ? list[at]!.text
    : list
        .slice(at, at + length)
        .map(({ text }) => text)
        .join(" ");
