/** Ids by falling count, then rising id, with their counts. */
export interface Ranking {
  readonly ids: Uint32Array;
  readonly counts: Uint16Array;
}

/** Keeps the best of a stream of ids that come in rising order, in stretches. */
export class BestCounts {
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
