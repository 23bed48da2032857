import { POS_TYPES, type PosType } from "../../retina/types.ts";
import type { PennTag } from "../../text/penn-tags.ts";
import { openTagger } from "../../text/tagger.ts";
import {
  AFTER_BREAK,
  AFTER_COMMA,
  AFTER_SENTENCE,
  CAPITALISED,
  NUMERIC,
  tokens,
} from "../../text/tokens.ts";
import { runInOrder, type TrainContext } from "../run/context.ts";
import type { Phrase } from "./phrases.ts";
import type { TermRows } from "./term-rows.ts";
import { type Chunk, PARAGRAPH_END, type TokenStream } from "./token-stream.ts";

const bitOf = (type: PosType) => 1 << POS_TYPES.indexOf(type);
const NOUN = bitOf("NOUN");
const VERB = bitOf("VERB");
const ADJECTIVE = bitOf("ADJECTIVE");
const NUMBER = bitOf("NUMBER");
const UNKNOWN = bitOf("UNKNOWN");
/** A word belongs to every part of speech that has this share of its sampled tags. */
const LEAST_SHARE = 0.2;
/** From this share of capitals inside sentences on, a word or phrase is a name. */
const NAME_CAPITALS = 0.6;
const BATCH = 2000;

/** For languages that no tagger is at hand for. */
export const unknownParts = ({ names }: TermRows): Uint8Array =>
  new Uint8Array(names.length).fill(UNKNOWN);

/**
 * One bit a part of speech for each term. Words are tagged in sentences of the corpus; phrases follow from
 * their words.
 */
export async function partsOfSpeech(
  stream: TokenStream,
  terms: TermRows,
  context: TrainContext,
): Promise<Uint8Array> {
  const { words } = terms.vocabulary;
  const counts = new Uint16Array(words.length * POS_TYPES.length);
  const batches = batchesOf([...sampleSentences(stream, words)]);
  await runInOrder(context, {
    task: tagSentences,
    count: batches.length,
    input: (i) => batches[i]!.map(({ text }) => text),
    output: (tags, i) => addTags(counts, batches[i]!, tags),
  });
  const bits = new Uint8Array(terms.names.length);
  for (let word = 0; word < words.length; word++) bits[word] = wordBits(terms, counts, word);
  terms.phrases.forEach((phrase, i) => {
    bits[words.length + i] = phraseBits(phrase, bits);
  });
  return bits;
}

function batchesOf(sentences: readonly SampledSentence[]): SampledSentence[][] {
  const batches: SampledSentence[][] = [];
  for (let at = 0; at < sentences.length; at += BATCH)
    batches.push(sentences.slice(at, at + BATCH));
  return batches;
}

function addTags(
  counts: Uint16Array,
  sentences: readonly SampledSentence[],
  tags: Uint8Array,
): void {
  let at = 0;
  for (const { ids } of sentences) {
    for (const id of ids) {
      const tag = tags[at++] ?? UNTAGGED;
      const slot = id * POS_TYPES.length + tag;
      if (id >= 0 && tag !== UNTAGGED && counts[slot]! < MOST_COUNTED) counts[slot]!++;
    }
  }
}

const MOST_COUNTED = 65_535;

function wordBits({ vocabulary }: TermRows, counts: Uint16Array, word: number): number {
  const start = word * POS_TYPES.length;
  const own = counts.subarray(start, start + POS_TYPES.length);
  const total = own.reduce((sum, count) => sum + count, 0);
  let bits = 0;
  own.forEach((count, type) => {
    if (count > 0 && count >= total * LEAST_SHARE) bits |= 1 << type;
  });
  const isName = vocabulary.innerCapitals[word]! > vocabulary.inner[word]! * NAME_CAPITALS;
  if (bits === 0 && isName) return NOUN;
  const known = bits & ~UNKNOWN;
  return known !== 0 ? known : UNKNOWN;
}

/** The last word decides, but a verb with a particle is a verb, and a phrase of numbers a number. */
function phraseBits({ words, capitals }: Phrase, bits: Uint8Array): number {
  if (capitals >= NAME_CAPITALS) return NOUN;
  const has = (word: number | undefined, type: number) =>
    word !== undefined && (bits[word]! & type) !== 0;
  const last = words.at(-1);
  if (words.every((word) => has(word, NUMBER))) return NUMBER;
  if (has(last, NOUN)) return NOUN;
  if (has(words[0], VERB)) return VERB;
  if (has(last, ADJECTIVE)) return ADJECTIVE;
  return words.some((word) => has(word, NOUN)) ? NOUN : UNKNOWN;
}

/** A sentence put together again from the stream, with the word number of each of its tokens. */
interface SampledSentence {
  readonly text: string;
  readonly ids: Int32Array;
}

/** Sentences wanted for each word; fewer exist for rare ones. */
const WANTED = 6;
const SHORTEST = 4;
const LONGEST = 40;

/**
 * Sentences in the order of the corpus, each of which holds a word that has not been seen in enough sentences yet.
 * Words outside the vocabulary are replaced by a plain noun or name, numbers by a number.
 */
function* sampleSentences(
  stream: TokenStream,
  words: readonly string[],
): Generator<SampledSentence> {
  const seen = new Uint8Array(words.length);
  for (const place of stream.chunks) {
    const chunk = stream.readShared(place);
    for (const [first, end] of sentencesOf(chunk)) {
      const ids = chunk.ids.slice(first, end);
      if (!ids.some((id) => id >= 0 && seen[id]! < WANTED)) continue;
      const text = rebuild(ids, chunk.flags.subarray(first, end), words);
      // A rebuilt abbreviation can run into its neighbour; such a sentence would be tagged out of step.
      if (tokens(text).length !== ids.length) continue;
      for (const id of ids) if (id >= 0 && seen[id]! < WANTED) seen[id]!++;
      yield { text, ids };
    }
  }
}

function* sentencesOf({ ids, flags }: Chunk): Generator<readonly [number, number]> {
  let first = 0;
  for (let at = 0; at <= ids.length; at++) {
    const isEnd = at === ids.length || ids[at]! <= PARAGRAPH_END;
    if (!isEnd && (flags[at]! & AFTER_SENTENCE) === 0) continue;
    const length = at - first;
    if (length >= SHORTEST && length <= LONGEST) yield [first, at];
    first = isEnd ? at + 1 : at;
  }
}

function rebuild(ids: Int32Array, flags: Uint8Array, words: readonly string[]): string {
  let text = "";
  ids.forEach((id, i) => {
    const flag = flags[i]!;
    if (i > 0) text += (flag & AFTER_COMMA) !== 0 ? ", " : (flag & AFTER_BREAK) !== 0 ? "; " : " ";
    text += formOf(id, flag, words);
  });
  return `${text}.`;
}

function formOf(id: number, flags: number, words: readonly string[]): string {
  if ((flags & NUMERIC) !== 0) return "12";
  const isCapital = (flags & CAPITALISED) !== 0;
  const word = id >= 0 ? words[id]! : isCapital ? "smith" : "thing";
  return isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

const TYPE_OF_TAG: Readonly<Partial<Record<PennTag, PosType>>> = {
  CD: "NUMBER",
  JJ: "ADJECTIVE",
  MD: "VERB",
  NN: "NOUN",
  NNP: "NOUN",
  NNPS: "NOUN",
  NNS: "NOUN",
  SYM: "SYMBOL",
  VB: "VERB",
};

/** Place in `POS_TYPES` of a tag; adverbs and the closed classes count as unknown. */
const typePlaceOf = (tag: PennTag) => POS_TYPES.indexOf(TYPE_OF_TAG[tag] ?? "UNKNOWN");

/** Stands for a token that could not be told. */
export const UNTAGGED = 255;

/** For every token of the sentences, in order, the place of its part of speech in `POS_TYPES`. */
export async function tagSentences(sentences: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const tagger = await openTagger();
  const places: number[] = [];
  for (const sentence of sentences) {
    const byStart = new Map<number, number>();
    for (const { words } of tagger.sentences(sentence))
      for (const word of words) byStart.set(word.start, typePlaceOf(word.tag));
    for (const { start } of tokens(sentence)) places.push(byStart.get(start) ?? UNTAGGED);
  }
  return Uint8Array.from(places);
}
