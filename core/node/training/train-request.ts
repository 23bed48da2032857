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
  /** The sentence encoder to learn from, where one is named. */
  readonly teacher?: TeacherRequest;
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
  const { field, column, encoding, teacher, ...options } = given;
  const { mapShare = DEFAULT_OPTIONS.mapShare } = options;
  // Read here, so that a mistake is told before any text is read.
  parseMapShare(mapShare);
  return {
    options: { ...DEFAULT_OPTIONS, ...options, mapShare, name },
    records: {
      field: field || DEFAULT_RECORDS.field,
      column: column || DEFAULT_RECORDS.column,
      encoding: encoding || DEFAULT_RECORDS.encoding,
    },
    ...(teacher && { teacher: { folder: teacher, readings } }),
  };
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
  if (choice.teacher !== undefined && vectorsFrom !== undefined)
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
