import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { requiredText } from "../schema/parameters.ts";
import { count, jsonObject, nullable, oneOf, reply } from "../schema/replies.ts";

const GROUP = "Application: retinas";
const name = requiredText("Name of the retina.");

/** Everything a person must know of a retina; of a damaged file, why it cannot be used. */
const retinaCard = reply(
  {
    name: Type.String(),
    file: Type.String({ description: "File name without folders." }),
    bytes: count,
    state: oneOf(["ready", "damaged"]),
    problem: nullable(Type.String()),
    checksum: Type.String(),
    map: Type.String({
      description: "Checksum of the English retina it lies on: equal ones can be compared.",
    }),
    language: Type.String({ description: "English name." }),
    description: Type.String(),
    corpus: Type.String(),
    licence: Type.String(),
    created: Type.String(),
    terms: count,
    phrases: count,
    words: count,
    documents: count,
    options: jsonObject,
    quality: jsonObject,
    isDefault: Type.Boolean(),
    removable: Type.Boolean({ description: "False for the retinas shipped with the program." }),
  },
  { title: "RetinaCard" },
);

export const retinaCards = defineEndpoint({
  method: "GET",
  path: "/semascope/cards",
  group: GROUP,
  summary: "Every retina file found, with its card; damaged ones with the reason.",
  query: {},
  body: { as: "none" },
  output: Type.Array(retinaCard),
  work: "inline",
  errors: [],
});

export const retinaInstall = defineEndpoint({
  method: "POST",
  path: "/semascope/retina-install",
  group: GROUP,
  summary: "Checks an uploaded retina file and keeps it.",
  notes: ["A retina of the same name is only replaced with `replace=true`."],
  query: { replace: Type.Optional(Type.Boolean({ default: false })) },
  body: { as: "bytes" },
  output: retinaCard,
  work: "inline",
  maxBytes: 1024 * 1024 * 1024,
  errors: ["bad-retina-file", "conflict", "too-large"],
});

export const retinaVerify = defineEndpoint({
  method: "POST",
  path: "/semascope/retina-verify",
  group: GROUP,
  summary: "Reads a retina's file again and compares it with its checksum.",
  query: {},
  body: { as: "fields", fields: { name } },
  output: reply({
    intact: Type.Boolean(),
    checksum: Type.String(),
    problem: nullable(Type.String()),
  }),
  work: "inline",
  errors: ["unknown-retina"],
});

export const retinaRemove = defineEndpoint({
  method: "POST",
  path: "/semascope/retina-remove",
  group: GROUP,
  summary: "Deletes a retina that was installed or trained here.",
  query: {},
  body: { as: "fields", fields: { name } },
  output: reply({ removed: Type.String() }),
  work: "inline",
  errors: ["unknown-retina", "forbidden"],
});

export const trainingKeep = defineEndpoint({
  method: "POST",
  path: "/semascope/training-keep",
  group: GROUP,
  summary: "Installs what a finished training produced.",
  query: {},
  body: {
    as: "fields",
    fields: { id: requiredText("Id of the job."), replace: Type.Optional(Type.Boolean()) },
  },
  output: retinaCard,
  work: "inline",
  errors: ["bad-input", "conflict"],
});

export const folders = defineEndpoint({
  method: "GET",
  path: "/semascope/folders",
  group: GROUP,
  summary: "Folders of the service's machine, to choose where texts are read from.",
  notes: [
    "Refused where training is: a service that asks for no key and is reached from elsewhere.",
    "Names only; no file is opened. Hidden folders are left out.",
  ],
  query: {
    path: Type.Optional(Type.String({ description: "The folder; the home folder if left out." })),
  },
  body: { as: "none" },
  output: reply({
    path: Type.String(),
    parent: nullable(Type.String({ description: "Null at the top." })),
    folders: Type.Array(reply({ name: Type.String(), path: Type.String() })),
    texts: Type.Integer({
      minimum: 0,
      description: "Files right in it that a training reads: .txt, .md, .csv, .jsonl, also .gz.",
    }),
    isCut: Type.Boolean({ description: "There are more folders than are listed." }),
  }),
  work: "inline",
  errors: ["bad-input", "forbidden"],
});

export const trainingDiscard = defineEndpoint({
  method: "POST",
  path: "/semascope/training-discard",
  group: GROUP,
  summary: "Throws away what a training produced.",
  query: {},
  body: { as: "fields", fields: { id: requiredText("Id of the job.") } },
  output: reply({ discarded: Type.Boolean() }),
  work: "inline",
  errors: ["bad-input"],
});

export const readers = defineEndpoint({
  method: "GET",
  path: "/semascope/readers",
  group: GROUP,
  summary: "The readers of this person: sentence encoders that read texts on the map of a retina.",
  query: {},
  body: { as: "none" },
  output: Type.Array(
    reply({
      name: Type.String(),
      problem: nullable(Type.String({ description: "Why it cannot be used." })),
      map: nullable(
        reply({
          name: Type.String({ description: "The retina on whose map it reads." }),
          checksum: Type.String({ description: "Its checksum, the `map` of a card." }),
        }),
      ),
      sentences: count,
    }),
  ),
  work: "inline",
  errors: [],
});

export const readerRate = defineEndpoint({
  method: "POST",
  path: "/semascope/reader-rate",
  group: GROUP,
  summary: "Measures an encoder's throughput on sample texts (about one second).",
  query: {},
  body: {
    as: "fields",
    fields: {
      reader: requiredText("Name of the reader."),
      texts: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }),
    },
  },
  output: reply({
    textsPerSecond: Type.Number({ description: "On all threads that the reader has." }),
    threads: count,
  }),
  work: "inline",
  errors: ["bad-input"],
});
