import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { count, nullable, oneOf, reply } from "../schema/replies.ts";
import {
  column,
  common,
  importFields,
  listed,
  name,
  optionalName,
  paths,
  roles,
  share,
  wishes,
} from "./collection-schemas.ts";

export const collections = defineEndpoint({
  ...common,
  path: "/semascope/collections",
  summary: "The collections of this user, by name, with their state.",
  notes: [
    "One that cannot be opened keeps none of the others from being listed; it has a reason in place of its figures.",
  ],
  body: { as: "none" },
  output: reply({ collections: Type.Array(listed) }),
  errors: [],
});

export const collectionRemove = defineEndpoint({
  ...common,
  path: "/semascope/collection-remove",
  summary: "Removes a collection with its labels and scores; the imported files stay.",
  body: { as: "fields", fields: { name } },
  output: reply({ removed: Type.String() }),
  errors: ["unknown-collection", "conflict"],
});

export const collectionRoles = defineEndpoint({
  ...common,
  path: "/semascope/collection-roles",
  summary: "Says what columns are for; what is left out stays as it is.",
  body: {
    as: "fields",
    fields: {
      name,
      category: Type.Optional(nullable(Type.String())),
      truth: Type.Optional(
        nullable(Type.String({ description: "The column that says what is true; null for none." })),
      ),
      categories: Type.Optional(
        Type.Array(Type.String(), {
          description: "All columns of numbers whose values are names.",
        }),
      ),
    },
  },
  output: roles,
  errors: ["unknown-collection", "unknown-column", "bad-input"],
});

const plan = reply({
  text: Type.String(),
  id: optionalName,
  columns: Type.Array(column),
  roles,
  numbers: Type.Optional(
    Type.Array(reply({ column: Type.String(), notation: oneOf(["point", "comma"] as const) }), {
      description: "Columns of numbers like 1,234.5 (point) or 1.234,5 (comma).",
    }),
  ),
  leftOut: Type.Optional(Type.Array(Type.String())),
  language: Type.Optional(
    Type.String({ description: "Code of the language that all texts are read in." }),
  ),
});

export const collectionPreview = defineEndpoint({
  ...common,
  path: "/semascope/collection-preview",
  summary: "What each column of a file would become, from its first rows.",
  body: { as: "fields", fields: { paths, ...wishes } },
  output: reply({
    plan,
    records: Type.Integer({ minimum: 0, description: "Records that were looked at." }),
    found: Type.Array(
      reply({
        name: Type.String(),
        filled: count,
        different: count,
        values: Type.Array(Type.String(), { description: "Three different ones." }),
        unfit: Type.Integer({
          minimum: 0,
          description:
            "Values that are not of the column's kind; they go to a column of their own.",
        }),
        unfitValue: nullable(Type.String({ description: "The first of them." })),
      }),
      { description: "Every field of the file, in order." },
    ),
    rows: Type.Array(Type.Array(reply({ name: Type.String(), value: Type.String() })), {
      description: "The first ten, cell by cell; long texts are cut.",
    }),
    languages: Type.Array(reply({ language: Type.String(), rows: count }), {
      description: "Of the records that were looked at, most first; empty where it is unclear.",
    }),
    odd: Type.Integer({
      minimum: 0,
      description: "Among the first records, how many are not as they should be.",
    }),
    oddities: Type.Array(reply({ place: Type.String(), reason: Type.String() }), {
      description: "The first of them: where, what is wrong, and what becomes of it.",
    }),
  }),
  errors: ["bad-input", "unknown-column", "forbidden"],
});

const IMPORT_STATES = ["running", "done", "failed", "cancelled"] as const;
const importState = reply(
  {
    name: Type.String(),
    job: Type.String({ description: "The id of the task, as `app.jobs` lists it." }),
    phase: Type.String({ description: "What it is doing, for a person." }),
    state: oneOf(IMPORT_STATES),
    rows: count,
    fraction: share,
    remainingSeconds: nullable(Type.Number()),
    error: nullable(reply({ code: Type.String(), message: Type.String() })),
    report: nullable(
      reply({
        added: count,
        updated: count,
        withoutText: count,
        withoutKnownWord: count,
        unread: count,
        skipped: count,
        repaired: count,
        resumedAt: count,
        isChanged: Type.Boolean({ description: "A file was changed while it was read." }),
        oddities: Type.Array(reply({ place: Type.String(), reason: Type.String() })),
        languages: Type.Array(reply({ language: Type.String(), rows: count })),
      }),
    ),
  },
  { title: "CollectionImport" },
);

export const collectionImport = defineEndpoint({
  ...common,
  work: "inline",
  path: "/semascope/collection-import",
  summary: "Begins to read files of this machine into a collection.",
  notes: [
    "It is a task: it waits for other imports. It fails, as `interrupted`, when the service ends first.",
    "Imported again with the same files, it resumes where it stopped.",
    "`app.collectionImports` says how far it is.",
  ],
  body: {
    as: "fields",
    fields: { name, ...importFields, retina_name: optionalName },
  },
  output: importState,
  errors: ["bad-input", "unknown-column", "unknown-retina", "conflict", "forbidden"],
});

export const collectionImports = defineEndpoint({
  ...common,
  work: "inline",
  path: "/semascope/collection-imports",
  summary: "The imports since the service was started, with how far they are.",
  body: { as: "none" },
  output: reply({ imports: Type.Array(importState) }),
  errors: [],
});

export const collectionImportCancel = defineEndpoint({
  ...common,
  work: "inline",
  path: "/semascope/collection-import-cancel",
  summary: "Ends an import after the batch it is at; what is in stays.",
  body: { as: "fields", fields: { name } },
  output: importState,
  errors: ["not-found"],
});
