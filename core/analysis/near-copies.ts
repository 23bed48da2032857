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

  /**
   * Takes groups apart whose texts share a template and differ in what they are about: at least three different ones, each
   * with words that few others have. Two stay together if they share half of such words. Additions and figures are no subject.
   *
   * @param group of each text, as `groups` returns it; changed in place, a piece at a time
   */
  *separateTemplates(group: Uint32Array): Generator<void> {
    const setsOf = new Map<number, Set<number>>();
    group.forEach((first, i) => {
      const sets = setsOf.get(first);
      if (sets === undefined) setsOf.set(first, new Set([this.#setOf[i]!]));
      else sets.add(this.#setOf[i]!);
    });
    for (const [first, sets] of setsOf) if (sets.size < FEWEST_SUBJECTS) setsOf.delete(first);
    const leaders = new Map<number, number>();
    for (const sets of setsOf.values()) yield* this.#separate([...sets], leaders);
    group.forEach((first, i) => {
      const leader = leaders.get(this.#setOf[i]!);
      if (leader !== undefined && setsOf.has(first)) group[i] = this.#firstOf[leader]!;
    });
  }

  /** @param leaders gets the first set with the subject of each */
  *#separate(sets: readonly number[], leaders: Map<number, number>): Generator<void> {
    const words = sets.map((set) => this.#lettersIn(set));
    const counts = new Map<number, number>();
    for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
    const subjects = words.map((own) =>
      own
        .filter((word) => 2 * counts.get(word)! <= sets.length)
        .sort((a, b) => counts.get(a)! - counts.get(b)!),
    );
    if (subjects.some(({ length }) => length === 0)) return;
    const leading = new Map<number, number[]>();
    for (const [i, subject] of subjects.entries()) {
      const near = [...new Set(subject.flatMap((word) => leading.get(word) ?? []))];
      const leader = near.sort((a, b) => a - b).find((k) => isSameSubject(subjects[k]!, subject));
      leaders.set(sets[i]!, sets[leader ?? i]!);
      if (leader === undefined)
        for (const word of subject) {
          const list = leading.get(word) ?? [];
          if (list.length < MOST_LISTED) leading.set(word, [...list, i]);
        }
      yield;
    }
  }

  /** Words of a set that are no figures. */
  #lettersIn(set: number): number[] {
    const members = new Uint32Array(this.#sets.sizeOf(set));
    this.#sets.read(set, members);
    return [...members].filter((word) => !/^\p{N}+$/u.test(this.#words.words[word]!));
  }
}

/** Different texts of a template. */
const FEWEST_SUBJECTS = 3;
/** Texts that are looked up by one word: more would take time by their square. */
const MOST_LISTED = 200;

function isSameSubject(one: readonly number[], other: readonly number[]): boolean {
  const shared = one.filter((word) => other.includes(word)).length;
  return 2 * shared >= Math.min(one.length, other.length);
}

const normalOf = (text: string): string =>
  canonical(text).toLowerCase().replace(/\s+/g, " ").trim();
const wordsOf = (text: string): readonly string[] =>
  canonical(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
