import { availableParallelism } from "node:os";
import { badInput } from "../../errors.ts";
import { DEFAULT_OPTIONS, PRESETS, type PresetName } from "../../train/options.ts";
import { readingsFolder } from "../teacher/open-teacher.ts";
import { parseMapShare } from "./map-share.ts";
import type { TrainingRequest } from "./run-training.ts";
import { DEFAULT_RECORDS } from "./train-records.ts";

/** One option of `semascope train`. */
interface OptionSpec {
  readonly value: string;
  readonly help: string;
  /** Bounds of a whole number; left out for texts. */
  readonly range?: readonly [least: number, most: number];
}

/** Every option by its name, in the order of the help. */
export const TRAIN_OPTIONS = {
  name: {
    value: "NAME",
    help: "name of the retina: lower case letters, digits, _ and - (required)",
  },
  title: { value: "TEXT", help: "what people call the retina, with spaces and capitals" },
  description: { value: "TEXT", help: "what the retina is for" },
  corpus: { value: "TEXT", help: "where the texts come from" },
  licence: { value: "TEXT", help: "licence of the texts, and so of the retina" },
  language: { value: "NAME", help: "language of the texts (English)" },
  preset: { value: "PRESET", help: `${Object.keys(PRESETS).join(" or ")} (associative)` },
  window: { value: "N", help: "neighbours on each side (10, synonymous 2)", range: [1, 100] },
  terms: {
    value: "N",
    help: "most terms, words and phrases together (130000)",
    range: [1000, 2_000_000],
  },
  dimensions: { value: "N", help: "dimensions of the dense vectors", range: [16, 1500] },
  "min-count": {
    value: "N",
    help: "least occurrences of a word (3 to 12, by size)",
    range: [1, 1e9],
  },
  seed: { value: "N", help: "seed of all that is drawn at random (1)", range: [0, 4_294_967_295] },
  teacher: {
    value: "FOLDER",
    help: "sentence encoder to learn from as well (tokenizer.json and an ONNX file)",
  },
  sentences: {
    value: "N",
    help: "sentences of the texts that the teacher reads (60000)",
    range: [1000, 2_000_000],
  },
  taught: {
    value: "N",
    help: "percent of a term's meaning that is the teacher's (70)",
    range: [1, 100],
  },
  readings: {
    value: "FOLDER",
    help: "where the teacher's readings are kept for the next training",
  },
  "vectors-from": {
    value: "FILE",
    help: "word vectors to learn from in place of a teacher, or of any texts (word2vec, GloVe, .vec; also .gz)",
  },
  lexicon: {
    value: "FOLDER",
    help: "WordNet's folder “dict”: words of like meaning draw each other, and words that the texts lack are added",
  },
  "map-share": {
    value: "NAME=N,...",
    help: "percent by which files whose name begins so count where the map is laid out and named",
  },
  threads: { value: "N", help: "worker threads; they change no result", range: [1, 256] },
  field: { value: "NAME", help: "field of .jsonl objects that holds the text (text)" },
  column: { value: "NAME", help: "column of .csv files that holds the text (text)" },
  encoding: { value: "NAME", help: "encoding of the files (utf-8)" },
  scratch: { value: "FOLDER", help: "where spill files go (the system's temporary folder)" },
  vectors: {
    value: "FILE",
    help: "also write the dense vectors, in the binary format of word2vec",
  },
  out: { value: "FILE", help: "retina file to write (NAME.retina)" },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** The name of an option. */
export type TrainOptionName = keyof typeof TRAIN_OPTIONS;
/** Options as a person gives them, without the dashes. */
export type TrainOptionValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** More threads than this gain nothing: the reading of the corpus cannot follow. */
const USUAL_THREADS = 8;

/** What to train, from options as given on the command line or by the application. @throws bad-input */
export function trainingRequest(
  paths: readonly string[],
  values: TrainOptionValues,
): TrainingRequest {
  for (const name of Object.keys(values)) checkName(name);
  const text = (name: TrainOptionName) => textOf(values, name);
  const number = (name: TrainOptionName) => numberOf(values, name);
  const name = retinaName(text("name"));
  const { title, description, corpus, licence, language } = DEFAULT_OPTIONS;
  const scratch = text("scratch");
  const teacher = text("teacher");
  const vectorsFrom = text("vectors-from");
  if (teacher !== undefined && vectorsFrom !== undefined)
    throw badInput("vectors-from", "Name a teacher or a file of vectors, not both.");
  const vectorsOut = text("vectors");
  const lexicon = text("lexicon");
  return {
    paths,
    options: {
      name,
      title: text("title") ?? title,
      description: text("description") ?? description,
      corpus: text("corpus") ?? corpus,
      licence: text("licence") ?? licence,
      language: text("language") ?? language,
      preset: presetName(text("preset")),
      window: number("window") ?? DEFAULT_OPTIONS.window,
      terms: number("terms") ?? DEFAULT_OPTIONS.terms,
      dimensions: number("dimensions") ?? DEFAULT_OPTIONS.dimensions,
      minCount: number("min-count") ?? DEFAULT_OPTIONS.minCount,
      seed: number("seed") ?? DEFAULT_OPTIONS.seed,
      sentences: number("sentences") ?? DEFAULT_OPTIONS.sentences,
      taught: number("taught") ?? DEFAULT_OPTIONS.taught,
      mapShare: mapShareText(text("map-share")),
    },
    records: {
      field: text("field") ?? DEFAULT_RECORDS.field,
      column: text("column") ?? DEFAULT_RECORDS.column,
      encoding: text("encoding") ?? DEFAULT_RECORDS.encoding,
    },
    threads: number("threads") ?? Math.min(USUAL_THREADS, availableParallelism()),
    out: text("out") ?? `${name}.retina`,
    ...(scratch === undefined ? {} : { scratch }),
    ...(vectorsOut === undefined ? {} : { vectorsOut }),
    ...(vectorsFrom === undefined ? {} : { vectorsFrom }),
    ...(lexicon === undefined ? {} : { lexicon }),
    ...(teacher && {
      teacher: { folder: teacher, readings: text("readings") ?? readingsFolder() },
    }),
  };
}

function checkName(name: string): void {
  if (!Object.hasOwn(TRAIN_OPTIONS, name))
    throw badInput(name, `Training has no option “${name}”; semascope train --help lists them.`);
}

function retinaName(name: string | undefined): string {
  if (name === undefined || !/^[a-z0-9][a-z0-9_-]*$/.test(name))
    throw badInput(
      "name",
      `A retina needs a name of lower case letters, digits, “_” and “-”${name === undefined ? "" : `, not “${name}”`}: --name NAME.`,
    );
  return name;
}

/** Checked here, so that a mistake is told before anything is read. */
function mapShareText(given: string = DEFAULT_OPTIONS.mapShare): string {
  parseMapShare(given);
  return given;
}

function presetName(given: string | undefined): PresetName {
  const names = Object.keys(PRESETS) as PresetName[];
  const preset = names.find((name) => name === (given ?? DEFAULT_OPTIONS.preset));
  if (preset === undefined)
    throw badInput("preset", `The preset is ${names.join(" or ")}, not “${given}”.`);
  return preset;
}

function textOf(values: TrainOptionValues, name: TrainOptionName): string | undefined {
  const value = values[name];
  if (value === undefined || value === "") return undefined;
  return String(value);
}

function numberOf(values: TrainOptionValues, name: TrainOptionName): number | undefined {
  const given = textOf(values, name);
  if (given === undefined) return undefined;
  const { range }: OptionSpec = TRAIN_OPTIONS[name];
  const [least, most] = range ?? [0, Number.MAX_SAFE_INTEGER];
  const value = Number(given);
  if (!Number.isInteger(value) || value < least || value > most)
    throw badInput(name, `“${name}” is a whole number from ${least} to ${most}, not “${given}”.`, {
      value: given,
    });
  return value;
}
