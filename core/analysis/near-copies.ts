import { AlikeSets } from "../kernel/alike-sets.ts";
import { canonical } from "../kernel/canonical.ts";
import { SetList } from "../kernel/set-list.ts";
import { enlarged, Vocabulary } from "../text/vocabulary.ts";

/** How a list of texts repeats itself. */
export interface Copies {
  /** For each text the index of the first one that says the same, letter for letter but for case and spaces. */
  readonly exact: readonly number[];
  /** For each text the index of the first one with nearly the same words; coarser than `exact`. */
  readonly near: readonly number[];
}

/** Groups texts that repeat one another. */
export function findCopies(texts: readonly string[]): Copies {
  const finder = new CopyFinder();
  const seen = new Map<string, number>();
  const exact = texts.map((text, i) => {
    finder.add(text);
    const own = normalOf(text);
    const first = seen.get(own) ?? i;
    seen.set(own, first);
    return first;
  });
  const groups = finder.groups();
  let step = groups.next();
  while (step.done !== true) step = groups.next();
  return { exact, near: Array.from(step.value) };
}

/**
 * Groups texts whose sets of words overlap by at least 0.8 (Jaccard): each belongs to the group of the first text before
 * it that it is alike to, so that a chain of copies is one group. Keeps some two bytes for each word of a text, and
 * not the texts.
 */
export class CopyFinder {
  readonly #words = new Vocabulary(wordsOf);
  readonly #sets = new SetList();
  /** By text the number of its set of words. */
  #setOf = new Uint32Array(1024);
  #count = 0;
  #sorted = new Uint32Array(256);
  /** By set the first text that has it. */
  readonly #firstOf: number[] = [];
  #alike: AlikeSets | undefined;

  /** Adds the next text. @throws too-large for too many different words */
  add(text: string): void {
    const words = this.#words.read(text);
    // Two texts without a word are copies where they are the same, as if each were one word that has no letters.
    if (words.length === 0) words.push(this.#words.numberOf(normalOf(text)));
    if (words.length > this.#sorted.length) this.#sorted = new Uint32Array(2 * words.length);
    const sorted = this.#sorted.subarray(0, words.length);
    sorted.set(words);
    const set = this.#sets.add(sorted.sort());
    if (set === this.#firstOf.length) this.#firstOf.push(this.#count);
    if (this.#count === this.#setOf.length) this.#setOf = enlarged(this.#setOf, 2 * this.#count);
    this.#setOf[this.#count++] = set;
  }

  /** How much was compared: what the time goes by. */
  get looked(): number {
    return this.#alike?.looked ?? 0;
  }

  /** Compares all texts, a piece at a time. @returns of each piece the share that is done, at last each text's group */
  *groups(): Generator<number, Uint32Array> {
    this.#alike = new AlikeSets(this.#sets, this.#words.words.length);
    yield* this.#alike.steps();
    const group = this.#alike.first;
    // The first one of a set comes before it, and has its group already.
    for (let set = 0; set < group.length; set++) group[set] = group[group[set]!]!;
    return this.#setOf.subarray(0, this.#count).map((set) => this.#firstOf[group[set]!]!);
  }
}

const normalOf = (text: string): string =>
  canonical(text).toLowerCase().replace(/\s+/g, " ").trim();
const wordsOf = (text: string): readonly string[] =>
  canonical(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
