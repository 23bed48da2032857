import type { Retina } from "../../../core/retina/types.ts";
import type { TextEngine } from "../../../core/text/types.ts";
import type { BenchmarkData } from "./benchmark-data.ts";
import type { DenseVectors } from "./dense-vectors.ts";
import type { TeacherVectors } from "./teacher-vectors.ts";

/** What every task of the bench works with. */
export interface BenchContext {
  readonly data: BenchmarkData;
  readonly retina: Retina;
  readonly engine: TextEngine;
  readonly dense?: DenseVectors;
  /** By text; all texts of the sentence sets and the news are there. */
  readonly teacher?: TeacherVectors;
  /** Reads the sentences by an encoder; left out where there is none of this map. */
  readonly byEncoder?: TextEngine;
}

/** Weight of a word by the retina's word frequencies: 1 for unknown and rare words, near 0 for "the". */
export function rarity(word: string, retina: Retina): number {
  const id = retina.idOf(word);
  return id < 0 ? 1 : 1e-3 / (1e-3 + retina.frequency(id));
}

/** The fingerprint of a text, or none where it has no known word. */
export function fingerprintOrEmpty(text: string, engine: TextEngine): Uint16Array {
  try {
    return engine.fingerprint(text);
  } catch {
    return new Uint16Array();
  }
}
