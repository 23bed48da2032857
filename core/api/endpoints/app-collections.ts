import { Type } from "typebox";
import {
  COLUMN_TYPES,
  type CollectionQuery,
  type Field,
  TIME_UNITS,
  type Value,
} from "../collection-types.ts";
import { defineEndpoint } from "../define-endpoint.ts";
import { defaulted, requiredText } from "../parameters.ts";
import { count, givenPositions, media, nullable, oneOf, reply } from "../schemas.ts";

const GROUP = "Application: collections";
const name = requiredText("Name of the collection.");
const query = Type.Optional(
  Type.Unsafe<CollectionQuery>({
    type: "object",
    additionalProperties: true,
    description:
      "Which rows: like, least, words, where, region, labels, ids, sample; all of them restrict. Everything when left out.",
  }),
);
const field = Type.Unsafe<Field>({
  type: "object",
  additionalProperties: true,
  description: "A column, {“column”: name}, or a saved score, {“score”: name}.",
});
const value = Type.Unsafe<Value>({
  description: "A text, a number, a list of texts, or null where it is missing.",
});
const share = Type.Number({ minimum: 0, maximum: 1 });
const limit = (usual: number, most: number) =>
  defaulted(Type.Integer({ default: usual, minimum: 1, maximum: most }));
const level = defaulted(
  Type.Integer({ default: 1, minimum: 0, description: "Of the map's regions; 0 is the widest." }),
);

const column = reply({ name: Type.String(), type: oneOf(COLUMN_TYPES) });
const optionalName = Type.Optional(Type.String());
const roles = reply({
  title: optionalName,
  date: optionalName,
  category: optionalName,
  parent: optionalName,
  part: optionalName,
});
const info = reply(
  {
    name: Type.String(),
    retina: reply({ name: Type.String(), checksum: Type.String() }),
    columns: Type.Array(column),
    roles,
    created: Type.String(),
    rows: count,
    withoutCells: count,
    labels: Type.Array(reply({ filter: Type.String(), belongs: count, not: count })),
    scores: Type.Array(Type.String()),
  },
  { title: "Collection" },
);
const row = reply(
  {
    id: Type.String(),
    text: Type.String(),
    values: Type.Array(value, { description: "One for each column, in order." }),
    size: count,
    score: nullable(Type.Number({ description: "Closeness to `like`, a cosine." })),
    labels: Type.Array(reply({ filter: Type.String(), belongs: Type.Boolean() })),
    scores: Type.Array(reply({ name: Type.String(), score: Type.Number() })),
  },
  { title: "CollectionRow" },
);

const UNKNOWN = ["unknown-collection", "unknown-column", "bad-input", "conflict"] as const;
const ASKED = [
  ...UNKNOWN,
  "unknown-term",
  "bad-expression",
  "no-known-words",
  "empty-fingerprint",
] as const;

const common = { method: "POST", group: GROUP, query: {}, work: "host" } as const;

export const collections = defineEndpoint({
  ...common,
  path: "/semascope/collections",
  summary: "The collections of this user, by name.",
  body: { as: "none" },
  output: reply({ collections: Type.Array(info) }),
  errors: [],
});

export const collectionRemove = defineEndpoint({
  ...common,
  path: "/semascope/collection-remove",
  summary: "Removes a collection with its labels and scores; the imported files stay.",
  body: { as: "fields", fields: { name } },
  output: reply({ removed: Type.String() }),
  errors: ["unknown-collection"],
});

const paths = Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 1000 });
const wishes = {
  text: optionalName,
  id: optionalName,
  title: optionalName,
  date: optionalName,
  category: optionalName,
};
const plan = reply({
  text: Type.String(),
  id: optionalName,
  columns: Type.Array(column),
  roles,
});

export const collectionPreview = defineEndpoint({
  ...common,
  path: "/semascope/collection-preview",
  summary: "What each column of a file would become, from its first rows.",
  body: { as: "fields", fields: { paths, ...wishes } },
  output: reply({
    plan,
    rows: Type.Array(Type.Array(reply({ name: Type.String(), value: Type.String() })), {
      description: "The first ten, cell by cell.",
    }),
  }),
  errors: ["bad-input", "unknown-column", "forbidden"],
});

const IMPORT_STATES = ["running", "done", "failed", "cancelled"] as const;
const importState = reply(
  {
    name: Type.String(),
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
  path: "/semascope/collection-import",
  summary: "Begins to read files of this machine into a collection.",
  notes: [
    "An import that was interrupted goes on where it was when it is asked for again with the same files.",
    "`app.collectionImports` says how far it is.",
  ],
  body: {
    as: "fields",
    fields: {
      name,
      paths,
      ...wishes,
      split: defaulted(oneOf(["none", "paragraphs", "slices"], { default: "none" })),
      retina_name: optionalName,
    },
  },
  output: importState,
  errors: ["bad-input", "unknown-column", "unknown-retina", "conflict", "forbidden"],
});

export const collectionImports = defineEndpoint({
  ...common,
  path: "/semascope/collection-imports",
  summary: "The imports since the service was started, with how far they are.",
  body: { as: "none" },
  output: reply({ imports: Type.Array(importState) }),
  errors: [],
});

export const collectionImportCancel = defineEndpoint({
  ...common,
  path: "/semascope/collection-import-cancel",
  summary: "Ends an import after the batch it is at; what is in stays.",
  body: { as: "fields", fields: { name } },
  output: importState,
  errors: ["not-found"],
});

export const collectionQuery = defineEndpoint({
  ...common,
  path: "/semascope/collection-query",
  summary: "Rows of a collection: the closest first, or by id, or by a column.",
  body: {
    as: "fields",
    fields: {
      name,
      query,
      offset: defaulted(Type.Integer({ default: 0, minimum: 0 })),
      limit: limit(50, 1000),
      sort: Type.Optional(Type.Object({ field, descending: Type.Boolean() })),
    },
  },
  output: reply({ total: count, columns: Type.Array(column), rows: Type.Array(row) }),
  errors: ASKED,
});

export const collectionHeat = defineEndpoint({
  ...common,
  path: "/semascope/collection-heat",
  summary: "How many rows set each cell of the map, and how many times as often as elsewhere.",
  body: {
    as: "fields",
    fields: {
      name,
      query,
      over: defaulted(
        oneOf(["none", "rest", "ordinary"], {
          default: "none",
          description: "What the lift compares with: the other rows, or texts on random subjects.",
        }),
      ),
    },
  },
  output: reply({
    rows: count,
    total: count,
    counts: Type.Array(count, { description: "16,384, in order of position." }),
    lift: nullable(Type.Array(Type.Number())),
  }),
  errors: ASKED,
});

export const collectionFacet = defineEndpoint({
  ...common,
  path: "/semascope/collection-facet",
  summary: "The values of a column of texts or lists, with how many rows have each.",
  body: {
    as: "fields",
    fields: { name, query, column: requiredText("Name of the column."), limit: limit(50, 10_000) },
  },
  output: reply({
    values: Type.Array(reply({ value: Type.String(), rows: count })),
    others: count,
    missing: count,
  }),
  errors: ASKED,
});

export const collectionHistogram = defineEndpoint({
  ...common,
  path: "/semascope/collection-histogram",
  summary: "The distribution of a column of numbers, or of a score, in bins of round width.",
  body: { as: "fields", fields: { name, query, field, bins: limit(20, 1000) } },
  output: reply({
    edges: Type.Array(Type.Number(), { description: "One more than there are bins." }),
    counts: Type.Array(count),
    missing: count,
  }),
  errors: ASKED,
});

export const collectionTimeline = defineEndpoint({
  ...common,
  path: "/semascope/collection-timeline",
  summary: "Rows over time by a column of dates.",
  body: {
    as: "fields",
    fields: { name, query, column: optionalName, unit: Type.Optional(oneOf(TIME_UNITS)) },
  },
  output: reply({
    column: Type.String(),
    unit: oneOf(TIME_UNITS),
    steps: Type.Array(reply({ start: Type.String(), rows: count })),
    missing: count,
  }),
  errors: ASKED,
});

export const collectionTopics = defineEndpoint({
  ...common,
  path: "/semascope/collection-topics",
  summary: "The regions of the map that carry the rows, with the words and examples of each.",
  body: { as: "fields", fields: { name, query, level, limit: limit(30, 1024) } },
  output: reply({
    rows: count,
    levels: count,
    topics: Type.Array(
      reply({
        region: count,
        place: Type.String({ description: "The region's own name." }),
        centre: count,
        words: Type.Array(Type.String()),
        rows: count,
        share,
        examples: Type.Array(reply({ id: Type.String(), text: Type.String(), inside: share })),
      }),
    ),
  }),
  errors: ASKED,
});

const difference = {
  inA: count,
  inB: count,
  effect: Type.Number({ description: "Logarithm of the ratio of odds: above 0 is more in A." }),
  low: Type.Number({ description: "Lower end of the interval of 95%." }),
  high: Type.Number(),
  q: Type.Number({ description: "Chance, corrected for all that was looked at." }),
};

export const collectionDifference = defineEndpoint({
  ...common,
  path: "/semascope/collection-difference",
  summary: "What is more frequent in some rows than in others: words, regions and cells.",
  body: {
    as: "fields",
    fields: {
      name,
      a: query,
      b: Type.Optional(
        Type.Object(
          { name: optionalName, query },
          {
            description: "The other rows, possibly of another collection; the rest when left out.",
          },
        ),
      ),
      level,
      limit: limit(100, 10_000),
    },
  },
  output: reply({
    rows: reply({ a: count, b: count }),
    words: Type.Array(reply({ word: Type.String(), ...difference }), {
      description: "Up to `limit` from either end: more in A first, more in B last.",
    }),
    regions: Type.Array(reply({ region: count, place: Type.String(), ...difference })),
    lift: Type.Array(Type.Number(), { description: "For each cell; 1 where it may be chance." }),
  }),
  errors: ASKED,
});

export const collectionNearCopies = defineEndpoint({
  ...common,
  path: "/semascope/collection-near-copies",
  summary: "Groups of rows that say nearly the same, the largest first.",
  body: { as: "fields", fields: { name, query, limit: limit(100, 10_000) } },
  output: reply({
    groups: count,
    rows: count,
    listed: Type.Array(reply({ ids: Type.Array(Type.String()), text: Type.String() })),
  }),
  errors: ASKED,
});

export const collectionLabel = defineEndpoint({
  ...common,
  path: "/semascope/collection-label",
  summary: "Says of rows that they belong to a filter, or do not. Acknowledged means on disk.",
  body: {
    as: "fields",
    fields: {
      name,
      filter: requiredText("Name of the filter."),
      marks: Type.Array(
        Type.Object({
          id: Type.String(),
          belongs: nullable(Type.Boolean({ description: "null takes the label away." })),
        }),
        { maxItems: 10_000 },
      ),
    },
  },
  output: reply({ rows: count }),
  errors: ["unknown-collection"],
});

export const collectionClassify = defineEndpoint({
  ...common,
  path: "/semascope/collection-classify",
  summary: "Keeps for every row its closeness to a filter, as a score of that name.",
  body: {
    as: "fields",
    fields: { name, filter: requiredText("Name of the score."), positions: givenPositions },
  },
  output: reply({ rows: count }),
  errors: ["unknown-collection", "empty-fingerprint"],
});

export const collectionExport = defineEndpoint({
  ...common,
  path: "/semascope/collection-export",
  summary: "Rows with all columns, labels and scores as CSV or JSONL.",
  notes: [
    "At most 100,000 rows; the command `semascope collection export` writes any number into a file.",
  ],
  body: {
    as: "fields",
    fields: {
      name,
      query,
      format: defaulted(oneOf(["csv", "jsonl"], { default: "csv" })),
      positions: defaulted(Type.Boolean({ default: false, description: "Each row's cells too." })),
    },
  },
  output: media,
  replyAs: "media",
  errors: [...ASKED, "too-large"],
});
