import { workerData } from "node:worker_threads";
import { badReader } from "../../errors.ts";
import type { Positions } from "../../kernel/grid.ts";
import { CellReader } from "../../reader/cell-reader.ts";
import { passagesOf } from "../../reader/passages.ts";
import type { CellWeights, ReaderHeader } from "../../reader/reader.ts";
import { type ModelFiles, type ModelTrial, PROBES } from "../teacher/encoder.ts";
import { encoderChecksum, findTeacherFiles } from "../teacher/teacher-files.ts";
import { openTokens } from "../teacher/tokens.ts";
import { answerTasks } from "../threads/serve-methods.ts";

/** What a reader's thread is started with. */
export interface ReaderThreadData {
  readonly name: string;
  readonly encoder: ReaderHeader["encoder"];
  readonly weights: CellWeights;
}

/** What threads that run the model of its encoder need. */
export interface ReaderModel {
  readonly files: ModelFiles;
  readonly trial: ModelTrial;
}

/** The tokens of each passage of a text. */
export type TextTokens = readonly (readonly number[])[];

/** Vectors of texts, a row of length 1 for each, and their fingerprints by words in the same order. */
interface VectorsAndWords {
  readonly vectors: Float32Array;
  readonly words: readonly Positions[];
}

/** What a reader's thread does. */
export type ReaderMethods = ReturnType<typeof readerMethods>;

/**
 * What comes before the model of an encoder and after it: texts are cut into tokens, and vectors are put on the map. One thread does
 * it for all that run the model: it takes a tenth of their time, and hundreds of megabytes. What it needs is opened by the first call.
 */
export function readerMethods({ name, encoder, weights }: ReaderThreadData) {
  let opening: ReturnType<typeof openTokensOf> | undefined;
  let cells: CellReader | undefined;
  const open = () => {
    opening ??= openTokensOf(name, encoder);
    return opening;
  };
  return {
    /** @throws bad-input where the encoder is missing, damaged or another than the reader was fitted for */
    open: async (_: null): Promise<ReaderModel> => {
      const { files, tokens } = await open();
      return { files, trial: { padding: tokens.padding, probes: PROBES.map(tokens.of) } };
    },
    tokens: async (texts: readonly string[]): Promise<TextTokens[]> => {
      const { tokens } = await open();
      return texts.map((text) => passagesOf(text).map(tokens.of));
    },
    cells: async ({ vectors, words }: VectorsAndWords): Promise<Positions[]> => {
      cells ??= new CellReader(weights);
      return cells.read(vectors, words);
    },
  };
}

/** The files are read here, for a list of pieces in many languages takes tens of megabytes. */
async function openTokensOf(name: string, { folder, checksum }: ReaderHeader["encoder"]) {
  const all = await findTeacherFiles(folder);
  if (encoderChecksum(all) !== checksum)
    throw badReader(
      `The encoder in ${folder} is not the one that the reader “${name}” was fitted for: it was changed or replaced. Put it back, or fit the reader again: semascope reader fit --encoder ${folder} --name ${name}`,
      { value: name },
    );
  const { model, pooling, bytes } = all;
  return { files: { model, pooling, bytes }, tokens: openTokens(all, []) };
}

export const answer = answerTasks(() => readerMethods(workerData));
