import { workerData } from "node:worker_threads";
import { Transfer } from "../threads/protocol.ts";
import { answerTasks } from "../threads/serve-methods.ts";
import { type Encoder, openEncoder } from "./encoder.ts";
import type { TeacherFiles } from "./teacher-files.ts";

/** What a teacher's thread is started with. */
export interface TeacherThreadData {
  readonly files: TeacherFiles;
  /** Some sentences of the corpus, whose script the tokenizer has to know. */
  readonly sample: readonly string[];
  /** Texts that go through the model together. Always as many, since an 8-bit model rounds by what is beside a text. */
  readonly batch: number;
}

/** What a teacher's thread does. */
export type TeacherMethods = ReturnType<typeof teacherMethods>;

/** The encoder is opened by the first call, and then kept. */
export function teacherMethods({ files, sample, batch }: TeacherThreadData) {
  let opening: Promise<Encoder> | undefined;
  const open = () => {
    opening ??= openEncoder(files, sample);
    return opening;
  };
  return {
    /** Opens and tries the encoder. @returns the dimensions of its vectors @throws bad-input */
    open: async (_: null) => (await open()).dimensions,
    read: async (texts: readonly string[]) => {
      const { dimensions, encode } = await open();
      const values = new Int16Array(texts.length * dimensions);
      for (let at = 0; at < texts.length; at += batch)
        values.set(await encode(texts.slice(at, at + batch)), at * dimensions);
      return new Transfer(values, [values.buffer]);
    },
    /** As `Teacher.wholes`. */
    wholes: async (texts: readonly string[]) => {
      const { areWhole } = await open();
      return Uint8Array.from(texts, (text) => Number(areWhole(text)));
    },
  };
}

export const answer = answerTasks(() => teacherMethods(workerData));
