import { badCorpus } from "../../errors.ts";
import { PHRASE_BARRIER } from "../../text/tokens.ts";
import { grown } from "../run/arrays.ts";
import { FULL_SHARE, type ReadCorpus } from "./read-corpus.ts";
import {
  type Chunk,
  type Forms,
  isInnerCapital,
  RECORD_END,
  type TokenStream,
} from "./token-stream.ts";

/** The words of a training, by falling count, equal ones alphabetically; a word's number is its row. */
export interface Vocabulary {
  readonly words: readonly string[];
  readonly counts: Uint32Array;
  /** Records that hold the word. */
  readonly documents: Uint32Array;
  /** How often the word occurs inside a sentence, and how often capitalised there. */
  readonly inner: Uint32Array;
  readonly innerCapitals: Uint32Array;
  /** Occurrences, each as far as its record counts where the map is laid out and named. */
  readonly mapCounts: Float64Array;
  /** Tokens that are words of the vocabulary. */
  readonly total: number;
}

/** Which words are let in. */
interface WordLimits {
  /** Least occurrences of a word; 0 chooses by the size of the corpus. */
  readonly minCount: number;
  readonly most: number;
}

/** What is asked of a word in a corpus of fewer running words: occurrences, and titles that hold it. */
const DEMANDS = [
  { below: 300_000, count: 3, titles: 1 },
  { below: 5_000_000, count: 5, titles: 2 },
  { below: 30_000_000, count: 8, titles: 3 },
  { below: Number.POSITIVE_INFINITY, count: 12, titles: 4 },
] as const;
/** Where there are few titles, as with one long book, fewer can be asked for. */
const TITLES_PER_SOURCE = 25;
/** Fewer words than this make no map. */
const FEWEST_WORDS = 200;
/** Letters below this are Latin. */
const LAST_LATIN = 0x24f;

const demandOf = (words: number) => DEMANDS.find(({ below }) => words < below) ?? DEMANDS[3];

/** Least occurrences of a word in a corpus of so many words. */
export const requiredCount = (words: number): number => demandOf(words).count;

/** Least number of titles that must hold a word of a corpus of so many words and titles. */
export const requiredTitles = (words: number, titles: number): number =>
  Math.min(demandOf(words).titles, affordableTitles(titles));

/** At least one, and no more than a small share of all titles. */
export const affordableTitles = (titles: number): number =>
  Math.max(1, Math.floor(titles / TITLES_PER_SOURCE));

/**
 * Chooses the words, renumbers the stream by them, and counts documents and capitals on the way.
 * The sources tell the title of each record as a number.
 */
export function buildVocabulary(corpus: ReadCorpus, limits: WordLimits): Vocabulary {
  const { stream, sources } = corpus;
  const forms = stream.finish();
  const ranked = rankForms(forms, limits.minCount || requiredCount(stream.words));
  const titles = new Set(sources).size;
  const candidates = numbersOf(forms.names.length, ranked);
  const survey = new Survey(ranked.length, corpus, requiredTitles(stream.words, titles));
  stream.renumber(candidates, (chunk) => survey.add(chunk));
  const kept = survey.keep(limits.most);
  if (kept.length < FEWEST_WORDS) throw tooSmall(stream.words, kept.length);
  dropWords(stream, ranked.length, kept);
  return pick(forms, survey, { ranked, kept });
}

const tooSmall = (words: number, kept: number) =>
  badCorpus(
    `The corpus is too small: of its ${words} words only ${kept} different ones occur often enough; ${FEWEST_WORDS} are needed.`,
    { words, kept, needed: FEWEST_WORDS },
  );

/** Forms that may become words, by falling count, then alphabetically. */
function rankForms({ names, counts }: Forms, minCount: number): number[] {
  const ranked: number[] = [];
  const latinOnly = isMostlyLatin(names, counts);
  for (let id = 0; id < names.length; id++)
    if (counts[id]! >= minCount && isWord(names[id]!, latinOnly)) ranked.push(id);
  return ranked.sort((a, b) => counts[b]! - counts[a]! || (names[a]! < names[b]! ? -1 : 1));
}

function isMostlyLatin(names: readonly string[], counts: Uint32Array): boolean {
  let latin = 0;
  let all = 0;
  names.forEach((name, id) => {
    all += counts[id]!;
    if (isLatin(name)) latin += counts[id]!;
  });
  return latin * 2 > all;
}

function isLatin(name: string): boolean {
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) > LAST_LATIN) return false;
  return true;
}

function isWord(name: string, latinOnly: boolean): boolean {
  if (latinOnly && !isLatin(name)) return false;
  return name.length > 1 || name === "a" || name === "i" || !isLatin(name);
}

function numbersOf(forms: number, ranked: readonly number[]): Int32Array {
  const numbers = new Int32Array(forms).fill(-1);
  ranked.forEach((form, word) => {
    numbers[form] = word;
  });
  return numbers;
}

/** Counts, for each word, records, titles (up to the number that matters) and capitals. */
class Survey {
  readonly documents: Uint32Array;
  readonly inner: Uint32Array;
  readonly innerCapitals: Uint32Array;
  readonly mapCounts: Float64Array;
  private readonly corpus: ReadCorpus;
  private readonly lastRecord: Int32Array;
  private readonly titles: TitleSets;
  private record = 0;

  constructor(words: number, corpus: ReadCorpus, required: number) {
    this.documents = new Uint32Array(words);
    this.inner = new Uint32Array(words);
    this.innerCapitals = new Uint32Array(words);
    this.mapCounts = new Float64Array(words);
    this.corpus = corpus;
    this.lastRecord = new Int32Array(words).fill(-1);
    this.titles = new TitleSets(words, required);
  }

  add({ ids, flags }: Chunk): void {
    for (let i = 0; i < ids.length; i++) {
      const word = ids[i]!;
      if (word >= 0) this.meet(word, flags[i]!);
      else if (word === RECORD_END) this.record++;
    }
  }

  /** The words met in enough titles, the first `most` of them. */
  keep(most: number): number[] {
    const kept: number[] = [];
    for (let word = 0; word < this.documents.length && kept.length < most; word++)
      if (this.titles.isFull(word)) kept.push(word);
    return kept;
  }

  private meet(word: number, flags: number): void {
    if ((flags & PHRASE_BARRIER) === 0) this.inner[word]!++;
    if (isInnerCapital(flags)) this.innerCapitals[word]!++;
    this.mapCounts[word]! += (this.corpus.mapShares?.[this.record] ?? FULL_SHARE) / FULL_SHARE;
    if (this.lastRecord[word] === this.record) return;
    this.lastRecord[word] = this.record;
    this.documents[word]!++;
    this.titles.note(word, this.corpus.sources[this.record]!);
  }
}

function dropWords(stream: TokenStream, candidates: number, kept: readonly number[]): void {
  if (kept.length === candidates) return;
  stream.remap(numbersOf(candidates, kept));
}

function pick(
  { names, counts }: Forms,
  survey: Survey,
  { ranked, kept }: { ranked: readonly number[]; kept: readonly number[] },
): Vocabulary {
  const rows = (values: Uint32Array) => Uint32Array.from(kept, (word) => values[word]!);
  const wordCounts = Uint32Array.from(kept, (word) => counts[ranked[word]!]!);
  return {
    words: kept.map((word) => names[ranked[word]!]!),
    counts: wordCounts,
    documents: rows(survey.documents),
    inner: rows(survey.inner),
    innerCapitals: rows(survey.innerCapitals),
    mapCounts: Float64Array.from(kept, (word) => survey.mapCounts[word]!),
    total: wordCounts.reduce((sum, count) => sum + count, 0),
  };
}

/** For each row the different titles that hold it, as far as they matter: at most `limit` of them. */
export class TitleSets {
  private readonly limit: number;
  private titles: Int32Array;
  private counts: Uint8Array;

  constructor(rows: number, limit: number) {
    this.limit = limit;
    this.titles = new Int32Array(rows * limit);
    this.counts = new Uint8Array(rows);
  }

  note(row: number, title: number): void {
    const count = this.counts[row]!;
    if (count >= this.limit) return;
    const start = row * this.limit;
    for (let i = start; i < start + count; i++) if (this.titles[i] === title) return;
    this.titles[start + count] = title;
    this.counts[row] = count + 1;
  }

  /** Whether `limit` different titles were noted. */
  isFull(row: number): boolean {
    return this.counts[row]! >= this.limit;
  }

  /** Makes room for more rows. */
  grow(rows: number): void {
    this.titles = grown(this.titles, new Int32Array(rows * this.limit));
    this.counts = grown(this.counts, new Uint8Array(rows));
  }
}
