import { isKin } from "../../atlas/name-words.ts";
import { isName } from "../../retina/name-policy.ts";
import type { Retina } from "../../retina/types.ts";
import { enlarged, Vocabulary } from "../../text/vocabulary.ts";
import { tokensOf } from "../port/words.ts";
import { compareOdds, type Difference, findDifferences } from "./statistics.ts";

/** In how many rows each word is. */
export class WordCounts {
  rows = 0;
  readonly vocabulary: Vocabulary;
  #counts = new Uint32Array(256);

  /** @param vocabulary shared by counts that are made of the same rows */
  constructor(vocabulary = new Vocabulary(tokensOf)) {
    this.vocabulary = vocabulary;
  }

  add(text: string): void {
    this.addIds(this.vocabulary.read(text));
  }

  /** A row with these words of the vocabulary, each once. */
  addIds(ids: readonly number[]): void {
    this.rows++;
    for (const id of ids) this.addCount(id, 1);
  }

  /** So many more rows with a word of the vocabulary; `rows` is left as it is. */
  addCount(id: number, rows: number): void {
    if (id >= this.#counts.length)
      this.#counts = enlarged(this.#counts, Math.max(id + 1, 2 * this.#counts.length));
    this.#counts[id]! += rows;
  }

  of(word: string): number {
    return this.at(this.vocabulary.idOf(word));
  }

  /** By the word's number in the vocabulary. */
  at(id: number): number {
    return this.#counts[id] ?? 0;
  }

  *words(): Generator<string> {
    for (const [id, word] of this.vocabulary.words.entries()) if (this.at(id) > 0) yield word;
  }
}

export interface WordDifference extends Difference {
  readonly word: string;
}

/** A word has to be in this many rows of both parts together, or nothing can be concluded about it. */
const FEWEST_ROWS = 5;
/** Single letters or digits mean little. */
const SHORTEST = 2;

/**
 * Words from the most characteristic of `a` to that of `b`: by the end of the interval that is nearer to no difference,
 * times the logarithm of how many rows have the word, or lack it where most have it. So neither a rare word nor a word
 * of every text comes first, nor one whose `weight` says that it names nothing.
 */
export function compareWords(
  a: WordCounts,
  b: WordCounts,
  weight: WordWeight = () => 1,
): WordDifference[] {
  const rows = a.rows + b.rows;
  const fewest = fewestOf(rows);
  const words = [...new Set([...a.words(), ...b.words()])].filter(
    (word) => a.of(word) + b.of(word) >= fewest && isTelling(word),
  );
  const counts = words.map((word) => ({ inA: a.of(word), inB: b.of(word) }));
  return findDifferences(counts, { a: a.rows, b: b.rows })
    .map((difference, i) => ({ word: words[i]!, ...difference }))
    .map((difference) => ({
      difference,
      by: weightOf(difference, rows) * weight(difference.word),
    }))
    .sort((x, y) => y.by - x.by || y.difference.effect - x.difference.effect)
    .map(({ difference }) => difference);
}

/**
 * The first words of `compareWords` between each of the parts and the rest of all rows, without what only differences
 * need. Words of no weight are left out, and of the forms of one word all but the most characteristic.
 *
 * @param parts counts over the vocabulary of `all`
 */
export function characteristicWords(
  parts: readonly WordCounts[],
  all: WordCounts,
  weight: WordWeight,
  limit: number,
): string[][] {
  const { words } = all.vocabulary;
  const fewest = fewestOf(all.rows);
  const candidates = words
    .map((word, id) => ({ word, id, weight: 0 }))
    .filter(({ word, id }) => all.at(id) >= fewest && isTelling(word))
    .map((each) => ({ ...each, weight: weight(each.word) }))
    .filter((each) => each.weight > 0);
  return parts.map((part) => {
    const rows = { a: part.rows, b: all.rows - part.rows };
    const sorted = candidates
      .map(({ word, id, weight: own }) => {
        const inA = part.at(id);
        const odds = compareOdds({ inA, inB: all.at(id) - inA }, rows);
        return { word, effect: odds.effect, by: weightOf(odds, all.rows) * own };
      })
      .sort((x, y) => y.by - x.by || y.effect - x.effect);
    return firstOfEachKind(sorted, limit);
  });
}

/** The first words, none of which is a form of one before. */
function firstOfEachKind(sorted: readonly { readonly word: string }[], limit: number): string[] {
  const first: string[] = [];
  for (const { word } of sorted) {
    if (first.length === limit) break;
    if (!first.some((earlier) => isKin(earlier, word))) first.push(word);
  }
  return first;
}

export const fewestOf = (rows: number) => Math.min(FEWEST_ROWS, Math.max(1, Math.ceil(rows / 50)));

export const isTelling = (word: string) => word.length >= SHORTEST && !/^\p{N}+$/u.test(word);

type Weighed = Pick<Difference, "low" | "high" | "inA" | "inB">;

export function weightOf({ low, high, inA, inB }: Weighed, rows: number): number {
  const fewer = Math.min(inA + inB, rows - inA - inB);
  return (Math.max(low, 0) + Math.min(high, 0)) * Math.log(1 + fewer);
}

/** How much a word says about what a text is about, 0..1. */
export type WordWeight = (word: string) => number;

const NONE: ReadonlySet<string> = new Set();

/** A word of more documents than this that is no noun says nothing: "which", "such", "said". */
const COMMON = 0.12;
/** Share of running words at which a noun counts half. */
const HALF_WAY = 1e-3;
/** Of what is no noun. */
const OTHER = 0.6;
/** Of what is hardly met in small letters and says not where: "mike", "inc", "lt". A topic is called so where nothing else is. */
const A_NAME = 0.5;

/**
 * By what the retina's corpus says of the words; a word that it does not have is the collection's own, and counts whole.
 * @param common words of other languages that say nothing
 */
export function wordWeights(retina: Retina, common: ReadonlySet<string> = NONE): WordWeight {
  const known = new Map<string, number>();
  return (word) => {
    const weight = known.get(word) ?? (common.has(word) ? 0 : weightIn(retina, word));
    known.set(word, weight);
    return weight;
  };
}

/** What is left of a contraction such as “isn't”, before or after its apostrophe. */
const OF_CONTRACTIONS = new Set(
  "ain aren couldn didn doesn don hadn hasn haven isn mustn needn shan shouldn wasn weren won wouldn ll re ve".split(
    " ",
  ),
);

function weightIn(retina: Retina, word: string): number {
  if (OF_CONTRACTIONS.has(word)) return 0;
  const id = retina.idOf(word);
  if (id === -1) return 1;
  const isNoun = retina.posTypes(id).includes("NOUN");
  if (!isNoun) return retina.documentFrequency(id) > COMMON ? 0 : OTHER;
  const own = isName(retina, id) ? A_NAME : 1;
  return own * (HALF_WAY / (HALF_WAY + retina.frequency(id)));
}
