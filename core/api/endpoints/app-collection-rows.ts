import { Type } from "#typebox";
import { field, TIME_UNITS } from "../schema/collection-types.ts";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { defaulted, requiredText } from "../schema/parameters.ts";
import { count, media, nullable, oneOf, reply } from "../schema/replies.ts";
import {
  ASKED,
  column,
  common,
  limit,
  name,
  optionalName,
  query,
  row,
} from "./collection-schemas.ts";

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
          description:
            "How many times as often as in the other rows, or in texts on random subjects.",
        }),
      ),
      estimate: defaulted(
        Type.Boolean({
          default: false,
          description: "Count a random part of the rows where all of them take long.",
        }),
      ),
    },
  },
  output: reply({
    rows: count,
    counted: Type.Integer({
      minimum: 0,
      description: "Rows counted: fewer than `rows` in an estimate, whose counts are scaled up.",
    }),
    total: count,
    counts: Type.Array(count, { description: "16,384, in order of position." }),
    lift: nullable(Type.Array(Type.Number(), { description: "To three decimals." })),
  }),
  errors: ASKED,
});

export const collectionPoints = defineEndpoint({
  ...common,
  path: "/semascope/collection-points",
  summary: "Rows as points: each at the place of the map where its cells are densest.",
  notes: [
    "Where more rows pass than `limit`, a random part of them; `total` counts all of them.",
    "The densest place is the cell with most of the row's cells within four rows and columns.",
  ],
  body: {
    as: "fields",
    fields: {
      name,
      query,
      field: Type.Optional(field),
      limit: limit(20_000, 20_000, "Rows to show."),
    },
  },
  output: reply({
    total: count,
    ids: Type.Array(Type.String(), { description: "Ascending." }),
    places: Type.Array(Type.Integer({ minimum: -1, maximum: 16_383 }), {
      description: "A position for each row; -1 where it has no cell.",
    }),
    values: nullable(
      Type.Array(Type.Unsafe<string | number | null>({ description: "Of `field`." }), {
        description: "For each row; null where no field was asked for.",
      }),
    ),
  }),
  errors: ASKED,
});

export const collectionFacet = defineEndpoint({
  ...common,
  path: "/semascope/collection-facet",
  summary: "The values of a column of texts or lists, with how many rows have each.",
  body: {
    as: "fields",
    fields: {
      name,
      query,
      column: requiredText("Name of the column."),
      limit: limit(50, 10_000, "Values to list."),
    },
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
  body: { as: "fields", fields: { name, query, field, bins: limit(20, 1000, "Bins, about.") } },
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

export const collectionExport = defineEndpoint({
  ...common,
  path: "/semascope/collection-export",
  summary: "Rows with all columns, labels and scores as CSV, JSONL or Parquet.",
  notes: [
    "At most 100,000 rows; the command `semascope collection export` writes any number into a file.",
    "Columns keep the names of the imported file. A name that comes twice gets a number, such as “id (2)”.",
    "In CSV an apostrophe stands before what a spreadsheet would run as a formula. An import takes it off again.",
  ],
  body: {
    as: "fields",
    fields: {
      name,
      query,
      format: defaulted(oneOf(["csv", "jsonl", "parquet"], { default: "csv" })),
      positions: defaulted(Type.Boolean({ default: false, description: "Each row's cells too." })),
      raw: defaulted(
        Type.Boolean({
          default: false,
          description: "Write no apostrophe before formulas in CSV.",
        }),
      ),
      lines: defaulted(
        Type.Array(
          Type.Object({
            score: Type.String(),
            from: Type.Number(),
          }),
          {
            default: [],
            maxItems: 1000,
            description: "Scores that decide, and from where on: adds the column `decision`.",
          },
        ),
      ),
    },
  },
  output: media,
  replyAs: "media",
  mediaTypes: ["text/csv", "application/x-ndjson", "application/vnd.apache.parquet"],
  errors: [...ASKED, "too-large"],
});
