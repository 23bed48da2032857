import { availableParallelism } from "node:os";
import type { TrainOptionValues } from "../../api/endpoints/train-options.ts";
import { badInput } from "../../errors.ts";
import { DEFAULT_OPTIONS, type TrainOptions } from "../../train/options.ts";
import { readingsFolder, type TeacherRequest } from "../teacher/open-teacher.ts";
import { parseMapShare } from "./map-share.ts";
import type { TrainingRequest } from "./run-training.ts";
import { DEFAULT_RECORDS, type RecordOptions } from "./train-records.ts";

const NAME_FORM = /^[a-z0-9][a-z0-9_-]{0,63}$/;
/** More threads than this gain nothing: the reading of the corpus cannot follow. */
const USUAL_THREADS = 8;

/** What was chosen, sorted by who reads it. */
export interface TrainingChoice {
  readonly options: TrainOptions;
  readonly records: RecordOptions;
  /** The sentence encoders to learn from. */
  readonly teachers: readonly TeacherRequest[];
}

/** Checked options over the defaults. @throws bad-input for what their schema cannot see */
export function trainingChoice(
  name: string,
  given: TrainOptionValues,
  readings = readingsFolder(),
): TrainingChoice {
  if (!NAME_FORM.test(name))
    throw badInput(
      "name",
      `A retina needs a name of at most 64 lower case letters, digits, “_” and “-”${name === "" ? "" : `, not “${name}”`}.`,
    );
  const { field, column, encoding, teacher: folders = [], ...options } = given;
  const { mapShare = DEFAULT_OPTIONS.mapShare } = options;
  // Read here, so that a mistake is told before any text is read.
  parseMapShare(mapShare);
  checkShares(options.taught ?? DEFAULT_OPTIONS.taught, folders.length);
  return {
    options: { ...DEFAULT_OPTIONS, ...options, mapShare, name },
    records: {
      field: field || DEFAULT_RECORDS.field,
      column: column || DEFAULT_RECORDS.column,
      encoding: encoding || DEFAULT_RECORDS.encoding,
    },
    teachers: folders.map((folder) => ({ folder, readings })),
  };
}

/** @throws bad-input unless each teacher, or the vectors in place of one, has a share, and all together 100% at most */
function checkShares(taught: readonly number[], teachers: number): void {
  const wanted = Math.max(1, teachers);
  if (taught.length !== wanted)
    throw badInput(
      "taught",
      wanted === 1
        ? `“taught” has ${taught.length} shares for one teacher; give one.`
        : `${wanted} teachers need ${wanted} shares: give “taught” once for each, in the same order, for example 50 and 20.`,
    );
  const total = taught.reduce((sum, percent) => sum + percent, 0);
  if (total > 100)
    throw badInput(
      "taught",
      `The shares of the teachers add up to ${total}%; together they have 100% at most.`,
    );
}

/** Where a training on the command line reads and writes beside its texts. */
export interface TrainingPlaces {
  readonly readings?: string;
  readonly vectorsFrom?: string;
  readonly lexicon?: string;
  readonly threads?: number;
  readonly scratch?: string;
  readonly vectors?: string;
  readonly out?: string;
}

/** What to train, from checked options. @throws bad-input */
export function trainingRequest(
  { name, paths, options }: { name: string; paths: readonly string[]; options: TrainOptionValues },
  { readings, vectorsFrom, lexicon, threads, scratch, vectors, out }: TrainingPlaces = {},
): TrainingRequest {
  const choice = trainingChoice(name, options, readings);
  if (choice.teachers.length > 0 && vectorsFrom !== undefined)
    throw badInput("vectorsFrom", "Name a teacher or a file of vectors, not both.");
  return {
    paths,
    ...choice,
    threads: threads ?? Math.min(USUAL_THREADS, availableParallelism()),
    out: out || `${name}.retina`,
    ...(scratch && { scratch }),
    ...(vectors && { vectorsOut: vectors }),
    ...(vectorsFrom && { vectorsFrom }),
    ...(lexicon && { lexicon }),
  };
}
