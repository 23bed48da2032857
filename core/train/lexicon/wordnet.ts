/** The parts of speech that a lexicon has a file for, in the order of its own numbers. */
export const LEXICON_PARTS = ["noun", "verb", "adj", "adv"] as const;
export type LexiconPart = (typeof LEXICON_PARTS)[number];

/** The files of WordNet's `dict` folder as they are: `data.noun` and so on, and `index.sense`. */
export interface LexiconFiles extends Readonly<Record<LexiconPart, string>> {
  readonly senses: string;
}

/** What leads from a synset to others, by WordNet's sign for it. */
const LINKS = {
  "@": "hypernyms",
  "@i": "instanceOf",
  "~": "hyponyms",
  "&": "similar",
  ";c": "topics",
  "#p": "wholes",
} as const;
type Link = (typeof LINKS)[keyof typeof LINKS];
/** Derivationally related forms; the noun an adjective pertains to, or the adjective an adverb is formed from. */
const DERIVATION = "+";
const PERTAINYM = "\\";

/**
 * Words that mean the same, and the numbers of other such sets: more general and more special ones, what a single person or place
 * is one of, near adjectives, the subject in which the words are used, what it is a part of.
 */
export interface Synset extends Readonly<Record<Link, readonly number[]>> {
  readonly part: LexiconPart;
  /** In lower case, with spaces. */
  readonly words: readonly string[];
  /** Words formed from one of these, or that it is formed from; of an adjective also the noun it belongs to. */
  readonly derived: readonly Derived[];
  /** What a dictionary says that it is, with examples of its use. */
  readonly gloss: string;
}

/** A word of a synset (its place among `words`) and the word of another that belongs to it. */
interface Derived {
  readonly word: number;
  readonly synset: number;
  readonly target: number;
  /** Of an adjective: it means "of" the other, as "chemical" to "chemistry". */
  readonly pertains: boolean;
}

/** One meaning of a word, with how often it was met in the texts that WordNet's makers tagged by hand. */
export interface Sense {
  readonly synset: number;
  readonly count: number;
}

/** WordNet as training needs it. */
export interface Lexicon {
  readonly synsets: readonly Synset[];
  /** The senses of a word as one part of speech, the most usual first; empty where it has none. */
  senses(word: string, part: LexiconPart): readonly Sense[];
  /** Every word, in lower case, with spaces. */
  readonly words: Iterable<string>;
}

/** Why a file cannot be read: a clause that names the file and the line. */
export class LexiconFault extends Error {}

const PART_OF_LETTER: Readonly<Record<string, LexiconPart>> = {
  n: "noun",
  v: "verb",
  a: "adj",
  s: "adj",
  r: "adv",
};
/** Of `index.sense`: nouns, verbs, adjectives, adverbs, and adjectives that lie near another. */
const PART_OF_NUMBER: readonly (LexiconPart | undefined)[] = [undefined, ...LEXICON_PARTS, "adj"];

/**
 * Reads WordNet's own text format (`wndb(5WN)`, `senseidx(5WN)`).
 * @throws LexiconFault where a line is none of the format or leads nowhere
 */
export function parseWordNet(files: LexiconFiles): Lexicon {
  const lines = LEXICON_PARTS.flatMap((part) =>
    contentLines(files[part]).map(({ text, line }) => ({
      part,
      text,
      where: `data.${part}:${line}`,
    })),
  );
  const places = new Map<string, number>();
  for (const [at, { part, text }] of lines.entries()) places.set(part + text.slice(0, OFFSET), at);
  const placeOf = (part: LexiconPart | undefined, offset: string, where: string) => {
    const place = part && places.get(part + offset);
    if (place === undefined)
      throw new LexiconFault(`${where} leads to ${offset}, which is not there`);
    return place;
  };
  const synsets = lines.map(({ part, text, where }) =>
    parseSynset(text, part, where, (letter, offset) =>
      placeOf(PART_OF_LETTER[letter], offset, where),
    ),
  );
  const senses = parseSenses(files.senses, placeOf);
  const words = new Set(Array.from(senses.keys(), (key) => key.slice(key.indexOf(" ") + 1)));
  return { synsets, words, senses: (word, part) => senses.get(`${part} ${word}`) ?? [] };
}

/** Digits of the number by which lines name each other. */
const OFFSET = 8;

/** The lines of a file but for its licence, whose lines begin with two spaces. */
function contentLines(text: string) {
  return text
    .split("\n")
    .map((line, at) => ({ text: line, line: at + 1 }))
    .filter(({ text: line }) => line !== "" && !line.startsWith("  "));
}

/** `offset file type words word id ... pointers symbol offset part source/target ... | gloss`; counts of words are hexadecimal. */
function parseSynset(
  line: string,
  part: LexiconPart,
  where: string,
  placeOf: (letter: string, offset: string) => number,
): Synset {
  const [data = "", gloss = ""] = line.split(" | ", 2);
  const fields = data.trim().split(" ");
  const wordCount = Number.parseInt(fields[3] ?? "", 16);
  const pointerAt = 4 + 2 * wordCount;
  const pointerCount = Number.parseInt(fields[pointerAt] ?? "", 10);
  if (!(wordCount > 0) || !(fields.length >= pointerAt + 1 + 4 * pointerCount))
    throw new LexiconFault(`${where} is no line of a WordNet data file`);
  const words = Array.from({ length: wordCount }, (_, i) => plainWord(fields[4 + 2 * i]!));
  const links: Record<Link, number[]> = {
    hypernyms: [],
    instanceOf: [],
    hyponyms: [],
    similar: [],
    topics: [],
    wholes: [],
  };
  const derived: Derived[] = [];
  for (let i = 0; i < pointerCount; i++) {
    const [sign, offset, letter, ends] = fields.slice(pointerAt + 1 + 4 * i) as string[];
    const link = LINKS[sign as keyof typeof LINKS];
    if (link !== undefined) links[link].push(placeOf(letter!, offset!));
    else if (sign === DERIVATION || sign === PERTAINYM)
      derived.push({
        word: Number.parseInt(ends!.slice(0, 2), 16) - 1,
        synset: placeOf(letter!, offset!),
        target: Number.parseInt(ends!.slice(2), 16) - 1,
        pertains: sign === PERTAINYM,
      });
  }
  return { part, words, ...links, derived, gloss: gloss.trim() };
}

/** As terms are written; an adjective's place in a sentence, "galore(ip)", is left out. */
const plainWord = (written: string) =>
  written
    .replace(/\(\w+\)$/, "")
    .replaceAll("_", " ")
    .toLowerCase();

/** `lemma%type:file:id:head:id offset number count`, in the order of the lemmas. */
function parseSenses(
  text: string,
  placeOf: (part: LexiconPart | undefined, offset: string, where: string) => number,
): ReadonlyMap<string, readonly Sense[]> {
  const found = new Map<string, (Sense & { readonly number: number })[]>();
  for (const { text: line, line: at } of contentLines(text)) {
    const where = `index.sense:${at}`;
    const [key = "", offset = "", number, count] = line.trim().split(" ");
    const end = key.lastIndexOf("%");
    const part = PART_OF_NUMBER[Number(key[end + 1])];
    if (
      end < 1 ||
      part === undefined ||
      !Number.isInteger(Number(number ?? "-")) ||
      !(Number(count) >= 0)
    )
      throw new LexiconFault(`${where} is no line of a WordNet sense index`);
    const name = `${part} ${plainWord(key.slice(0, end))}`;
    const sense = {
      synset: placeOf(part, offset, where),
      count: Number(count),
      number: Number(number),
    };
    const list = found.get(name);
    if (list === undefined) found.set(name, [sense]);
    else list.push(sense);
  }
  for (const list of found.values()) list.sort((a, b) => a.number - b.number);
  return found;
}
