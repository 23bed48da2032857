import { Type } from "#typebox";
import { trainOptions } from "../../api/endpoints/train-options.ts";
import { checkShape } from "../../api/validate.ts";
import type { TrainingResult } from "../training/run-training.ts";
import { startTraining } from "../training/train-job.ts";
import { trainingRequest } from "../training/train-request.ts";
import type { Command, Flags } from "./command.ts";
import { argumentsFrom, type OptionFields, optionNames, optionsFor } from "./endpoint-options.ts";
import { progressLines } from "./output.ts";

const FOLDER = { value: "FOLDER" };
const FILE = { value: "FILE" };
const NAME = { value: "NAME" };

/** The options of every training, as a person writes them. */
const CHOICES: OptionFields = {
  title: {},
  description: {},
  corpus: {},
  licence: {},
  language: NAME,
  preset: { value: "PRESET" },
  window: {},
  terms: {},
  dimensions: {},
  minCount: { name: "min-count" },
  seed: {},
  teacher: FOLDER,
  sentences: {},
  taught: {},
  mapShare: { name: "map-share", value: "NAME=N,..." },
  field: NAME,
  column: NAME,
  encoding: NAME,
};

const path = (description: string) => Type.Optional(Type.String({ description }));

/** What only the command line has: files and folders of the person who types it. */
const placeSchema = Type.Object({
  readings: path("where the teacher's readings are kept for the next training"),
  vectorsFrom: path(
    "word vectors to learn from in place of a teacher, or of any texts (word2vec, GloVe, .vec; also .gz)",
  ),
  lexicon: path(
    "WordNet's folder “dict”: words of like meaning draw each other, and words that the texts lack are added",
  ),
  threads: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 256,
      description: "worker threads; they change no result",
    }),
  ),
  scratch: path("where spill files go (the system's temporary folder)"),
  vectors: path("also write the dense vectors, in the binary format of word2vec"),
  out: path("retina file to write (NAME.retina)"),
});
const PLACES: OptionFields = {
  readings: FOLDER,
  vectorsFrom: { name: "vectors-from", ...FILE },
  lexicon: FOLDER,
  threads: {},
  scratch: FOLDER,
  vectors: FILE,
  out: FILE,
};

/** `semascope train`: trains, reports progress, and sums up. */
export const train: Command = {
  name: "train",
  summary:
    "Trains a retina from files or folders of texts; the same texts, options and seed give the same file.",
  usage: "PATHS... --name NAME [options] | --vectors-from FILE --name NAME [options]",
  mostOperands: Number.POSITIVE_INFINITY,
  optionOf: optionNames({ ...CHOICES, ...PLACES, name: {} }),
  options: [
    {
      name: "name",
      ...NAME,
      help: "name of the retina: lower case letters, digits, _ and - (required)",
    },
    ...optionsFor(trainOptions.properties, CHOICES),
    ...optionsFor(placeSchema.properties, PLACES),
  ],
  examples: [
    "semascope train notes/ --name notes --preset synonymous --out notes.retina",
    "semascope train reports.csv --column body --name reports",
  ],
  async run({ terminal, positionals, flags }) {
    const request = trainingRequest(
      {
        name: flags.text("name") ?? "",
        paths: positionals,
        options: checkShape(trainOptions, given(flags, trainOptions, CHOICES)),
      },
      checkShape(placeSchema, given(flags, placeSchema, PLACES)),
    );
    const progress = progressLines(terminal.progress);
    const job = startTraining(request, (at) => progress.show(at));
    const release = terminal.onInterrupt(() => job.cancel());
    const result = await job.result.finally(() => {
      release();
      progress.end();
    });
    terminal.print(flags.isOn("json") ? JSON.stringify(result) : summary(result));
  },
};

const given = (
  flags: Flags,
  schema: typeof trainOptions | typeof placeSchema,
  fields: OptionFields,
) => argumentsFrom(flags, schema.properties, fields);

function summary({ out, bytes, card, skipped, seconds }: TrainingResult): string {
  const { counts, quality } = card;
  const megabytes = (bytes / 1e6).toFixed(1);
  const rows = Object.entries(seconds).map(
    ([phase, spent]) => `  ${phase.padEnd(16)}${spent.toFixed(1).padStart(8)} s`,
  );
  return [
    `${out}: ${counts.terms} terms (${counts.phrases} of them phrases), ${megabytes} MB`,
    `from ${counts.words} words in ${counts.documents} documents; ${counts.skippedRecords} records skipped`,
    ...skipped.map(({ file, line, reason }) => `  ${file}:${line}: ${reason}`),
    ...Object.entries(quality).map(([name, value]) => `${name} ${value}`),
    "Time by phase:",
    ...rows,
  ].join("\n");
}
