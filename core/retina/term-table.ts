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
  readonly #ids: ReadonlyMap<string, number>;
  #phrases: Uint32Array | undefined;

  /** `sorted` is strictly ascending, `idOfRank` a permutation; whoever makes a table has checked that. */
  constructor(sorted: readonly string[], idOfRank: Uint32Array) {
    this.count = sorted.length;
    this.#sorted = sorted;
    this.#idOfRank = idOfRank;
    this.#rankOfId = invert(idOfRank);
    this.#ids = new Map(sorted.map((term, rank) => [term, idOfRank[rank]!]));
    this.longestPhrase = sorted.reduce((most, term) => Math.max(most, wordCount(term)), 0);
  }

  /** @throws RangeError for an id outside 0..count-1 */
  term(id: number): string {
    const term = this.#sorted[this.#rankOfId[id] ?? -1];
    if (term === undefined) throw new RangeError(`There is no term ${id}.`);
    return term;
  }

  /** Exact match, then lower case; -1 when unknown. */
  idOf(term: string): number {
    return this.#ids.get(term) ?? this.#ids.get(term.toLowerCase()) ?? -1;
  }

  idAt(rank: number): number {
    return this.#idOfRank[rank]!;
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
