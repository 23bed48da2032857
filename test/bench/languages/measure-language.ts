import { CELLS, type Positions } from "../../../core/kernel/grid.ts";
import type { TextEngine } from "../../../core/text/types.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { fingerprintOrEmpty } from "../meaning/bench-context.ts";
import type { RightsParagraph } from "./language-data.ts";

const DRAWS = 20;
const EXAMPLES = 20;
const SEED = 20_261_125;
/** Rounds of which the fastest counts. */
const ROUNDS = 3;

/** Texts of a language with their fingerprints. */
export interface ReadTexts {
  readonly sentences: readonly Positions[];
  readonly rights: readonly { readonly article: string; readonly print: Positions }[];
  /** Of all words of the sentences those that the retina knows. */
  readonly known: number;
  /** Sentences without a fingerprint. */
  readonly empty: number;
  /** Microseconds of the processor for each thousand characters, the best of some rounds. */
  readonly time: number;
}

export function readTexts(
  engine: TextEngine,
  sentences: readonly string[],
  rights: readonly RightsParagraph[],
): ReadTexts {
  let words = 0;
  let known = 0;
  for (const text of sentences)
    for (const { word, term } of engine.words(text)) {
      if (!/\p{L}/u.test(word)) continue;
      words++;
      if (term !== null) known++;
    }
  const read = () => sentences.map((text) => fingerprintOrEmpty(text, engine));
  const prints = read();
  const characters = sentences.reduce((sum, { length }) => sum + length, 0);
  const times = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    read();
    const { user, system } = process.cpuUsage(start);
    return (1e3 * (user + system)) / characters;
  });
  return {
    sentences: prints,
    rights: rights.map(({ article, text }) => ({
      article,
      print: fingerprintOrEmpty(text, engine),
    })),
    known: known / words,
    empty: prints.filter(({ length }) => length === 0).length,
    time: Math.min(...times),
  };
}

export interface LanguageFigures {
  readonly known: number;
  readonly empty: number;
  /** Shares of the sentences whose English counterpart is the nearest of all, and among the nearest ten. */
  readonly first: number;
  readonly withinTen: number;
  /** Accuracy of topics, by examples in English and in the language itself. */
  readonly fromEnglish: number;
  readonly fromOwn: number;
  /** Share of the paragraphs whose nearest English one is of the same article. */
  readonly article: number;
  /** Time to read as a multiple of English, for each character. */
  readonly time: number;
}

export function compareWithEnglish(
  own: ReadTexts,
  english: ReadTexts,
  topics: readonly string[],
): LanguageFigures {
  const places = own.sentences.map((print, i) => placeOf(print, i, english.sentences));
  const found = own.rights.filter(
    ({ article, print }) => nearest(print, english.rights)?.article === article,
  );
  return {
    known: own.known,
    empty: own.empty,
    first: share(places, (place) => place === 0),
    withinTen: share(places, (place) => place < 10),
    fromEnglish: topicAccuracy(english.sentences, own.sentences, topics),
    fromOwn: topicAccuracy(own.sentences, own.sentences, topics),
    article: found.length / own.rights.length,
    time: own.time / english.time,
  };
}

const share = <T>(items: readonly T[], fits: (item: T) => boolean) =>
  items.filter(fits).length / items.length;

/** How many of the others are at least as near as the right one; all for a text without a fingerprint. */
function placeOf(print: Positions, right: number, others: readonly Positions[]): number {
  const cosine = cosinesTo(print);
  const wanted = cosine(others[right]!);
  if (wanted === 0) return others.length;
  return others.filter((other, i) => i !== right && cosine(other) >= wanted).length;
}

function nearest<T extends { readonly print: Positions }>(print: Positions, others: readonly T[]) {
  const cosine = cosinesTo(print);
  let best: T | undefined;
  let highest = 0;
  for (const other of others) {
    const own = cosine(other.print);
    if (own <= highest) continue;
    highest = own;
    best = other;
  }
  return best;
}

function cosinesTo(print: Positions): (other: Positions) => number {
  const bits = new Uint8Array(CELLS);
  for (const cell of print) bits[cell] = 1;
  return (other) => {
    let shared = 0;
    for (const cell of other) shared += bits[cell]!;
    return shared === 0 ? 0 : shared / Math.sqrt(print.length * other.length);
  };
}

/** Accuracy of the nearest mean of twenty examples for each topic, on the sentences that are no examples; the mean of draws. */
function topicAccuracy(
  examples: readonly Positions[],
  texts: readonly Positions[],
  topics: readonly string[],
): number {
  const random = seededRandom(SEED);
  const names = [...new Set(topics)].sort();
  let sum = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const order = random.shuffled([...topics.keys()]);
    const drawn = names.map((name) => order.filter((i) => topics[i] === name).slice(0, EXAMPLES));
    const means = drawn.map((rows) => meanOf(rows.map((row) => examples[row]!)));
    const used = new Set(drawn.flat());
    const rest = order.filter((i) => !used.has(i));
    sum += share(rest, (i) => names[bestOf(texts[i]!, means)] === topics[i]);
  }
  return sum / DRAWS;
}

/** The mean of fingerprints of length 1, itself of length 1. */
function meanOf(prints: readonly Positions[]): Float64Array {
  const mean = new Float64Array(CELLS);
  for (const print of prints) for (const cell of print) mean[cell]! += 1 / Math.sqrt(print.length);
  const length = Math.hypot(...mean.filter((value) => value > 0));
  return length > 0 ? mean.map((value) => value / length) : mean;
}

function bestOf(print: Positions, means: readonly Float64Array[]): number {
  const sums = means.map((mean) => print.reduce((sum, cell) => sum + mean[cell]!, 0));
  return sums.indexOf(Math.max(...sums));
}
