import type { Model } from "../../../analysis/engine.ts";
import { ApiError } from "../../../errors.ts";
import type { Positions } from "../../../kernel/grid.ts";
import { Transfer } from "../../threads/protocol.ts";
import { type DetectLanguage, RowLanguages } from "./row-languages.ts";

/** What an import has made of texts; wherever that happens, the answers are in the order of the texts. */
export interface TextReading {
  /** Code of the language of the collection's own retina, where it is one of a language. */
  readonly own: string | undefined;
  /** Codes of languages with a retina on the same map; texts in any other are read with the collection's own. */
  readonly known: readonly string[];
  /** @param languages a code for each text @returns `undefined` for a text without a known word */
  fingerprints(
    texts: readonly string[],
    languages: readonly string[],
  ): Promise<readonly (Positions | undefined)[]>;
  /** The slices of each text, possibly none. @param languages a code for each text */
  slices(
    texts: readonly string[],
    languages: readonly string[],
  ): Promise<readonly (readonly string[])[]>;
  /** Codes; "" where it is unclear. Texts that came before count for those that come after. */
  languages(texts: readonly string[]): Promise<readonly string[]>;
}

/** Reads on the calling thread. @param models the retinas of other languages by code */
export function localReading(
  model: Model,
  language: DetectLanguage,
  models: ReadonlyMap<string, Model> = new Map(),
): TextReading {
  const rows = new RowLanguages(language);
  const reader = (code: string) => models.get(code) ?? model;
  return {
    own: "en",
    known: [...models.keys()],
    fingerprints: async (texts, codes) =>
      texts.map((text, i) => fingerprintOf(reader(codes[i]!), text)),
    slices: async (texts, codes) => texts.map((text, i) => slicesOf(reader(codes[i]!), text)),
    languages: (texts) => rows.of(texts),
  };
}

function fingerprintOf(model: Model, text: string): Positions | undefined {
  try {
    return model.text.fingerprint(text);
  } catch (cause) {
    const isKnown =
      cause instanceof ApiError && (cause.code === "no-known-words" || cause.code === "empty-text");
    if (isKnown) return undefined;
    throw cause;
  }
}

const slicesOf = (model: Model, text: string): string[] =>
  model.text.slices(text).map((slice) => slice.text);

/** Fingerprints of several texts in one piece of memory, which goes from thread to thread without being copied. */
export interface PackedCells {
  readonly cells: Uint16Array<ArrayBuffer>;
  /** How many cells each text has; -1 for a text without a known word. */
  readonly sizes: Int32Array;
}

/** Texts with the name of the retina that reads each. */
export interface PlacedTexts {
  readonly texts: readonly string[];
  readonly retinas: readonly string[];
}

export function readingMethods(model: (name: string) => Model) {
  return {
    fingerprints: ({ texts, retinas }: PlacedTexts) => {
      const packed = packCells(texts.map((text, i) => fingerprintOf(model(retinas[i]!), text)));
      return new Transfer(packed, [packed.cells.buffer]);
    },
    slices: ({ texts, retinas }: PlacedTexts) =>
      texts.map((text, i) => slicesOf(model(retinas[i]!), text)),
  };
}

function packCells(fingerprints: readonly (Positions | undefined)[]): PackedCells {
  const cells = new Uint16Array(fingerprints.reduce((sum, own) => sum + (own?.length ?? 0), 0));
  let at = 0;
  const sizes = Int32Array.from(fingerprints, (own) => {
    if (own === undefined) return -1;
    cells.set(own, at);
    at += own.length;
    return own.length;
  });
  return { cells, sizes };
}

export function unpackCells({ cells, sizes }: PackedCells): (Positions | undefined)[] {
  let at = 0;
  return Array.from(sizes, (size) => {
    if (size < 0) return undefined;
    at += size;
    return cells.subarray(at - size, at);
  });
}
