import {
  AFTER_BREAK,
  AFTER_COMMA,
  AFTER_NEWLINE,
  AFTER_SENTENCE,
  PHRASE_BARRIER,
} from "../../text/tokens.ts";
import type { Phrase } from "../corpus/phrases.ts";
import type { TermRows } from "../corpus/term-rows.ts";
import { type Chunk, PARAGRAPH_END } from "../corpus/token-stream.ts";
import { ShardBuilder, type SparseShard } from "./sparse-shard.ts";

/** Some words and the phrases that start with them. Shards are fixed, so threads never change a result. */
export interface RowShard {
  readonly firstWord: number;
  readonly endWord: number;
  /** Word numbers of the phrases, three a phrase, -1 for no third; sorted by the first. */
  readonly phrases: Int32Array;
}

/** What counts as a context of a word. */
export interface ContextShape {
  /** Words 0..contexts-1 are counted as neighbours: one column each. */
  readonly contexts: number;
  /** Neighbours on each side; 0 counts fellow members of lists instead, as in "X, Y and Z". */
  readonly window: number;
}

/** A shard of rows to count in one chunk. */
export interface CountInput extends RowShard, ContextShape {
  readonly chunk: IndexedChunk;
  /** Numbers of the words that join the last member to a list. */
  readonly conjunctions: readonly number[];
}

/** Rows of a shard: its words and its phrases. */
export const shardRows = ({ firstWord, endWord, phrases }: RowShard) =>
  endWord - firstWord + phrases.length / 3;
/** What one meeting next to each other counts; further off it counts less, down to 1 at the window's edge. */
export const meetingWeight = ({ window }: ContextShape) => Math.max(1, window);

/**
 * Sums, for each row of the shard, the weights of the context words of its occurrences in one chunk: the words
 * in order, then the phrases. No context reaches across paragraphs.
 */
export function countContexts(input: CountInput): SparseShard<Uint32Array<ArrayBuffer>> {
  const builder = new ShardBuilder(shardRows(input), input.contexts);
  const addAround = input.window > 0 ? windowAdder(input, builder) : listAdder(input, builder);
  const phrasePlaces = findPhrasePlaces(input);
  for (let word = input.firstWord; word < input.endWord; word++) {
    for (const at of placesOf(input.chunk, word)) addAround(at, at);
    builder.endRow();
  }
  phrasePlaces.forEach((starts, phrase) => {
    const length = input.phrases[3 * phrase + 2] === -1 ? 2 : 3;
    for (const at of starts) addAround(at, at + length - 1);
    builder.endRow();
  });
  return builder.finishCounts();
}

function findPhrasePlaces({ chunk, phrases }: CountInput): number[][] {
  const { ids, flags } = chunk;
  const found: number[][] = Array.from({ length: phrases.length / 3 }, () => []);
  const joined = (at: number) => at < ids.length && (flags[at]! & PHRASE_BARRIER) === 0;
  for (let start = 0; start < found.length; ) {
    const end = endOfGroup(phrases, start);
    const bySecond = groupBySecond(phrases, start, end);
    for (const at of placesOf(chunk, phrases[3 * start]!)) {
      const candidates = joined(at + 1) ? bySecond.get(ids[at + 1]!) : undefined;
      for (const phrase of candidates ?? []) {
        const third = phrases[3 * phrase + 2]!;
        if (third === -1 || (joined(at + 2) && ids[at + 2] === third)) found[phrase]!.push(at);
      }
    }
    start = end;
  }
  return found;
}

function endOfGroup(phrases: Int32Array, start: number): number {
  let end = start;
  while (3 * end < phrases.length && phrases[3 * end] === phrases[3 * start]) end++;
  return end;
}

function groupBySecond(phrases: Int32Array, start: number, end: number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (let phrase = start; phrase < end; phrase++) {
    const second = phrases[3 * phrase + 1]!;
    groups.set(second, [...(groups.get(second) ?? []), phrase]);
  }
  return groups;
}

/** A function that adds the neighbours of the tokens `first..last` to the present row. */
function windowAdder(input: CountInput, builder: ShardBuilder) {
  const { contexts, window } = input;
  const { ids } = input.chunk;
  return (first: number, last: number): void => {
    const from = Math.max(0, first - window);
    for (let at = first - 1; at >= from; at--) {
      const word = ids[at]!;
      if (word <= PARAGRAPH_END) break;
      if (word >= 0 && word < contexts) builder.add(word, window + 1 - (first - at));
    }
    const to = Math.min(ids.length - 1, last + window);
    for (let at = last + 1; at <= to; at++) {
      const word = ids[at]!;
      if (word <= PARAGRAPH_END) break;
      if (word >= 0 && word < contexts) builder.add(word, window + 1 - (at - last));
    }
  };
}

/** Fixed, whatever the number of threads: the sums of the parts are added shard by shard. */
const SHARDS = 48;

/** Cuts the rows of all terms so that each shard has about as many occurrences as the next. */
export function planShards({ vocabulary, phrases }: TermRows): RowShard[] {
  const { counts, total } = vocabulary;
  const shards: RowShard[] = [];
  let firstWord = 0;
  let firstPhrase = 0;
  let held = 0;
  for (let word = 0; word < counts.length; word++) {
    held += counts[word]!;
    if (word + 1 < counts.length && held < total / SHARDS) continue;
    const endPhrase = phrasesBefore(phrases, firstPhrase, word + 1);
    const own = phraseWords(phrases.slice(firstPhrase, endPhrase));
    shards.push({ firstWord, endWord: word + 1, phrases: own });
    firstWord = word + 1;
    firstPhrase = endPhrase;
    held = 0;
  }
  return shards;
}

/** The first phrase, from `start` on, whose first word is not below `word`. */
function phrasesBefore(phrases: readonly Phrase[], start: number, word: number): number {
  let end = start;
  while (end < phrases.length && phrases[end]!.words[0]! < word) end++;
  return end;
}

const phraseWords = (phrases: readonly Phrase[]) =>
  Int32Array.from(phrases.flatMap(({ words }) => [words[0]!, words[1]!, words[2] ?? -1]));

/** For each shard, the rows of all terms that its rows are: words first, then phrases. */
export function rowNumbers(shards: readonly RowShard[], words: number): Int32Array[] {
  let nextPhrase = words;
  return shards.map((shard) => {
    const own = shard.endWord - shard.firstWord;
    const firstPhrase = nextPhrase;
    nextPhrase += shard.phrases.length / 3;
    return Int32Array.from({ length: shardRows(shard) }, (_, row) =>
      row < own ? shard.firstWord + row : firstPhrase + row - own,
    );
  });
}

/** A chunk with the places of every word in it, in shared memory: 9 bytes a token. */
export interface IndexedChunk extends Chunk {
  /** Word w is at `places[offsets[w]]` up to, not including, `places[offsets[w + 1]]`, ascending. */
  readonly offsets: Uint32Array;
  readonly places: Uint32Array;
}

/** Sorts the tokens of a chunk by word, in two passes. */
export function indexChunk({ ids, flags }: Chunk, words: number): IndexedChunk {
  const offsets = new Uint32Array(new SharedArrayBuffer((words + 1) * 4));
  for (let at = 0; at < ids.length; at++) {
    const word = ids[at]!;
    if (word >= 0) offsets[word + 1]!++;
  }
  for (let word = 0; word < words; word++) offsets[word + 1]! += offsets[word]!;
  const places = new Uint32Array(new SharedArrayBuffer(offsets[words]! * 4));
  const next = offsets.slice();
  for (let at = 0; at < ids.length; at++) {
    const word = ids[at]!;
    if (word >= 0) places[next[word]!++] = at;
  }
  return { ids, flags, offsets, places };
}

/** Where a word occurs in the chunk, ascending; a view. */
const placesOf = ({ offsets, places }: IndexedChunk, word: number): Uint32Array =>
  places.subarray(offsets[word]!, offsets[word + 1]!);

/** Words that join the last member to a list. */
export const CONJUNCTIONS: readonly string[] = ["and", "or", "nor"];

/** Between a member and a conjunction there may be a comma, but nothing stronger. */
const STRONG = AFTER_SENTENCE | AFTER_BREAK | AFTER_NEWLINE;
const ANY = STRONG | AFTER_COMMA;
/** Members looked ahead for the conjunction that makes commas a list. */
const LONGEST_LIST = 6;

/**
 * A function that adds the fellow members of the tokens `first..last`: Y in "X and Y", "X, Y, and Z". Such
 * words can replace each other, which neighbours in general cannot.
 */
function listAdder({ chunk, contexts, conjunctions }: CountInput, builder: ShardBuilder) {
  const { ids, flags } = chunk;
  const [and = -1, or = -1, nor = -1] = conjunctions;
  const idAt = (at: number) => ids[at] ?? -1;
  const flagAt = (at: number) => flags[at] ?? ANY;
  const isJoint = (at: number) => {
    const id = idAt(at);
    return id >= 0 && (id === and || id === or || id === nor);
  };
  const add = (at: number): void => {
    const word = idAt(at);
    if (word >= 0 && word < contexts && !isJoint(at)) builder.add(word, 1);
  };
  /** Whether the tokens from `at` on are members parted by commas up to a conjunction. */
  const isListFrom = (at: number): boolean => {
    for (let i = at; i < at + LONGEST_LIST; i++) {
      if (idAt(i) < -1 || (flagAt(i) & STRONG) !== 0) return false;
      if (isJoint(i)) return true;
      if ((flagAt(i) & AFTER_COMMA) === 0) return false;
    }
    return false;
  };
  const addBefore = (first: number): void => {
    if (!isJoint(first - 1) || (flagAt(first) & ANY) !== 0 || (flagAt(first - 1) & STRONG) !== 0)
      return;
    if (idAt(first - 2) < 0) return;
    add(first - 2);
    if ((flagAt(first - 2) & AFTER_COMMA) !== 0) add(first - 3);
  };
  return (first: number, last: number): void => {
    addBefore(first);
    if (isJoint(last + 1) && (flagAt(last + 1) & STRONG) === 0 && (flagAt(last + 2) & ANY) === 0)
      add(last + 2);
    if ((flagAt(last + 1) & AFTER_COMMA) !== 0 && !isJoint(last + 1) && isListFrom(last + 2)) {
      add(last + 1);
      if (isJoint(last + 2)) add(last + 3);
    }
    if ((flagAt(first) & AFTER_COMMA) !== 0 && !isJoint(first - 1) && isListFrom(last + 1))
      add(first - 1);
  };
}
