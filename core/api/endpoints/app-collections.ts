import { Type } from "#typebox";
import { DATE_FORMATS, LIST_FORMATS } from "../schema/column-formats.ts";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { count, nullable, oneOf, reply } from "../schema/replies.ts";
import {
  column,
  common,
  listed,
  name,
  optionalName,
  paths,
  readingFields,
  roles,
  sheet,
  wishes,
} from "./collection-schemas.ts";

export const collections = defineEndpoint({
  ...common,
  path: "/semascope/collections",
  summary: "The collections of this user, by name, with their state.",
  notes: ["A collection that cannot be opened is listed with the reason instead of its figures."],
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
        nullable(
          Type.String({
            description: "The column with the correct answers (ground truth); null for none.",
          }),
        ),
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
    Type.Array(
      reply({
        column: Type.String(),
        notation: oneOf(["plain", "point", "comma"] as const),
        unit: Type.Optional(Type.String({ description: "Stands at every number: “min”." })),
      }),
      { description: "Columns of numbers like 1,234.5 (point), 1.234,5 (comma) or 90 min." },
    ),
  ),
  dates: Type.Optional(
    Type.Array(reply({ column: Type.String(), format: oneOf(DATE_FORMATS) }), {
      description: "How dates are written whose letters do not show it.",
    }),
  ),
  lists: Type.Optional(
    Type.Array(reply({ column: Type.String(), format: oneOf(LIST_FORMATS) }), {
      description: "What separates the parts of lists.",
    }),
  ),
  ambiguous: Type.Optional(
    Type.Array(Type.String(), {
      description: "Dates whose day or month may come first: texts until a format is chosen.",
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
  body: { as: "fields", fields: { paths, sheet, ...wishes, ...readingFields } },
  output: reply({
    plan,
    table: nullable(
      reply(
        {
          encoding: nullable(Type.String({ description: "Null for Parquet." })),
          delimiter: nullable(
            Type.String({ description: "“” for a single column; null for JSON." }),
          ),
          quote: nullable(Type.String({ description: "“” where quotation marks are letters." })),
          header: nullable(Type.Integer({ minimum: 0, description: "Its line; 0 for none." })),
          headerRows: nullable(count),
          rows: count,
          misfits: Type.Integer({
            minimum: 0,
            description: "Rows with more or fewer cells than columns, and lines that are no row.",
          }),
          stops: Type.Boolean({
            description: "Whether an import stops because of them, unless `acceptMisfits` is set.",
          }),
          mojibake: Type.Integer({
            minimum: 0,
            description:
              "Of the first records, those with letters that were decoded wrongly before.",
          }),
          missing: Type.Integer({
            minimum: 0,
            description: "Words for a missing value in the first records, such as NaN.",
          }),
          notes: Type.Array(Type.String(), { description: "What is left out or changed." }),
        },
        { description: "How the first file is read; null for texts without columns." },
      ),
    ),
    records: Type.Integer({ minimum: 0, description: "Records that were looked at." }),
    sheets: Type.Array(Type.String(), { description: "Sheets of a workbook, in order." }),
    sheet: nullable(Type.String({ description: "The sheet that is shown." })),
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
