import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { limit, offset, requiredText, retinaName } from "../schema/parameters.ts";
import {
  count,
  expression,
  jsonObject,
  metric,
  nullable,
  oneOf,
  reply,
} from "../schema/replies.ts";
import { region } from "./app-terms.ts";
import { importFields } from "./collection-schemas.ts";
import { trainOptions } from "./train-options.ts";

const GROUP = "Application: jobs";
const NONE = { as: "none" } as const;
const jobId = { id: requiredText("The id that starting the job answered.") };

const JOB_KINDS = ["compareBulk", "train", "import"] as const;
const JOB_STATES = ["waiting", "running", "done", "failed", "cancelled"] as const;

/** A long task, its progress and how it ended. */
const job = reply(
  {
    id: Type.String(),
    kind: oneOf(JOB_KINDS),
    title: Type.String(),
    state: oneOf(JOB_STATES),
    phase: Type.String({ description: "What it is doing, for a person." }),
    fraction: Type.Number({ minimum: 0, maximum: 1 }),
    remainingSeconds: nullable(Type.Number({ description: "An estimate; null while unknown." })),
    rows: Type.Integer({ minimum: 0, description: "Results that can be fetched by now." }),
    counted: Type.Optional(
      Type.Integer({ minimum: 0, description: "Of an import: records that are in by now." }),
    ),
    startedAt: Type.String({ description: "ISO 8601." }),
    endedAt: nullable(Type.String()),
    error: nullable(reply({ code: Type.String(), message: Type.String(), details: jsonObject })),
  },
  { title: "Job" },
);

/** Metrics of listed pairs of items, given by index. */
const compareInput = Type.Object({
  kind: Type.Literal("compareBulk"),
  title: Type.Optional(Type.String()),
  items: Type.Array(expression, { minItems: 1, maxItems: 100_000 }),
  pairs: Type.Union([
    Type.Literal("all"),
    Type.Literal("one-to-many"),
    Type.Array(Type.Array(count, { minItems: 2, maxItems: 2 }), { maxItems: 1_000_000 }),
  ]),
});

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
  name: requiredText("Name of the collection; the task has it too."),
  ...importFields,
});

export const jobStart = defineEndpoint({
  method: "POST",
  path: "/semascope/jobs",
  group: GROUP,
  summary: "Starts a long task and answers at once.",
  notes: [
    "`all` compares each pair of items once, `one-to-many` the first item with each other one.",
    "Rows that fail are answered with the reason; the others go on.",
  ],
  query: { retina_name: retinaName },
  body: {
    as: "fields",
    fields: { input: Type.Union([compareInput, trainInput, importInput]) },
  },
  output: job,
  work: "job",
  maxBytes: 256 * 1024 * 1024,
  errors: ["bad-input", "unknown-retina", "busy", "forbidden"],
});

export const jobs = defineEndpoint({
  method: "GET",
  path: "/semascope/jobs",
  group: GROUP,
  summary: "All tasks, newest first; of those that have ended the latest twenty.",
  query: {},
  body: NONE,
  output: Type.Array(job),
  work: "host",
  errors: [],
});

export const jobStatus = defineEndpoint({
  method: "GET",
  path: "/semascope/job",
  group: GROUP,
  summary: "How far one task has come.",
  query: jobId,
  body: NONE,
  output: job,
  work: "host",
  errors: ["bad-input"],
});

/** One compared pair; `error` says why there are no metrics. */
const comparedPair = reply({
  left: count,
  right: count,
  metrics: nullable(metric),
  error: nullable(Type.String()),
});

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

export const jobResult = defineEndpoint({
  method: "GET",
  path: "/semascope/job-result",
  group: GROUP,
  summary: "Results so far, paged; a task that was cancelled keeps what it had done.",
  query: { ...jobId, limit: limit(1000, 10_000), offset },
  body: NONE,
  output: reply({
    total: count,
    compared: Type.Array(comparedPair),
    trained: nullable(trained),
  }),
  work: "host",
  errors: ["bad-input", "conflict"],
});

export const jobCancel = defineEndpoint({
  method: "POST",
  path: "/semascope/job-cancel",
  group: GROUP,
  summary: "Stops a task; what it has done so far stays.",
  query: {},
  body: { as: "fields", fields: jobId },
  output: job,
  work: "host",
  errors: ["bad-input"],
});
