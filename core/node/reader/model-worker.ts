import { workerData } from "node:worker_threads";
import { throwIfCancelled } from "../../errors.ts";
import { type EncoderModel, openModel } from "../teacher/encoder.ts";
import { type CallContext, Transfer } from "../threads/protocol.ts";
import { answerTasks } from "../threads/serve-methods.ts";
import type { ReaderModel, TextTokens } from "./reader-worker.ts";

/** What such a thread does. */
export type ModelMethods = ReturnType<typeof modelMethods>;

/** The model is opened by the first call, and then kept. */
export function modelMethods({ files, trial }: ReaderModel) {
  let opening: Promise<EncoderModel> | undefined;
  const open = () => {
    opening ??= openModel(files, trial);
    return opening;
  };
  return {
    /** @returns the dimensions of the encoder's vectors @throws bad-input */
    open: async (_: null) => (await open()).dimensions,
    /** @returns a row of `dimensions` numbers for each text, of length 1 */
    vectors: async (texts: readonly TextTokens[], { signal }: CallContext) => {
      const model = await open();
      const vectors = new Float32Array(texts.length * model.dimensions);
      for (const [at, text] of texts.entries()) {
        throwIfCancelled(signal);
        vectors.set(await vectorOf(text, model), at * model.dimensions);
      }
      return new Transfer(vectors, [vectors.buffer]);
    },
  };
}

/**
 * The mean of a text's passages, at length 1. Each passage goes through the model alone, since what is beside it would change
 * the last bits of its numbers: a text has one fingerprint, whoever reads it.
 */
async function vectorOf(
  text: TextTokens,
  { dimensions, vectors }: EncoderModel,
): Promise<Float32Array> {
  const sum = new Float32Array(dimensions);
  for (const passage of text) {
    const values = await vectors([passage]);
    for (let i = 0; i < dimensions; i++) sum[i]! += values[i]!;
  }
  let square = 0;
  for (const value of sum) square += value * value;
  const length = Math.sqrt(square) || 1;
  return sum.map((value) => value / length);
}

export const answer = answerTasks(() => modelMethods(workerData));
