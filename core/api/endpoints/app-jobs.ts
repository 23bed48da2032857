import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { requiredText, retinaName } from "../schema/parameters.ts";
import { count, jsonObject, nullable, oneOf, reply } from "../schema/replies.ts";
import { region } from "./app-terms.ts";
import { importFields } from "./collection-schemas.ts";
import { trainOptions } from "./train-options.ts";

const GROUP = "Application: jobs";
const NONE = { as: "none" } as const;
const jobId = { id: requiredText("The id that starting the job answered.") };

export const JOB_KINDS = ["train", "import"] as const;
export const JOB_STATES = ["waiting", "running", "done", "failed", "cancelled"] as const;

/** What training produced, before it is kept. */
const trained = reply({
  name: Type.String(),
  card: jsonObject,
  bytes: count,
  samples: Type.Array(reply({ term: Type.String(), similar: Type.Array(Type.String()) }), {
    description: "Similar terms of some terms, to look at.",
  }),
  anchors: Type.Array(Type.String(), { description: "Every cell's anchor, to look at the map." }),
  regions: Type.Array(region, {
    description: "The named regions, as they will be once it is kept.",
  }),
  kept: Type.Boolean(),
});

/** What came of an import. */
const report = reply({
  added: count,
  updated: count,
  withoutText: count,
  withoutKnownWord: count,
  unread: count,
  skipped: count,
  repaired: count,
  missing: count,
  misfitsFile: Type.Optional(
    Type.String({ description: "File with the lines that were passed over." }),
  ),
  resumedAt: count,
  isChanged: Type.Boolean({ description: "A file was changed while it was read." }),
  oddities: Type.Array(reply({ place: Type.String(), reason: Type.String() })),
  languages: Type.Array(reply({ language: Type.String(), rows: count })),
});

/** A long task, its progress and how it ended. */
const job = reply(
  {
    id: Type.String(),
    kind: oneOf(JOB_KINDS),
    title: Type.String({ description: "Of an import: the name of the collection." }),
    state: oneOf(JOB_STATES),
    phase: Type.String({ description: "What it is doing, for a person." }),
    fraction: Type.Number({ minimum: 0, maximum: 1 }),
    remainingSeconds: nullable(Type.Number({ description: "An estimate; null while unknown." })),
    counted: Type.Optional(
      Type.Integer({ minimum: 0, description: "Of an import: records that are in by now." }),
    ),
    startedAt: Type.String({ description: "ISO 8601." }),
    endedAt: nullable(Type.String()),
    error: nullable(reply({ code: Type.String(), message: Type.String(), details: jsonObject })),
    report: Type.Optional(report),
    trained: Type.Optional(trained),
  },
  { title: "Job" },
);

/** A retina from a person's own texts. */
const trainInput = Type.Object({
  kind: Type.Literal("train"),
  title: Type.Optional(Type.String()),
  name: requiredText("Name of the new retina: lower case letters, digits, `_` and `-`."),
  paths: Type.Array(Type.String(), {
    minItems: 1,
    description: "Files or folders on the machine of the service.",
  }),
  options: Type.Optional(trainOptions),
});

/** Files into a collection. */
const importInput = Type.Object({
  kind: Type.Literal("import"),
  ...importFields,
});

export const jobStart = defineEndpoint({
  method: "POST",
  path: "/semascope/jobs",
  group: GROUP,
  summary: "Starts a long task and answers at once.",
  notes: [
    "One import and one training run at a time; others wait. A task that waits or runs when the service ends has failed, as `interrupted`.",
    "An import that is started again with the same files resumes where it stopped.",
  ],
  query: { retina_name: retinaName },
  body: {
    as: "fields",
    fields: { input: Type.Union([trainInput, importInput]) },
  },
  output: job,
  work: "task",
  maxBytes: 256 * 1024 * 1024,
  errors: ["bad-input", "unknown-column", "unknown-retina", "busy", "conflict", "forbidden"],
});

export const jobs = defineEndpoint({
  method: "GET",
  path: "/semascope/jobs",
  group: GROUP,
  summary:
    "All tasks, newest first; of those that have ended the latest twenty. With an id that one alone.",
  notes: [
    "An import that is done has `report`; a training that is done has `trained` when it is asked for by its id.",
  ],
  query: {
    id: Type.Optional(Type.String({ description: "The id that starting the job answered." })),
  },
  body: NONE,
  output: Type.Array(job),
  work: "inline",
  errors: ["bad-input"],
});

export const jobCancel = defineEndpoint({
  method: "POST",
  path: "/semascope/job-cancel",
  group: GROUP,
  summary: "Stops a task after the current batch; imported rows are kept.",
  query: {},
  body: { as: "fields", fields: jobId },
  output: job,
  work: "inline",
  errors: ["bad-input"],
});
