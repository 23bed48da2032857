import { canonical } from "../kernel/canonical.ts";
import { foldedHash } from "../kernel/hash.ts";
/**
 * The vocabulary in alphabetical (code unit) order, so that every term with a given beginning lies in one run.
 * A term's place in that order is its rank; ids follow frequency.
 */
export class TermTable {
  readonly count: number;
  /** Most words in a term. */
  readonly longestPhrase: number;
  readonly #sorted: readonly string[];
  readonly #idOfRank: Uint32Array;
  readonly #rankOfId: Uint32Array;
  readonly #buckets: Int32Array;
  #phrases: Uint32Array | undefined;

  /** `sorted` is strictly ascending, `idOfRank` a permutation; whoever makes a table has checked that. */
  constructor(sorted: readonly string[], idOfRank: Uint32Array) {
    this.count = sorted.length;
    this.#sorted = sorted;
    this.#idOfRank = idOfRank;
    this.#rankOfId = invert(idOfRank);
    this.#buckets = fillBuckets(sorted);
    this.longestPhrase = sorted.reduce((most, term) => Math.max(most, wordCount(term)), 0);
  }

  /** @throws RangeError for an id outside 0..count-1 */
  term(id: number): string {
    const term = this.#sorted[this.#rankOfId[id] ?? -1];
    if (term === undefined) throw new RangeError(`There is no term ${id}.`);
    return term;
  }

  /** Exact match, then as it is compared and in lower case; -1 when unknown. */
  idOf(term: string): number {
    const rank = this.#rankOf(term);
    if (rank >= 0) return this.#idOfRank[rank]!;
    const lower = this.#rankOf(canonical(term).toLowerCase());
    return lower < 0 ? -1 : this.#idOfRank[lower]!;
  }

  #rankOf(term: string): number {
    const buckets = this.#buckets;
    let bucket = foldedHash(term) & (buckets.length - 1);
    while (buckets[bucket]! >= 0 && this.#sorted[buckets[bucket]!] !== term)
      bucket = (bucket + 1) & (buckets.length - 1);
    return buckets[bucket]!;
  }

  idAt(rank: number): number {
    return this.#idOfRank[rank]!;
  }

  rankAt(id: number): number {
    return this.#rankOfId[id]!;
  }

  termAt(rank: number): string {
    return this.#sorted[rank]!;
  }

  /** The run of ranks whose terms start with `prefix`: two binary searches. */
  runOf(prefix: string): { readonly start: number; readonly end: number } {
    const start = this.#firstRank((term) => term >= prefix);
    return { start, end: this.#firstRank((term) => term > prefix && !term.startsWith(prefix)) };
  }

  /** Ids of the terms with a space in them, most frequent first. Made on first use, then kept. */
  phrases(): Uint32Array {
    this.#phrases ??= Uint32Array.from(
      this.#idOfRank.filter((_, rank) => this.#sorted[rank]!.includes(" ")),
    ).sort();
    return this.#phrases;
  }

  #firstRank(isPast: (term: string) => boolean): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isPast(this.#sorted[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function invert(idOfRank: Uint32Array): Uint32Array {
  const rankOfId = new Uint32Array(idOfRank.length);
  for (let rank = 0; rank < idOfRank.length; rank++) rankOfId[idOfRank[rank]!] = rank;
  return rankOfId;
}

function wordCount(term: string): number {
  let words = 1;
  for (let at = term.indexOf(" "); at !== -1; at = term.indexOf(" ", at + 1)) words++;
  return words;
}

/** A hash table of ranks, -1 where empty, at most half full: a tenth of the time and memory of a Map. */
function fillBuckets(sorted: readonly string[]): Int32Array {
  const size = 2 ** Math.ceil(Math.log2(2 * sorted.length + 1));
  const buckets = new Int32Array(size).fill(-1);
  for (let rank = 0; rank < sorted.length; rank++) {
    let bucket = foldedHash(sorted[rank]!) & (size - 1);
    while (buckets[bucket]! >= 0) bucket = (bucket + 1) & (size - 1);
    buckets[bucket] = rank;
  }
  return buckets;
}
