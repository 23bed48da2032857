import { ensureLists } from "./fill-index.ts";
import { CELLS } from "./grid.ts";
import {
  BLOCK,
  blocksOf,
  claimScratch,
  FOUND_AT_ONCE,
  type IndexMemory,
  MORE,
  padTo,
  type Scratch,
  viewTables,
} from "./index-memory.ts";
import { createSearchWasm, type SearchWasm } from "./wasm.ts";

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Lets in ids whose flags share a bit with the mask. */
export interface FlagFilter {
  readonly flags: Uint8Array;
  readonly mask: number;
}

/** Which terms are ranked: all of them, where neither is given. */
export interface Among {
  /** The first so many. */
  readonly first?: number;
  readonly filter?: FlagFilter | undefined;
}

/** So many searches take about as long as to fill the lists, which are made then: what is hardly searched does without their memory. */
const MOST_SCANS = 4;

/**
 * Counts shared positions for all terms at once and ranks them. One per thread: each has its own working area in the memory
 * that threads share. Exact; the cost of a search is the total length of the lists of the query's positions, about half a
 * nanosecond per entry, and of the first few, which look at all positions of all terms, 1.4 of them.
 */
export class InvertedIndex {
  readonly termCount: number;
  readonly #index: IndexMemory;
  readonly #wasm: SearchWasm;
  readonly #scratch: Scratch;
  readonly #tables: ReturnType<typeof viewTables>;

  constructor(index: IndexMemory) {
    this.termCount = index.layout.termCount;
    this.#index = index;
    this.#wasm = createSearchWasm(index.memory);
    this.#scratch = claimScratch(index);
    this.#tables = viewTables(index);
  }

  /** A copy of a term's positions. */
  positions(term: number): Uint16Array {
    const { offsets, sizes, gaps } = this.#tables;
    const positions = new Uint16Array(sizes[term]);
    const end = offsets[term + 1];
    let position = -1;
    let count = 0;
    for (let at = offsets[term]; at < end; at++) {
      const gap = gaps[at];
      position += gap;
      if (gap !== MORE) positions[count++] = ++position;
    }
    return positions;
  }

  /** Adds the amount to each of the term's cells of a map. */
  addTo(map: Float32Array, term: number, amount: number): void {
    const { offsets, gaps } = this.#tables;
    const end = offsets[term + 1];
    let position = -1;
    for (let at = offsets[term]; at < end; at++) {
      const gap = gaps[at];
      position += gap;
      if (gap !== MORE) map[++position] += amount;
    }
  }

  /** How high all terms pile up on each cell, each as high as its amount. */
  pile(amounts: Float64Array): Float64Array {
    const { offsets, gaps } = this.#tables;
    const pile = new Float64Array(CELLS);
    for (let term = 0; term < this.termCount; term++) {
      const amount = amounts[term]!;
      const end = offsets[term + 1];
      let position = -1;
      for (let at = offsets[term]; at < end; at++) {
        const gap = gaps[at];
        position += gap;
        if (gap !== MORE) pile[++position] += amount;
      }
    }
    return pile;
  }

  size(term: number): number {
    return this.#tables.sizes[term];
  }

  /** For each of the first terms the number of query positions it holds. */
  overlaps(query: Uint16Array, terms = this.termCount): Uint16Array {
    const count = Math.min(terms, this.termCount);
    return new Uint16Array(this.#count(query, count).subarray(0, count));
  }

  /** The terms that hold most of the query's positions; terms that hold none never appear. */
  rank(query: Uint16Array, page: Page, among: Among = {}): Ranking {
    this.#count(query, this.#first(among));
    return this.#collect(query.length, page, among);
  }

  /** The same for counts that were made elsewhere, at most `highest`. */
  rankCounts(counts: Uint16Array, highest: number, page: Page, among: Among = {}): Ranking {
    this.#counts().set(counts);
    return this.#collect(highest, page, among);
  }

  #first({ first = this.termCount }: Among): number {
    return Math.min(first, this.termCount);
  }

  /** Fills the lists: about a millisecond for 1,000 terms, and twice as much memory as the positions take. */
  prepare(): void {
    ensureLists(this.#index, this.#wasm, this.#scratch);
  }

  /** Whether the lists are there, for a search that may fill them. */
  #hasLists(): boolean {
    const { filled, scans } = this.#tables;
    if (Atomics.load(filled, 0) === 1) return true;
    if (Atomics.add(scans, 0, 1) < MOST_SCANS) return false;
    this.prepare();
    return true;
  }

  /** All terms that hold a position, ascending. */
  termsAt(position: number): number[] {
    if (!this.#hasLists()) {
      const counts = this.#scan(Uint16Array.of(position), this.termCount);
      return Array.from({ length: this.termCount }, (_, id) => id).filter((id) => counts[id] === 1);
    }
    const { listOffsets, listTerms, blocks } = this.#tables;
    const found: number[] = [];
    for (let block = 0; block < blocks; block++) {
      const list = block * CELLS + position;
      for (let k = listOffsets[list]; k < listOffsets[list + 1]; k++)
        found.push(block * BLOCK + listTerms[k]);
    }
    return found;
  }

  /** How many terms hold each position. */
  load(): Uint32Array {
    const { filled, listOffsets } = this.#tables;
    if (filled[0] === 0) return this.#countLoad();
    const lengths = new Uint32Array(CELLS);
    for (let list = 0; list + 1 < listOffsets.length; list++)
      lengths[list % CELLS] += listOffsets[list + 1] - listOffsets[list];
    return lengths;
  }

  #countLoad(): Uint32Array {
    const { layout, memory } = this.#index;
    const { cursors } = this.#scratch;
    const lengths = new Uint32Array(memory.buffer, cursors, CELLS).fill(0);
    forStretches(this.termCount, (from, end) =>
      this.#wasm.countPositions(layout.offsets, layout.gaps, from, end, cursors),
    );
    return lengths.slice();
  }

  #counts(): Uint16Array {
    const length = padTo(8, this.termCount);
    return new Uint16Array(this.#index.memory.buffer, this.#scratch.counts, length);
  }

  /** Right for at least the first `terms` terms. */
  #count(query: Uint16Array, terms = this.termCount): Uint16Array {
    if (!this.#hasLists()) return this.#scan(query, Math.min(terms, this.termCount));
    const { memory, layout } = this.#index;
    const { query: queryAt, counts: countsAt } = this.#scratch;
    const counts = this.#counts().fill(0, 0, BLOCK * blocksOf(terms));
    new Uint16Array(memory.buffer, queryAt, query.length).set(query);
    const queryEnd = queryAt + 2 * query.length;
    for (let block = 0; block < blocksOf(terms); block++) {
      const lists = layout.listOffsets + 4 * CELLS * block;
      const own = countsAt + 2 * BLOCK * block;
      this.#wasm.addMatches(queryAt, queryEnd, lists, layout.listTerms, own);
    }
    return counts;
  }

  /** The same without lists. */
  #scan(query: Uint16Array, terms: number): Uint16Array {
    const { memory, layout } = this.#index;
    const { cursors: flagsAt, counts: countsAt } = this.#scratch;
    const flags = new Uint8Array(memory.buffer, flagsAt, CELLS).fill(0);
    for (const position of query) flags[position] = 1;
    const counts = this.#counts();
    forStretches(terms, (from, end) =>
      this.#wasm.countFlagged(layout.offsets, layout.gaps, from, end, flagsAt, countsAt),
    );
    return counts;
  }

  /** A stretch of terms at a time: the best so far decide which of the next can still get in. */
  #collect(highest: number, page: Page, among: Among): Ranking {
    const { filter } = among;
    const terms = this.#first(among);
    const wanted = Math.min(page.offset + page.limit, terms);
    const best = new BestCounts(wanted, highest, FOUND_AT_ONCE);
    const counts = this.#counts();
    const { counts: countsAt, found: foundAt } = this.#scratch;
    const found = new Uint32Array(this.#index.memory.buffer, foundAt, FOUND_AT_ONCE);
    for (let from = 0; from < terms; from += FOUND_AT_ONCE) {
      const end = Math.min(from + FOUND_AT_ONCE, terms);
      const count = this.#wasm.collectAbove(countsAt, from, end, best.floor, foundAt);
      for (let i = 0; i < count; i++) {
        const id = found[i];
        // Eight are looked at together, so the last may lie beyond.
        if (id < terms && (filter === undefined || (filter.flags[id] & filter.mask) !== 0))
          best.add(id, counts[id]);
      }
      if (count > 0) best.endStretch();
    }
    return best.finish(page.offset);
  }
}

/** Terms in stretches: a loop that is entered once runs as it was first compiled. */
function forStretches(terms: number, visit: (from: number, end: number) => void): void {
  for (let from = 0; from < terms; from += FOUND_AT_ONCE)
    visit(from, Math.min(from + FOUND_AT_ONCE, terms));
}

/** Ids by falling count, then rising id, with their counts. */
interface Ranking {
  readonly ids: Uint32Array;
  readonly counts: Uint16Array;
}

/** Keeps the best of a stream of ids that come in rising order, in stretches. */
class BestCounts {
  /** A later id must have a higher count than this to get in. */
  floor = 0;
  readonly #wanted: number;
  readonly #levels: Uint32Array;
  readonly #capacity: number;
  readonly #stretch: number;
  #kept: Ranking;
  #spare: Ranking;
  #length = 0;

  /** `highest` is the largest count that can come; `stretch` the most ids between two calls of `endStretch`. */
  constructor(wanted: number, highest: number, stretch: number) {
    this.#wanted = wanted;
    this.#stretch = stretch;
    this.#capacity = wanted + 2 * stretch;
    this.#levels = new Uint32Array(highest + 1);
    this.#kept = emptyRanking(this.#capacity);
    this.#spare = emptyRanking(this.#capacity);
  }

  add(id: number, count: number): void {
    this.#kept.ids[this.#length] = id;
    this.#kept.counts[this.#length++] = count;
  }

  /** Makes room for the next stretch, and raises the floor at the first chance. */
  endStretch(): void {
    const isFull = this.#length > this.#capacity - this.#stretch;
    if (isFull || (this.floor === 0 && this.#length >= this.#wanted)) this.#settle();
  }

  /** The best, without the first `offset` of them. */
  finish(offset: number): Ranking {
    this.#settle();
    const { ids, counts } = this.#kept;
    return { ids: ids.slice(offset, this.#length), counts: counts.slice(offset, this.#length) };
  }

  /**
   * Sorts what there is and drops all but the best. A counting sort that keeps the order of equal counts: what was kept
   * before has smaller ids and comes first, so nothing but the count need be looked at.
   */
  #settle(): void {
    const slots = this.#firstSlots();
    const from = this.#kept;
    const to = this.#spare;
    for (let i = 0; i < this.#length; i++) {
      const slot = slots[from.counts[i]]++;
      to.ids[slot] = from.ids[i];
      to.counts[slot] = from.counts[i];
    }
    this.#kept = to;
    this.#spare = from;
    this.#length = Math.min(this.#length, this.#wanted);
    if (this.#length === this.#wanted && this.#wanted > 0) this.floor = to.counts[this.#wanted - 1];
  }

  /** For each count the slot of the first id that has it, highest count first. */
  #firstSlots(): Uint32Array {
    const levels = this.#levels.fill(0);
    for (let i = 0; i < this.#length; i++) levels[this.#kept.counts[i]]++;
    let before = 0;
    for (let count = levels.length - 1; count >= 0; count--) {
      const size = levels[count];
      levels[count] = before;
      before += size;
    }
    return levels;
  }
}

const emptyRanking = (capacity: number): Ranking => ({
  ids: new Uint32Array(capacity),
  counts: new Uint16Array(capacity),
});
