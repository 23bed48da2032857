import { decodeBase64 } from "../kernel/base64.ts";
import { type FrontCoded, frontDecode } from "../tables/front-coding.ts";
import { nounsBase64 } from "./nouns.generated.ts";

/** Numbers for each of a list of rows: row r has `values[starts[r]]` up to, not including, `values[starts[r + 1]]`. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly values: Uint16Array;
}

/** The lists of the table, in the order of the file: what each row is, and what its numbers are. */
const LISTS = {
  /** Of a word: the synsets that it is a noun in, the most usual first. */
  senses: "words",
  /** Of a word: synsets of nouns that it is derived from or belongs to, as "chemical" to "chemistry". */
  derived: "words",
  /** Of a synset: those that are more general. */
  hypernyms: "synsets",
  /** Of the synset of a single person, place or event: what it is one of. */
  instanceOf: "synsets",
  /** Of a synset: the subjects in which its words are used. */
  topics: "synsets",
  /** Of a synset: what it is a part of. */
  wholes: "synsets",
  /** Of a synset: words of its definition. */
  gloss: "synsets",
} as const;
export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];

/** WordNet's nouns, as far as common words of English are or lead to them. */
export interface NounTable extends Readonly<Record<ListName, Lists>> {
  /** In alphabetical order. */
  readonly words: readonly string[];
  /** For each synset the words that are nouns in it, those that are more special, its examples, its parts. */
  readonly wordsOf: Lists;
  readonly hyponyms: Lists;
  readonly examples: Lists;
  readonly parts: Lists;
  /** Place among the words; -1 for a word that the table lacks. */
  placeOf(word: string): number;
  /** For each of the synsets that words are or belong to, how much of their use that is, in 255ths: beside `senses` and `derived`. */
  readonly senseShares: Uint8Array;
  readonly derivedShares: Uint8Array;
  /** For each word how good a name it is for a group of words, in 255ths. */
  readonly worths: Uint8Array;
  /** For each synset its most used word; `words.length` where the table lacks it. */
  readonly namedBy: Uint16Array;
}

/** The numbers of one row. */
export const listAt = ({ starts, values }: Lists, row: number): Uint16Array =>
  values.subarray(starts[row], starts[row + 1]);

/**
 * Reads what `test/config/build-nouns.ts` wrote: sections, each behind its length; low and high bytes of numbers lie apart,
 * which compresses better.
 * @throws Error for other bytes
 */
export function readNouns(packed: Uint8Array): NounTable {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  let at = 0;
  const take = (): Uint8Array => {
    const start = at + 4;
    at = start + view.getUint32(at, true);
    return packed.subarray(start, at);
  };
  const takeNumbers = () => joined(take(), take());
  const takeLists = (): Lists => {
    const counts = take();
    const starts = new Uint32Array(counts.length + 1);
    for (let row = 0; row < counts.length; row++) starts[row + 1] = starts[row]! + counts[row]!;
    return { starts, values: takeNumbers() };
  };
  const coded: FrontCoded = { sharedLengths: take(), ownLengths: take(), ownText: take() };
  const words = frontDecode(coded);
  if (words === undefined) throw new Error("The table of nouns is damaged.");
  const shares = { senseShares: take(), derivedShares: take(), worths: take() };
  const namedBy = takeNumbers();
  const lists = Object.fromEntries(LIST_NAMES.map((name) => [name, takeLists()])) as Record<
    ListName,
    Lists
  >;
  const places = new Map(words.map((word, place) => [word, place]));
  return {
    ...lists,
    ...shares,
    words,
    namedBy,
    wordsOf: turned(lists.senses, namedBy.length),
    hyponyms: turned(lists.hypernyms, namedBy.length),
    examples: turned(lists.instanceOf, namedBy.length),
    parts: turned(lists.wholes, namedBy.length),
    placeOf: (word) => places.get(word) ?? -1,
  };
}

const joined = (low: Uint8Array, high: Uint8Array): Uint16Array =>
  Uint16Array.from(low, (value, i) => value | (high[i]! << 8));

/** For each value the rows that have it. */
function turned({ starts, values }: Lists, count: number): Lists {
  const turnedStarts = new Uint32Array(count + 1);
  for (const value of values) turnedStarts[value + 1]!++;
  for (let value = 0; value < count; value++) turnedStarts[value + 1]! += turnedStarts[value]!;
  const next = turnedStarts.slice();
  const rows = new Uint16Array(values.length);
  for (let row = 0; row + 1 < starts.length; row++)
    for (let at = starts[row]!; at < starts[row + 1]!; at++) rows[next[values[at]!]!++] = row;
  return { starts: turnedStarts, values: rows };
}

let english: NounTable | undefined;

/** The table that comes with the program; some 50 ms the first time. */
export function englishNouns(): NounTable {
  english ??= readNouns(decodeBase64(nounsBase64));
  return english;
}

/**
 * For each sense of a word as a noun the words that stand for it: synonyms, what it is a kind, an example or a part of and what
 * is one of it, the subject, and words of its definition; none for a word without such senses.
 */
export function senseWords(table: NounTable, word: string): string[][] {
  const place = table.placeOf(word);
  if (place < 0) return [];
  return Array.from(listAt(table.senses, place), (synset) => {
    const near = [synset, ...LINKS.flatMap((link) => [...listAt(table[link], synset)])];
    const found = new Set(near.flatMap((each) => [...listAt(table.wordsOf, each)]));
    for (const other of listAt(table.gloss, synset)) found.add(other);
    return Array.from(found, (each) => table.words[each]!);
  });
}

const LINKS = [
  "hypernyms",
  "hyponyms",
  "instanceOf",
  "examples",
  "topics",
  "wholes",
  "parts",
] as const;
