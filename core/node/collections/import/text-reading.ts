import { availableParallelism } from "node:os";
import type { Model } from "../../../analysis/engine.ts";
import { ApiError } from "../../../errors.ts";
import type { Positions } from "../../../kernel/grid.ts";
import type { RetinaTables } from "../../../retina/retina-data.ts";
import type { LanguageAnswer } from "../../../text/language.ts";
import { isPlainEnglish } from "../../../text/language.ts";
import type { CallThreadData } from "../../engine/thread-engine.ts";
import { Transfer } from "../../threads/protocol.ts";
import { startThread } from "../../threads/start-thread.ts";
import { WorkerPool } from "../../threads/worker-pool.ts";

/** What an import has made of texts; wherever that happens, the answers are in the order of the texts. */
export interface TextReading {
  /** `undefined` for a text without a known word. */
  fingerprints(texts: readonly string[]): Promise<readonly (Positions | undefined)[]>;
  /** The slices of each text, possibly none. */
  slices(texts: readonly string[]): Promise<readonly (readonly string[])[]>;
  /** English names; "" where it is unclear. */
  languages(texts: readonly string[]): Promise<readonly string[]>;
}

/** Letters that the language of a row is detected from: one look of the detector. */
const LANGUAGE_LETTERS = 250;

type DetectLanguage = (text: string) => LanguageAnswer | Promise<LanguageAnswer>;

/** Reads on the calling thread. */
export function localReading(model: Model, language: DetectLanguage): TextReading {
  return {
    fingerprints: async (texts) => texts.map((text) => fingerprintOf(model, text)),
    slices: async (texts) => texts.map((text) => slicesOf(model, text)),
    languages: (texts) => languagesOf(language, texts),
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

export async function languagesOf(
  language: DetectLanguage,
  texts: readonly string[],
): Promise<string[]> {
  const names: string[] = [];
  for (const text of texts) {
    const beginning = text.slice(0, LANGUAGE_LETTERS);
    const isEnglish = isPlainEnglish(beginning);
    names.push(isEnglish ? "English" : ((await language(beginning)).language ?? ""));
  }
  return names;
}

/** Fingerprints of several texts in one piece of memory, which goes from thread to thread without being copied. */
interface PackedCells {
  readonly cells: Uint16Array<ArrayBuffer>;
  /** How many cells each text has; -1 for a text without a known word. */
  readonly sizes: Int32Array;
}

/** What a thread that reads texts for imports does. */
type ReadingMethods = ReturnType<typeof readingMethods>;

export function readingMethods(model: (name: string) => Model) {
  return {
    fingerprints: ({ retina, texts }: { retina: string; texts: readonly string[] }) => {
      const packed = packCells(texts.map((text) => fingerprintOf(model(retina), text)));
      return new Transfer(packed, [packed.cells.buffer]);
    },
    slices: ({ retina, texts }: { retina: string; texts: readonly string[] }) =>
      texts.map((text) => slicesOf(model(retina), text)),
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

function unpackCells({ cells, sizes }: PackedCells): (Positions | undefined)[] {
  let at = 0;
  return Array.from(sizes, (size) => {
    if (size < 0) return undefined;
    at += size;
    return cells.subarray(at - size, at);
  });
}

/** Texts a thread is given at a time: work enough for as long as the thread that gives them is busy writing. */
const PART = 250;

/** Cuts the texts into parts for all threads of a pool. */
export function poolReading(pool: WorkerPool<ReadingMethods>, retina: string) {
  const inParts = async <T>(
    texts: readonly string[],
    read: (part: readonly string[]) => Promise<readonly T[]>,
  ): Promise<T[]> => {
    const parts: (readonly string[])[] = [];
    for (let from = 0; from < texts.length; from += PART)
      parts.push(texts.slice(from, from + PART));
    return (await Promise.all(parts.map(read))).flat();
  };
  return {
    fingerprints: (texts: readonly string[]) =>
      inParts(texts, async (part) =>
        unpackCells(await pool.run("fingerprints", { retina, texts: part })),
      ),
    slices: (texts: readonly string[]) =>
      inParts(texts, (part) => pool.run("slices", { retina, texts: part })),
  };
}

const MOST_THREADS = 8;

/** A thread for each processor, to make fingerprints; whoever opens them closes them. */
export function openReadingPool(tables: RetinaTables): WorkerPool<ReadingMethods> {
  const retinas = [tables];
  const data: CallThreadData = { retinas };
  return new WorkerPool({
    threads: Math.max(1, Math.min(MOST_THREADS, availableParallelism())),
    start: () => startThread("collections/import/reading-worker", { data, retinas }),
  });
}
