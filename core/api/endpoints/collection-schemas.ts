import { Type } from "#typebox";
import {
  COLUMN_KINDS,
  COLUMN_TYPES,
  collectionQuery,
  type Value,
} from "../schema/collection-types.ts";
import { DATE_FORMATS, LIST_FORMATS } from "../schema/column-formats.ts";
import { defaulted, requiredText } from "../schema/parameters.ts";
import { count, nullable, oneOf, reply } from "../schema/replies.ts";

const GROUP = "Application: collections";
export const name = requiredText("Name of the collection.");
export const query = Type.Optional(collectionQuery);
const value = Type.Unsafe<Value>({
  description: "A text, a number, a list of texts, or null where it is missing.",
});
export const share = Type.Number({ minimum: 0, maximum: 1 });
export const limit = (usual: number, most: number, description = "Rows to answer.") =>
  defaulted(Type.Integer({ default: usual, minimum: 1, maximum: most, description }));
export const level = defaulted(
  Type.Integer({ default: 1, minimum: 0, description: "Of the map's regions; 0 is the widest." }),
);

export const column = reply({ name: Type.String(), type: oneOf(COLUMN_TYPES) });
export const optionalName = Type.Optional(Type.String());
export const roles = reply({
  title: optionalName,
  date: optionalName,
  category: optionalName,
  truth: optionalName,
  language: optionalName,
  categories: Type.Optional(
    Type.Array(Type.String(), { description: "Columns of numbers whose values are names." }),
  ),
  parent: optionalName,
  part: optionalName,
});
const ready = reply(
  {
    state: oneOf(["ready"]),
    name: Type.String(),
    retina: reply({
      name: Type.String(),
      checksum: Type.String(),
      reader: Type.Optional(
        reply(
          { name: Type.String(), checksum: Type.String() },
          {
            description: "The reader by whose encoder the rows were read; by their words without.",
          },
        ),
      ),
    }),
    columns: Type.Array(column),
    roles,
    created: Type.String(),
    rows: count,
    withoutCells: count,
    labels: Type.Array(
      reply({
        filter: Type.String(),
        belongs: count,
        not: count,
        authors: Type.Array(reply({ author: Type.String(), rows: count }), {
          description: "Authors other than the user, each with the number of labels.",
        }),
      }),
    ),
    scores: Type.Array(Type.String()),
  },
  { title: "Collection" },
);
const unavailable = reply(
  {
    state: oneOf(["in-use", "damaged", "unavailable"], {
      description:
        "in-use: another program has it. damaged: it will not get better by itself, and can be removed.",
    }),
    name: Type.String(),
    reason: Type.String({ description: "Why, and what to do, for a person." }),
  },
  { title: "UnavailableCollection" },
);
export const listed = Type.Union([ready, unavailable]);
export const rowFields = {
  id: Type.String(),
  text: Type.String(),
  values: Type.Array(value, { description: "One for each column, in order." }),
  size: count,
  score: nullable(Type.Number({ description: "Closeness to `like`, a cosine." })),
  labels: Type.Array(
    reply({
      filter: Type.String(),
      belongs: Type.Boolean(),
      author: Type.Optional(Type.String({ description: "Absent for the person's own." })),
    }),
  ),
  scores: Type.Array(reply({ name: Type.String(), score: Type.Number() })),
};
export const row = reply(rowFields, { title: "CollectionRow" });

export const UNKNOWN = ["unknown-collection", "unknown-column", "bad-input", "conflict"] as const;
export const ASKED = [
  ...UNKNOWN,
  "unknown-term",
  "bad-expression",
  "no-known-words",
  "empty-fingerprint",
] as const;

export const common = { method: "POST", group: GROUP, query: {}, work: "collection" } as const;

export const paths = Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 1000 });
const columnFor = (description: string) => Type.Optional(Type.String({ description }));
/** Columns of a file by what they are for; proposed where they are left out. */
export const wishes = {
  text: columnFor("The column that holds the texts."),
  id: columnFor("The column that names each row."),
  title: columnFor("The column with titles."),
  date: columnFor("The column with dates."),
  category: columnFor("The column to group by."),
  truth: columnFor("The column with the correct answers (ground truth)."),
  language: columnFor(
    "Language of the texts: `auto` (detect per text), a code such as `de`, or the name of a column.",
  ),
  dateFormat: Type.Optional(
    oneOf(DATE_FORMATS, {
      description: "How the dates are written where nothing in their column shows it",
    }),
  ),
  kinds: Type.Optional(
    Type.Array(
      Type.Object({
        column: Type.String(),
        kind: oneOf(COLUMN_KINDS, {
          description:
            "category: each value is a name, a number too. none: the column is left out.",
        }),
        format: Type.Optional(
          oneOf([...DATE_FORMATS, ...LIST_FORMATS], {
            description:
              "How dates are written, or what separates the parts of lists (json: in brackets).",
          }),
        ),
      }),
      { maxItems: 1000, description: "What columns are instead of what is proposed." },
    ),
  ),
};
export const sheet = Type.Optional(
  Type.String({ description: "Sheet of a workbook; the first that is not empty when left out." }),
);
const NAMED_SIGNS = "or a name: comma, semicolon, tab, pipe";
/** How files are read; proposed where it is left out. */
export const readingFields = {
  encoding: Type.Optional(
    Type.String({ description: "Encoding of text, such as windows-1252 or utf-16le." }),
  ),
  delimiter: Type.Optional(
    Type.String({ minLength: 1, maxLength: 9, description: `Sign between cells, ${NAMED_SIGNS}.` }),
  ),
  quote: Type.Optional(
    Type.String({ maxLength: 4, description: "Sign round cells; none where there is none." }),
  ),
  header: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 300,
      description: "Line with the names of the columns, from 1; 0 where there is none.",
    }),
  ),
  repair: Type.Optional(
    Type.Boolean({ description: "Repairs letters that were decoded wrongly before (fÃ¼r: für)." }),
  ),
};
/** What an import reads, and how. */
export const importFields = {
  name,
  paths,
  sheet,
  ...wishes,
  ...readingFields,
  acceptMisfits: Type.Optional(
    Type.Boolean({
      description: "Imports although more than 5% of the rows do not fit the columns.",
    }),
  ),
  reader: Type.Optional(
    Type.String({
      description: "The reader by whose encoder texts are read (semascope reader fit).",
    }),
  ),
  split: defaulted(
    oneOf(["none", "lines", "paragraphs", "pages", "slices"], {
      default: "none",
      description: "A row for each text, or for each part of it.",
    }),
  ),
};
