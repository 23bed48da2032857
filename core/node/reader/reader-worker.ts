import { parentPort } from "node:worker_threads";
import { throwIfCancelled } from "../../errors.ts";
import type { Positions } from "../../kernel/grid.ts";
import { CellReader } from "../../reader/cell-reader.ts";
import { passagesOf } from "../../reader/passages.ts";
import type { CellWeights } from "../../reader/reader.ts";
import { type Encoder, openEncoder } from "../teacher/encoder.ts";
import type { TeacherFiles } from "../teacher/teacher-files.ts";
import { threadData } from "../threads/end-lock.ts";
import type { CallContext } from "../threads/protocol.ts";
import { serveMethods } from "../threads/serve-methods.ts";

/** What a reader's thread is started with. */
export interface ReaderThreadData {
  readonly files: TeacherFiles;
  readonly weights: CellWeights;
}

/** Texts with their fingerprints by words, in the same order. */
export interface ReadInput {
  readonly texts: readonly string[];
  readonly words: readonly Positions[];
}

/** What a reader's thread does. */
export type ReaderMethods = ReturnType<typeof readerMethods>;

/** The encoder is opened by the first call, and then kept. */
export function readerMethods({ files, weights }: ReaderThreadData) {
  let opening: Promise<Encoder> | undefined;
  const open = () => {
    opening ??= openEncoder(files, []);
    return opening;
  };
  let cells: CellReader | undefined;
  return {
    /** @returns the dimensions of the encoder's vectors @throws bad-input */
    open: async (_: null) => (await open()).dimensions,
    read: async ({ texts, words }: ReadInput, { signal }: CallContext): Promise<Positions[]> => {
      const encoder = await open();
      cells ??= new CellReader(weights);
      const vectors = new Float32Array(texts.length * encoder.dimensions);
      for (const [at, text] of texts.entries()) {
        throwIfCancelled(signal);
        vectors.set(await vectorOf(text, encoder), at * encoder.dimensions);
      }
      return cells.read(vectors, words);
    },
  };
}

/**
 * The mean of a text's passages, at length 1. Each passage goes through the model alone, since what is beside it would change
 * the last bits of its numbers: a text has one fingerprint, whoever reads it.
 */
async function vectorOf(text: string, { dimensions, encode }: Encoder): Promise<Float32Array> {
  const sum = new Float32Array(dimensions);
  for (const passage of passagesOf(text)) {
    const values = await encode([passage]);
    for (let i = 0; i < dimensions; i++) sum[i]! += values[i]!;
  }
  let square = 0;
  for (const value of sum) square += value * value;
  const length = Math.sqrt(square) || 1;
  return sum.map((value) => value / length);
}

if (parentPort !== null)
  void serveMethods(parentPort, () => readerMethods(threadData<ReaderThreadData>()));
