import type { Retina } from "../retina/types.ts";

/** Cost of a character that belongs to no word, in eighths of a halving: as much as a word with a share of e to the power of -25. */
const UNKNOWN = 289;
/** A cost is an eighth of a halving of the share, which is what a pack keeps: whole numbers give the same paths on every machine. */
const costOf = (share: number) => Math.round(-8 * Math.log2(share));
/** Longer runs are read in parts: what they need stays small. */
const MOST_UNITS = 10_000;

/** A stretch of a text that is a word, or that no word fits. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly isKnown: boolean;
}

/** The words of a retina letter by letter, to find the likeliest row of them in a text without spaces. */
export class WordPaths {
  readonly #steps = new Steps();
  /** By step: what the word costs that ends there; -1 where none does. */
  readonly #costs: Int16Array;

  /** @param shortest letters of the shortest word that is used */
  constructor(retina: Retina, shortest = 1) {
    const ends: [number, number][] = [];
    for (let id = 0; id < retina.termCount; id++) {
      const term = retina.term(id);
      if (term.length < shortest || term.includes(" ")) continue;
      let step = 0;
      for (let at = 0; at < term.length; at++) step = this.#steps.add(step, term.charCodeAt(at));
      ends.push([step, costOf(retina.frequency(id))]);
    }
    this.#costs = new Int16Array(this.#steps.count).fill(-1);
    for (const [step, cost] of ends) this.#costs[step] = cost;
  }

  /** The text as its likeliest words, in order; neighbouring characters that belong to none are one stretch. */
  stretches(text: string): Stretch[] {
    const found: Stretch[] = [];
    for (let from = 0; from < text.length; ) {
      const end = partEnd(text, from);
      for (const { start, end: stop, isKnown } of this.#read(text.slice(from, end))) {
        const before = found.at(-1);
        if (!isKnown && before?.isKnown === false)
          found[found.length - 1] = { start: before.start, end: from + stop, isKnown };
        else found.push({ start: from + start, end: from + stop, isKnown });
      }
      from = end;
    }
    return found;
  }

  #read(text: string): Stretch[] {
    const { length } = text;
    const best = new Int32Array(length + 1).fill(2 ** 30);
    /** Where the last word of the best path to a place begins; of an unknown character, less one and negative. */
    const from = new Int32Array(length + 1);
    best[0] = 0;
    for (let at = 0; at < length; at++) {
      const so = best[at]!;
      if (so === 2 ** 30) continue;
      const next = at + widthAt(text, at);
      if (so + UNKNOWN < best[next]!) {
        best[next] = so + UNKNOWN;
        from[next] = -at - 1;
      }
      let step = 0;
      for (let end = at; end < length; ) {
        step = this.#steps.next(step, text.charCodeAt(end++));
        if (step < 0) break;
        const cost = this.#costs[step]!;
        if (cost < 0 || so + cost >= best[end]!) continue;
        best[end] = so + cost;
        from[end] = at;
      }
    }
    const path: Stretch[] = [];
    for (let end = length; end > 0; ) {
      const mark = from[end]!;
      const start = mark < 0 ? -mark - 1 : mark;
      path.push({ start, end, isKnown: mark >= 0 });
      end = start;
    }
    return path.reverse();
  }
}

const widthAt = (text: string, at: number) => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** Never between the halves of a character. */
function partEnd(text: string, from: number): number {
  if (text.length - from <= MOST_UNITS) return text.length;
  const last = from + MOST_UNITS - 1;
  return widthAt(text, last) === 2 ? last : last + 1;
}

/** From one letter of a word to the next; 0 is before all words. */
class Steps {
  count = 1;
  /** Step and letter of each place plus one, so that 0 is a free place; at most half of the places are taken. */
  #from = new Int32Array(1 << 16);
  #letters = new Uint16Array(1 << 16);
  #to = new Int32Array(1 << 16);

  /** -1 where no word goes on so. */
  next(step: number, letter: number): number {
    const at = this.#placeOf(step, letter);
    return this.#from[at] === 0 ? -1 : this.#to[at]!;
  }

  add(step: number, letter: number): number {
    const at = this.#placeOf(step, letter);
    if (this.#from[at] !== 0) return this.#to[at]!;
    this.#put(at, { step, letter, to: this.count });
    if (2 * ++this.count > this.#from.length) this.#grow();
    return this.count - 1;
  }

  #placeOf(step: number, letter: number): number {
    const mask = this.#from.length - 1;
    const hash = Math.imul(Math.imul(step, 0x9e3779b1) ^ letter, 0x85ebca6b);
    let at = (hash ^ (hash >>> 15)) & mask;
    while (this.#from[at] !== 0 && (this.#from[at] !== step + 1 || this.#letters[at] !== letter))
      at = (at + 1) & mask;
    return at;
  }

  #put(at: number, { step, letter, to }: { step: number; letter: number; to: number }): void {
    this.#from[at] = step + 1;
    this.#letters[at] = letter;
    this.#to[at] = to;
  }

  #grow(): void {
    const [from, letters, to] = [this.#from, this.#letters, this.#to];
    this.#from = new Int32Array(2 * from.length);
    this.#letters = new Uint16Array(2 * from.length);
    this.#to = new Int32Array(2 * from.length);
    from.forEach((taken, i) => {
      if (taken === 0) return;
      const [step, letter] = [taken - 1, letters[i]!];
      this.#put(this.#placeOf(step, letter), { step, letter, to: to[i]! });
    });
  }
}
