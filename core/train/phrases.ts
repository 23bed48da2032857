import { CAPITALISED, PHRASE_BARRIER } from "../text/tokens.ts";
import { FUNCTION_WORDS, LOOSE_JOINTS } from "./function-words.ts";
import { NgramSketch, NgramTable, NO_THIRD } from "./ngram-table.ts";
import type { ReadCorpus } from "./read-corpus.ts";
import type { Chunk } from "./token-stream.ts";
import { RECORD_END } from "./tokenise-batch.ts";
import { affordableTitles, type Vocabulary } from "./vocabulary.ts";

/** A collocation that becomes a term of its own. */
export interface Phrase {
  /** Two or three word numbers. */
  readonly words: readonly number[];
  readonly count: number;
  readonly documents: number;
  /** Share of its occurrences that start and end with a capital, 0..1. */
  readonly capitals: number;
}

const USUAL_COUNT = 20;
const FEWEST_COUNT = 4;
const WORDS_PER_COUNT = 4_000_000;
/** Keeps the table of exact counts within about half a gigabyte whatever the corpus. */
const WORDS_PER_LARGE_COUNT = 5_000_000;
const USUAL_TITLES = 8;
/** Taken off a count, at most a quarter of it, so that a few chance meetings prove nothing. */
const COUNT_DISCOUNT = 5;
/** Least normalised pointwise mutual information, -1..1. */
const LEAST_PAIR = 0.33;
const LEAST_NAME = 0.36;
const LEAST_TRIPLE = 0.45;
const LEAST_LOOSE_TRIPLE = 0.6;
/** From this share of capitals on a phrase counts as a name. */
const NAME_CAPITALS = 0.6;

/** Least occurrences of a phrase for a corpus of so many words. */
export const requiredPhraseCount = (words: number) =>
  Math.max(
    Math.min(USUAL_COUNT, FEWEST_COUNT + Math.floor(words / WORDS_PER_COUNT)),
    Math.floor(words / WORDS_PER_LARGE_COUNT),
  );

/** The `most` strongest collocations of two and three words, in order of their words. Two passes over the stream. */
export function findPhrases(
  { stream, sources }: ReadCorpus,
  vocabulary: Vocabulary,
  { most, report }: { most: number; report: (fraction: number) => void },
): Phrase[] {
  const minCount = requiredPhraseCount(stream.words);
  const titles = Math.min(USUAL_TITLES, affordableTitles(new Set(sources).size));
  const isPart = phraseParts(vocabulary, minCount);
  const sketch = new NgramSketch();
  const table = new NgramTable(titles);
  const steps = stream.chunks.length * 2;
  stream.chunks.forEach((place, i) => {
    visitGroups(stream.readShared(place), isPart, (a, b, c) => sketch.add(a, b, c));
    report((i + 1) / steps);
  });
  let first = 0;
  stream.chunks.forEach((place, i) => {
    const chunk = stream.readShared(place);
    first += visitGroups(chunk, isPart, (a, b, c, record, isCapital) => {
      if (!sketch.atLeast(a, b, c, minCount)) return;
      const title = sources[first + record]!;
      table.add([a, b, c], { record: first + record, title, isCapital });
    });
    report((stream.chunks.length + i + 1) / steps);
  });
  return choosePhrases(table, vocabulary, { minCount, most });
}

/** Words that may begin or end a phrase. */
function phraseParts({ words, counts }: Vocabulary, minCount: number): Uint8Array {
  return Uint8Array.from(words, (word, id) =>
    id < NO_THIRD &&
    counts[id]! >= minCount &&
    word.length > 1 &&
    !word.includes("'") &&
    !FUNCTION_WORDS.has(word)
      ? 1
      : 0,
  );
}

type GroupVisitor = (a: number, b: number, c: number, record: number, capital: boolean) => void;

/** Calls back for every pair and triple of neighbours that could be a phrase; returns the number of records. */
function visitGroups({ ids, flags }: Chunk, isPart: Uint8Array, visit: GroupVisitor): number {
  let record = 0;
  const end = ids.length;
  const follows = (i: number) => i < end && ids[i]! >= 0 && (flags[i]! & PHRASE_BARRIER) === 0;
  for (let i = 0; i < end; i++) {
    const a = ids[i]!;
    if (a === RECORD_END) record++;
    if (a < 0 || isPart[a] === 0 || !follows(i + 1)) continue;
    const b = ids[i + 1]!;
    const startsCapital = (flags[i]! & CAPITALISED) !== 0;
    if (isPart[b] === 1)
      visit(a, b, NO_THIRD, record, startsCapital && (flags[i + 1]! & CAPITALISED) !== 0);
    if (b < NO_THIRD && follows(i + 2) && isPart[ids[i + 2]!] === 1)
      visit(a, b, ids[i + 2]!, record, startsCapital && (flags[i + 2]! & CAPITALISED) !== 0);
  }
  return record;
}

interface Choice {
  readonly minCount: number;
  readonly most: number;
}

function choosePhrases(table: NgramTable, vocabulary: Vocabulary, choice: Choice): Phrase[] {
  const chosen: (Phrase & { strength: number; entry: number })[] = [];
  for (let entry = 0; entry < table.size; entry++) {
    const count = table.counts[entry]!;
    if (count < choice.minCount || !table.titles.isFull(entry)) continue;
    const group = table.wordsOf(entry);
    const capitals = table.capitals[entry]! / count;
    const bond = bondOf(group, count, table, vocabulary);
    if (bond < leastBond(group, capitals, vocabulary.words)) continue;
    const words = group[2] === NO_THIRD ? group.slice(0, 2) : group;
    const strength = bond * Math.min(1, 0.6 + 0.1 * Math.log10(count));
    chosen.push({ words, count, documents: table.documents[entry]!, capitals, strength, entry });
  }
  chosen.sort((a, b) => b.strength - a.strength || a.entry - b.entry);
  return chosen
    .slice(0, choice.most)
    .map(({ words, count, documents, capitals }) => ({ words, count, documents, capitals }))
    .sort((a, b) => compareWords(a.words, b.words));
}

function compareWords(a: readonly number[], b: readonly number[]): number {
  return a[0]! - b[0]! || a[1]! - b[1]! || (a[2] ?? -1) - (b[2] ?? -1);
}

function leastBond(group: readonly number[], capitals: number, words: readonly string[]): number {
  const isName = capitals >= NAME_CAPITALS;
  if (group[2] === NO_THIRD) return isName ? LEAST_NAME : LEAST_PAIR;
  if (isName) return LEAST_NAME;
  return LOOSE_JOINTS.has(words[group[1]!]!) ? LEAST_LOOSE_TRIPLE : LEAST_TRIPLE;
}

/** Normalised pointwise mutual information; of a triple, of its weaker split into a pair and a word. */
function bondOf(
  [a, b, c]: readonly [number, number, number],
  count: number,
  table: NgramTable,
  { counts, total }: Vocabulary,
): number {
  const discounted = count - Math.min(COUNT_DISCOUNT, count / 4);
  const scale = -Math.log(count / total);
  const bond = (left: number, right: number) =>
    Math.log((discounted * total) / (left * right)) / scale;
  if (c === NO_THIRD) return bond(counts[a]!, counts[b]!);
  const pairs = [
    [table.countOf(a, b, NO_THIRD), counts[c]!],
    [table.countOf(b, c, NO_THIRD), counts[a]!],
  ] as const;
  const splits = pairs.filter(([pair]) => pair > 0).map(([pair, word]) => bond(pair, word));
  if (splits.length > 0) return Math.min(...splits);
  return bond(counts[a]! * (counts[b]! / total), counts[c]!) / 2;
}
