import { TitleSets } from "./title-sets.ts";

/**
 * Stands for the third word of a pair. Word numbers from here on take no part in phrases, so that three of them
 * fit one exact number.
 */
export const NO_THIRD = 0x1ffff;
const BASE = 0x20000;

const SKETCH_BITS = 25;
const SATURATED = 0xffff;

/** Upper bounds of the counts of all word groups in 64 MB: no group that is frequent enough is ever missed. */
export class NgramSketch {
  private readonly counters = new Uint16Array(1 << SKETCH_BITS);

  add(a: number, b: number, c: number): void {
    const slot = hash(a, b, c) >>> (32 - SKETCH_BITS);
    const count = this.counters[slot]!;
    if (count < SATURATED) this.counters[slot] = count + 1;
  }

  atLeast(a: number, b: number, c: number, count: number): boolean {
    return this.counters[hash(a, b, c) >>> (32 - SKETCH_BITS)]! >= count;
  }
}

/** Where a word group was met. */
export interface GroupPlace {
  readonly record: number;
  /** Number of the record's title. */
  readonly title: number;
  readonly isCapital: boolean;
}

/** Exact counts of the word groups given to it. Entries are numbered in order of first appearance. */
export class NgramTable {
  size = 0;
  counts = new Uint32Array(1 << 16);
  documents = new Uint32Array(1 << 16);
  capitals = new Uint32Array(1 << 16);
  readonly titles: TitleSets;
  private keys = new Float64Array(1 << 16);
  private lastRecord = new Int32Array(1 << 16);
  private slots = new Int32Array(1 << 17).fill(-1);

  /** `titleLimit`: titles a group must be found under. */
  constructor(titleLimit: number) {
    this.titles = new TitleSets(1 << 16, titleLimit);
  }

  add(words: readonly [number, number, number], place: GroupPlace): void {
    const entry = this.entryOf(words[0], words[1], words[2]);
    this.counts[entry]!++;
    if (place.isCapital) this.capitals[entry]!++;
    if (this.lastRecord[entry] === place.record + 1) return;
    this.lastRecord[entry] = place.record + 1;
    this.documents[entry]!++;
    this.titles.note(entry, place.title);
  }

  /** Occurrences of a group, 0 when it was never added. */
  countOf(a: number, b: number, c: number): number {
    const entry = this.slots[this.slotOf(a, b, c)]!;
    return entry < 0 ? 0 : this.counts[entry]!;
  }

  wordsOf(entry: number): [number, number, number] {
    const key = this.keys[entry]!;
    const pair = Math.floor(key / BASE);
    return [Math.floor(pair / BASE), pair % BASE, key % BASE];
  }

  private entryOf(a: number, b: number, c: number): number {
    const slot = this.slotOf(a, b, c);
    const known = this.slots[slot]!;
    if (known >= 0) return known;
    if (this.size === this.counts.length) return this.growAndAdd(a, b, c);
    this.slots[slot] = this.size;
    this.keys[this.size] = keyOf(a, b, c);
    return this.size++;
  }

  private growAndAdd(a: number, b: number, c: number): number {
    const room = this.size * 2;
    this.counts = grown(this.counts, new Uint32Array(room));
    this.documents = grown(this.documents, new Uint32Array(room));
    this.capitals = grown(this.capitals, new Uint32Array(room));
    this.keys = grown(this.keys, new Float64Array(room));
    this.lastRecord = grown(this.lastRecord, new Int32Array(room));
    this.titles.grow(room);
    this.slots = new Int32Array(room * 2).fill(-1);
    for (let entry = 0; entry < this.size; entry++) {
      const words = this.wordsOf(entry);
      this.slots[this.slotOf(words[0], words[1], words[2])] = entry;
    }
    return this.entryOf(a, b, c);
  }

  private slotOf(a: number, b: number, c: number): number {
    const mask = this.slots.length - 1;
    const key = keyOf(a, b, c);
    let slot = hash(a, b, c) & mask;
    for (;;) {
      const entry = this.slots[slot]!;
      if (entry < 0 || this.keys[entry] === key) return slot;
      slot = (slot + 1) & mask;
    }
  }
}

const keyOf = (a: number, b: number, c: number) => (a * BASE + b) * BASE + c;

function hash(a: number, b: number, c: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) ^ Math.imul(c, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

function grown<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}
