import { POS_TYPES, type PosType } from "../retina/types.ts";
import type { Phrase } from "./phrases.ts";
import { type SampledSentence, sampleSentences } from "./sample-sentences.ts";
import { UNTAGGED } from "./tag-sentences.ts";
import { runInOrder } from "./tasks-in-order.ts";
import type { TermRows } from "./term-rows.ts";
import type { TokenStream } from "./token-stream.ts";
import type { TrainContext } from "./types.ts";

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
    name: "tagSentences",
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
