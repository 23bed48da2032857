import type { Atlas } from "../atlas/types.ts";
import type { Positions } from "../kernel/grid.ts";
import type { PackSummary } from "../language/pack.ts";
import type { Retina } from "../retina/types.ts";
import type { LanguageAnswer } from "../text/language.ts";
import type { TextEngine } from "../text/types.ts";

/** One open retina with what reads texts for it. */
export interface Model {
  readonly retina: Retina;
  readonly text: TextEngine;
  /**
   * The retina of another language on the same map, by the code of the language; left out where there is none.
   * @throws bad-input without a pack of the language
   */
  inLanguage?(language: string): Promise<Model>;
  /** Fingerprints of texts that come with the program, where an encoder reads: made-up texts have words only. */
  ordinary?(): Promise<readonly Positions[]>;
}

/** A reader by name; with a checksum, it has to be as it was. */
export interface NamedReader {
  readonly name: string;
  readonly checksum?: string;
}

/** Reads texts by the encoders of readers. */
export interface EncoderReaders {
  /**
   * Fingerprints of texts on a map, which is named by its retina's checksum.
   * @param input the texts, none blank, and the fingerprint of each by its words, empty where there is none
   * @throws bad-input where there is no such reader, it cannot be used, or it is of another map
   */
  read(
    asked: { readonly reader: NamedReader; readonly map: string },
    input: { readonly texts: readonly string[]; readonly words: readonly Positions[] },
  ): Promise<readonly Positions[]>;
}

/** Everything the handlers answer from. A host makes one; it never changes while calls are running. */
export interface Engine {
  /** Names of the installed retinas, the default first. */
  readonly names: readonly string[];
  /** Packs of other languages, by code: each makes a retina on every map. */
  readonly packs: readonly PackSummary[];
  /** The default when `name` is left out. Those of language packs are opened when they are asked for. @throws unknown-retina */
  model(name: string | undefined): Promise<Model>;
  /** Left out where the host has none. */
  readonly readers?: EncoderReaders;
  /** Language of a text; the classes of the detector load at the first call. */
  language(text: string): LanguageAnswer | Promise<LanguageAnswer>;
  /** Texts in a language that come with the program, of many subjects in English; left out where the host has none. */
  sampleTexts?(language: string): readonly string[] | Promise<readonly string[]>;
  /** Their fingerprints, where they are there already. */
  samplePrints?(model: Model): Promise<readonly Positions[] | undefined>;
  /** The words that nearly every text in the language of a pack has; left out where the host reads no packs. */
  commonWords?(pack: PackSummary): Promise<ReadonlySet<string>>;
  /** The named regions of a retina: computed once, then kept. */
  atlas(model: Model): Atlas | Promise<Atlas>;
  /** zlib stream of the bytes, for PNG. */
  deflate(bytes: Uint8Array): Uint8Array;
  /** Standard base64 without line breaks. */
  base64(bytes: Uint8Array): string;
}

/** The retina a call gets when it names none, if it is installed. */
export const USUAL_RETINA = "en_associative";

/** The usual retina first, then by alphabet. */
export function inOrder(names: Iterable<string>): string[] {
  return [...names].sort(
    (a, b) => Number(b === USUAL_RETINA) - Number(a === USUAL_RETINA) || (a < b ? -1 : 1),
  );
}
