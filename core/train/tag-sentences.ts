import { POS_TYPES, type PosType } from "../retina/types.ts";
import type { PennTag } from "../text/penn-tags.ts";
import { openTagger } from "../text/tagger.ts";
import { tokens } from "../text/tokens.ts";

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
const placeOf = (tag: PennTag) => POS_TYPES.indexOf(TYPE_OF_TAG[tag] ?? "UNKNOWN");

/** Stands for a token that could not be told. */
export const UNTAGGED = 255;

/** For every token of the sentences, in order, the place of its part of speech in `POS_TYPES`. */
export async function tagSentences(sentences: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const tagger = await openTagger();
  const places: number[] = [];
  for (const sentence of sentences) {
    const byStart = new Map<number, number>();
    for (const { words } of tagger.sentences(sentence))
      for (const word of words) byStart.set(word.start, placeOf(word.tag));
    for (const { start } of tokens(sentence)) places.push(byStart.get(start) ?? UNTAGGED);
  }
  return Uint8Array.from(places);
}
