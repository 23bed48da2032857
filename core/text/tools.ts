import type { Retina } from "../retina/types.ts";
import type { Composer } from "./compose.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Occurrence } from "./read-terms.ts";
import type { Tagger } from "./tagger.ts";
import { bagOf, type TermBag } from "./term-bag.ts";
import type { TermCells } from "./term-cells.ts";

/** What a text engine needs beside its retina. */
export interface TextDependencies {
  /** From `openTagger()`. */
  readonly tagger: Tagger;
}

/** What the parts of a text engine work with. */
export interface TextTools extends TextDependencies {
  readonly retina: Retina;
  readonly lexicon: Lexicon;
  readonly cells: TermCells;
  readonly weights: Float64Array;
  readonly composer: Composer;
}

/** The terms of a stretch of text that was read already. */
export function bagFrom(occurrences: readonly Occurrence[], tools: TextTools): TermBag {
  return bagOf(occurrences, tools);
}
