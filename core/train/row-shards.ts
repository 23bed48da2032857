import type { RowShard } from "./count-contexts.ts";
import { shardRows } from "./count-contexts.ts";
import type { Phrase } from "./phrases.ts";
import type { TermRows } from "./term-rows.ts";

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
