import { PHRASE_BARRIER } from "../text/tokens.ts";
import { type IndexedChunk, placesOf } from "./index-chunk.ts";
import { listAdder } from "./list-contexts.ts";
import { ShardBuilder, type SparseShard } from "./sparse-shard.ts";
import { PARAGRAPH_END } from "./tokenise-batch.ts";

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
