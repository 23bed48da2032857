import { tooManyWords } from "../errors.ts";
import { fnvStep } from "../kernel/hash.ts";
import { apart } from "./memory.ts";
import { withoutNoise } from "./noise.ts";

/** Plain letters alone are most texts, and need neither Unicode's tables nor composing. */
const PLAIN = /^[\0-\x7f]*$/;
/** Longer words are left to `tokens`, which may cut them. */
const LONGEST_READ = 100;
/** More different words would not fit into memory, nor into one `Map`; ten million paragraphs have about half as many. */
const MOST_WORDS = 2 ** 23;

/** Words by number, in the order in which they come; counting by number is several times as fast as by word. */
export class Vocabulary {
  readonly words: string[] = [];
  readonly #tokens: (text: string) => readonly string[];
  readonly #most: number;
  readonly #ids = new Map<string, number>();
  /** The text in which each word was seen last. */
  #seenIn = new Uint32Array(1024);
  #texts = 0;
  readonly #plain = new PlainWords();

  /**
   * @param tokens the words of a text; of one in ASCII the runs of letters and digits in lower case, possibly cut
   * @param most different words that are accepted
   */
  constructor(tokens: (text: string) => readonly string[], most = MOST_WORDS) {
    this.#tokens = tokens;
    this.#most = most;
  }

  /** -1 for a word that has not come. */
  idOf(word: string): number {
    return this.#ids.get(word) ?? -1;
  }

  /** The numbers of the words of a text, each once, in the order of the text. @throws too-large */
  read(given: string): number[] {
    const text = withoutNoise(given);
    const ids: number[] = [];
    this.#texts++;
    if (PLAIN.test(text)) this.#readPlain(text.toLowerCase(), ids);
    else for (const word of this.#tokens(text)) this.#add(this.numberOf(word), ids);
    return ids;
  }

  #readPlain(text: string, ids: number[]): void {
    let start = -1;
    let hash = this.#plain.start;
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 0;
      if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
        if (start === -1) start = at;
        hash = fnvStep(hash, code);
      } else if (start !== -1) {
        this.#add(this.#plainNumber(text, { start, end: at, hash }), ids);
        start = -1;
        hash = this.#plain.start;
      }
    }
  }

  #plainNumber(text: string, part: Part): number {
    const { start, end } = part;
    if (end - start > LONGEST_READ) return this.numberOf(this.#tokens(text.slice(start, end))[0]!);
    const known = this.#plain.find(text, part, this.words);
    if (known !== -1) return known;
    const id = this.numberOf(text.slice(start, end));
    this.#plain.add(id, part.hash);
    return id;
  }

  #add(id: number, ids: number[]): void {
    if (this.#seenIn[id] === this.#texts) return;
    this.#seenIn[id] = this.#texts;
    ids.push(id);
  }

  /** The number of a word, which it gets where it has none. @throws too-large */
  numberOf(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.words.length;
    if (id === this.#most) throw tooManyWords(this.#most);
    const own = apart(word);
    this.#ids.set(own, id);
    this.words.push(own);
    if (id === this.#seenIn.length) this.#seenIn = enlarged(this.#seenIn, 2 * id);
    return id;
  }
}

/** A word in a text, with the hash of its letters. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

/** Finds the number of a word where it is in a text, without a string of its own: most of the time of reading goes there. */
class PlainWords {
  /** What each hash begins with, unknown to all: words cannot be made so that all have the same one. */
  readonly start = Math.floor(Math.random() * 2 ** 32) | 0;
  /** Numbers plus one at the place that the hash gives, or the next free one; at most half of the places are taken. */
  #places = new Int32Array(8192);
  #hashes = new Int32Array(8192);
  #count = 0;

  /** -1 for a word that was not added. */
  find(text: string, { start, end, hash }: Part, words: readonly string[]): number {
    const mask = this.#places.length - 1;
    for (let at = scattered(hash) & mask; this.#places[at] !== 0; at = (at + 1) & mask) {
      if (this.#hashes[at] !== hash) continue;
      const id = this.#places[at]! - 1;
      if (words[id]!.length === end - start && text.startsWith(words[id]!, start)) return id;
    }
    return -1;
  }

  add(id: number, hash: number): void {
    if (2 * ++this.#count > this.#places.length) this.#grow();
    this.#put(id + 1, hash);
  }

  #put(place: number, hash: number): void {
    const mask = this.#places.length - 1;
    let at = scattered(hash) & mask;
    while (this.#places[at] !== 0) at = (at + 1) & mask;
    this.#places[at] = place;
    this.#hashes[at] = hash;
  }

  #grow(): void {
    const [places, hashes] = [this.#places, this.#hashes];
    this.#places = new Int32Array(2 * places.length);
    this.#hashes = new Int32Array(2 * places.length);
    places.forEach((place, i) => {
      if (place !== 0) this.#put(place, hashes[i]!);
    });
  }
}

/** Words that differ in their last letter only would lie side by side. */
const scattered = (hash: number) => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 12;

export function enlarged(counts: Uint32Array<ArrayBuffer>, length: number) {
  const larger = new Uint32Array(length);
  larger.set(counts);
  return larger;
}
