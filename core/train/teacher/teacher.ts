import type { Cancellation } from "../../cancellation.ts";

/** What a teacher makes of some texts: a vector of length 1 for each, in steps of 1 / READING_SCALE. */
export interface Reading {
  readonly dimensions: number;
  /** One row of `dimensions` numbers for each text, in the order of the texts. */
  readonly values: Int16Array;
}

/** The number that stands for 1 in a reading: whole numbers are the same wherever they are kept. */
export const READING_SCALE = 32_767;

/** A sentence encoder, as training sees it. The same texts in the same order give the same reading. */
export interface Teacher {
  /** What the retina's card tells of it, by field. */
  readonly card: Readonly<Record<string, string>>;
  read(texts: readonly string[], watch: ReadingWatch): Promise<Reading>;
  /** By text: 1 where each of its words is one piece of the tokenizer, 0 where one is cut. */
  wholes(texts: readonly string[]): Promise<Uint8Array>;
}

/** How a reading is followed and stopped. */
export interface ReadingWatch {
  readonly signal: Cancellation;
  /** Takes the share that is done, 0..1. */
  readonly report: (done: number) => void;
}
