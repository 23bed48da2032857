import { CAPITALISED, PHRASE_BARRIER } from "../../text/tokens.ts";
import { grown } from "../run/arrays.ts";
import type { ReadCorpus } from "./read-corpus.ts";
import { type Chunk, RECORD_END } from "./token-stream.ts";
import { affordableTitles, TitleSets, type Vocabulary } from "./vocabulary.ts";

/** English words that start or end no phrase: they bind to everything, so their collocations name nothing. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a an the and or but nor so yet if then than that this these those there here it its it's he him his she her hers
  they them their theirs we us our ours you your yours i me my mine myself himself herself itself themselves
  yourself ourselves who whom whose which what when where why how whether while as at by for from in into of off on
  onto out over to toward towards under up upon with within without through during before after above below between
  among against about across along around behind beside besides beyond down near since until till per via is am are
  was were be been being do does did doing done has have had having can could may might must shall should will would
  ought not no none never also very too just only even still again already always ever often such same other another
  any some each every both either neither all most more less few many much several own first last one two three four
  five six seven eight nine ten thou thee thy thine ye hath doth unto o'er mr mrs ms dr st sir said says say th don't
  didn't i'm i'll i've can't couldn't wouldn't won't doesn't isn't wasn't let oh ah well now quite rather almost
  however therefore thus though although because later became made called known including used based like went came
  come go going got get took began found given ve re ll i.e. e.g. etc`.split(/\s+/),
);

/** Inside a phrase of three words these join ordinary words too often to name one thing. */
const LOOSE_JOINTS: ReadonlySet<string> = new Set(["the", "a", "to", "his", "her", "their", "and"]);

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

/**
 * Stands for the third word of a pair. Word numbers from here on take no part in phrases, so that three of them
 * fit one exact number.
 */
const NO_THIRD = 0x1ffff;
const BASE = 0x20000;

const SKETCH_BITS = 25;
const SATURATED = 0xffff;

/** Upper bounds of the counts of all word groups in 64 MB: no group that is frequent enough is ever missed. */
class NgramSketch {
  private readonly counters = new Uint16Array(1 << SKETCH_BITS);

  add(a: number, b: number, c: number): void {
    const slot = groupHash(a, b, c) >>> (32 - SKETCH_BITS);
    const count = this.counters[slot]!;
    if (count < SATURATED) this.counters[slot] = count + 1;
  }

  atLeast(a: number, b: number, c: number, count: number): boolean {
    return this.counters[groupHash(a, b, c) >>> (32 - SKETCH_BITS)]! >= count;
  }
}

/** Where a word group was met. */
interface GroupPlace {
  readonly record: number;
  /** Number of the record's title. */
  readonly title: number;
  readonly isCapital: boolean;
}

/** Exact counts of the word groups given to it. Entries are numbered in order of first appearance. */
class NgramTable {
  size = 0;
  counts = new Uint32Array(1 << 16);
  documents = new Uint32Array(1 << 16);
  capitals = new Uint32Array(1 << 16);
  readonly titles: TitleSets;
  private keys = new Float64Array(1 << 16);
  private lastRecord = new Int32Array(1 << 16);
  private slots = new Int32Array(1 << 17).fill(-1);

  /** `titleLimit`: titles a group must be found under. */
  constructor(titleLimit: number) {
    this.titles = new TitleSets(1 << 16, titleLimit);
  }

  add(words: readonly [number, number, number], place: GroupPlace): void {
    const entry = this.entryOf(words[0], words[1], words[2]);
    this.counts[entry]!++;
    if (place.isCapital) this.capitals[entry]!++;
    if (this.lastRecord[entry] === place.record + 1) return;
    this.lastRecord[entry] = place.record + 1;
    this.documents[entry]!++;
    this.titles.note(entry, place.title);
  }

  /** Occurrences of a group, 0 when it was never added. */
  countOf(a: number, b: number, c: number): number {
    const entry = this.slots[this.slotOf(a, b, c)]!;
    return entry < 0 ? 0 : this.counts[entry]!;
  }

  wordsOf(entry: number): [number, number, number] {
    const key = this.keys[entry]!;
    const pair = Math.floor(key / BASE);
    return [Math.floor(pair / BASE), pair % BASE, key % BASE];
  }

  private entryOf(a: number, b: number, c: number): number {
    const slot = this.slotOf(a, b, c);
    const known = this.slots[slot]!;
    if (known >= 0) return known;
    if (this.size === this.counts.length) return this.growAndAdd(a, b, c);
    this.slots[slot] = this.size;
    this.keys[this.size] = groupKey(a, b, c);
    return this.size++;
  }

  private growAndAdd(a: number, b: number, c: number): number {
    const room = this.size * 2;
    this.counts = grown(this.counts, new Uint32Array(room));
    this.documents = grown(this.documents, new Uint32Array(room));
    this.capitals = grown(this.capitals, new Uint32Array(room));
    this.keys = grown(this.keys, new Float64Array(room));
    this.lastRecord = grown(this.lastRecord, new Int32Array(room));
    this.titles.grow(room);
    this.slots = new Int32Array(room * 2).fill(-1);
    for (let entry = 0; entry < this.size; entry++) {
      const words = this.wordsOf(entry);
      this.slots[this.slotOf(words[0], words[1], words[2])] = entry;
    }
    return this.entryOf(a, b, c);
  }

  private slotOf(a: number, b: number, c: number): number {
    const mask = this.slots.length - 1;
    const key = groupKey(a, b, c);
    let slot = groupHash(a, b, c) & mask;
    for (;;) {
      const entry = this.slots[slot]!;
      if (entry < 0 || this.keys[entry] === key) return slot;
      slot = (slot + 1) & mask;
    }
  }
}

const groupKey = (a: number, b: number, c: number) => (a * BASE + b) * BASE + c;

function groupHash(a: number, b: number, c: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) ^ Math.imul(c, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}
