import { NO_POSITIONS } from "../fingerprint/positions.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import { fnv1a } from "../kernel/hash.ts";
import { seededRandom } from "../kernel/seeded-random.ts";
import type { Retina } from "../retina/types.ts";
import { LetterIndex } from "./letter-index.ts";
import { Memory } from "./memory.ts";
import { kindInKey, type NumberKind, numberTerms } from "./numbers.ts";
import { spread } from "./spread.ts";

/** What a text is made of: a term by its id, or a number or unknown word by its key (see `numberKey`). */
export type BagTerm = number | string;

/** Terms in rising order, then keys by alphabet. */
export const byTerm = (a: BagTerm, b: BagTerm): number =>
  typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;

/** A number or unknown word on the map. */
export interface Placed {
  /** Term ids of the known words that it lies among, nearest first. */
  readonly near: readonly number[];
  readonly positions: Positions;
}

/** Positions of an unknown word, and the known words whose cells it is given some of. */
const WORD_CELLS = 328;
const NEAR_WORDS = 5;
/** Initials, units and scraps: their letters are like those of hundreds of words. In other scripts two letters are a word. */
const SCRAP = /^\p{Script=Latin}{1,2}$/u;
/** Positions of a number, and the cells of its kind. With more, texts would meet on the kind instead of on the number. */
const NUMBER_CELLS = 164;
const KIND_CELLS = 3_000;
const MOST_REMEMBERED = 10_000;

/**
 * The cells of whatever a text holds. A number or unknown word gets some of the cells of known words: those that
 * go with such numbers, or those whose letters are most like its own. Which of the cells it gets is drawn by its key, so that
 * equal ones agree fully, others in the same place only by chance.
 */
export class TermCells {
  readonly retina: Retina;
  readonly #placed = new Memory<Placed>(MOST_REMEMBERED);
  #letters: LetterIndex | undefined;
  #numberTerms: ReturnType<typeof numberTerms> | undefined;
  readonly #kindCells = new Map<NumberKind, Uint16Array>();
  readonly #marks = new CellMarks();

  constructor(retina: Retina) {
    this.retina = retina;
  }

  positions(term: BagTerm): Positions {
    return typeof term === "number" ? this.retina.positions(term) : this.placed(term).positions;
  }

  size(term: BagTerm): number {
    return typeof term === "number" ? this.retina.size(term) : this.placed(term).positions.length;
  }

  /** Adds the amount to each of the term's cells of a map. */
  addTo(map: Float32Array, term: BagTerm, amount: number): void {
    if (typeof term === "number") this.retina.addTo(map, term, amount);
    else for (const position of this.placed(term).positions) map[position]! += amount;
  }

  /** Where a number or unknown word lies; without positions where nothing is like it. */
  placed(key: string): Placed {
    return this.#placed.get(key, (own) => this.#place(own));
  }

  /** Makes what the first unknown word would wait for: about 0.3 s for 100,000 words. */
  prepare(): void {
    this.#letters ??= new LetterIndex(this.retina);
  }

  #place(key: string): Placed {
    const kind = kindInKey(key);
    if (kind === undefined) {
      if (SCRAP.test(key)) return NOWHERE;
      this.prepare();
      const near = this.#letters?.nearest(key, NEAR_WORDS) ?? [];
      const pool = joined(near.map((term) => this.retina.positions(term)));
      return { near, positions: drawCells(pool, { count: WORD_CELLS, key }, this.#marks) };
    }
    this.#numberTerms ??= numberTerms(this.retina);
    const near = this.#numberTerms[kind];
    const pool = this.#kindCells.get(kind) ?? strongestCells(near, this.retina);
    this.#kindCells.set(kind, pool);
    return { near, positions: drawCells(pool, { count: NUMBER_CELLS, key }, this.#marks) };
  }
}

const NOWHERE: Placed = { near: [], positions: NO_POSITIONS };

/** The cells that the terms and their neighbours on the map support most; none where there are no terms. */
function strongestCells(terms: readonly number[], retina: Retina): Uint16Array {
  const support = new Float64Array(CELLS);
  for (const term of terms) for (const cell of retina.positions(term)) support[cell]! += 1;
  const spreadOut = spread(support);
  const cells = Array.from(spreadOut.keys())
    .filter((cell) => spreadOut[cell]! > 0)
    .sort((a, b) => spreadOut[b]! - spreadOut[a]! || a - b);
  return Uint16Array.from(cells.slice(0, KIND_CELLS));
}

function joined(lists: readonly Positions[]): Uint16Array {
  const all = new Uint16Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** Marks cells, one set of them after the other, without a new map for each. */
class CellMarks {
  readonly #marks = new Int32Array(CELLS);
  #current = 0;

  /** Forgets all marks. */
  begin(): void {
    this.#current++;
  }

  /** @returns whether it was not marked yet */
  add(cell: number): boolean {
    const isNew = this.#marks[cell] !== this.#current;
    this.#marks[cell] = this.#current;
    return isNew;
  }
}

/** Draws different cells out of a pool, ascending; a cell that lies in it twice is twice as likely. */
function drawCells(
  pool: Uint16Array,
  { count, key }: { readonly count: number; readonly key: string },
  marks: CellMarks,
): Positions {
  marks.begin();
  let distinct = 0;
  for (let i = 0; i < pool.length; i++) if (marks.add(pool[i]!)) distinct++;
  if (distinct === 0) return NO_POSITIONS;
  const random = seededRandom(fnv1a(key));
  const drawn = new Uint16Array(Math.min(count, distinct));
  marks.begin();
  for (let found = 0; found < drawn.length; ) {
    const cell = pool[Math.floor(random() * pool.length)]!;
    if (marks.add(cell)) drawn[found++] = cell;
  }
  return drawn.sort();
}
