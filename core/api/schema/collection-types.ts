import { type Static, type TProperties, type TSchema, Type } from "#typebox";
import { expression, oneOf, position } from "./replies.ts";

/**
 * What a column holds. `text`: any string, also a category. `number`: a finite double. `date`: an ISO day
 * `YYYY-MM-DD`, or with a time `YYYY-MM-DDTHH:MM:SS`; everything that compares or groups dates looks at the day alone.
 * `list`: texts; an empty list is a missing value.
 */
export const COLUMN_TYPES = ["text", "number", "date", "list"] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];
/** What a person says a column of a file is. */
export const COLUMN_KINDS = [...COLUMN_TYPES, "category", "none"] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

export interface Column {
  /** As in the file; any string that is not empty. Unique within a collection. */
  readonly name: string;
  readonly type: ColumnType;
}

/** A cell of the table; null where the value is missing. An empty text is missing too. */
export type Value = string | number | readonly string[] | null;

/** Columns that views and commands use when none is named. */
export interface ColumnRoles {
  readonly title?: string;
  readonly date?: string;
  readonly category?: string;
  /** What is true of each row: scores are held against it. */
  readonly truth?: string;
  /** Which language each text is in, as a code or a name: it is read with the retina of that language on the same map. */
  readonly language?: string;
  /** Columns of numbers whose values are names: shown, counted and compared one by one. */
  readonly categories?: readonly string[];
  /** Which text a paragraph belongs to. */
  readonly parent?: string;
  /** Number of the paragraph within its text, from 1. */
  readonly part?: string;
}

/** Members that are not described are refused: a misspelt one would silently select too much. */
const only = <P extends TProperties>(properties: P, options = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });
const named = Type.String({ minLength: 1 });
const column = Type.String({ minLength: 1, description: "Name of a column." });
const score = Type.String({ minLength: 1, description: "Name of a saved score." });
const scalar = Type.Unsafe<string | number>({ type: ["string", "number"] });
const share = Type.Number({ minimum: 0, maximum: 1 });
const isMissing = Type.Boolean({ description: "Whether there is none." });

export const LABEL_STATES = ["belongs", "not", "unlabelled"] as const;

/** From `from` to `to`, both included, or up to `below`, which is not. */
const limits = <S extends TSchema>(limit: S) => ({
  from: Type.Optional(limit),
  to: Type.Optional(limit),
  below: Type.Optional(limit),
});
/** The name and at least one limit. */
const LIMITED = { minProperties: 2 };

/** What a query may ask of one row; `checkQuery` adds what no schema can say. */
const conditions = Type.Cyclic(
  {
    Predicate: Type.Union(
      [
        only(
          { column, equals: scalar },
          {
            title: "EqualsPredicate",
            description:
              "Text, or one text of a list: the same whatever its case. Date: the same day.",
          },
        ),
        only(
          { column, in: Type.Array(scalar, { minItems: 1, maxItems: 20_000 }) },
          { title: "InPredicate" },
        ),
        only(
          { column, contains: named },
          {
            title: "ContainsPredicate",
            description:
              "Text, or one text of a list: contains these letters, whatever their case.",
          },
        ),
        only({ column, missing: isMissing }, { title: "MissingPredicate" }),
        only({ column, ...limits(scalar) }, { ...LIMITED, title: "RangePredicate" }),
        only(
          {
            label: named,
            is: oneOf(LABEL_STATES),
            by: Type.Optional(
              Type.String({ minLength: 1, description: "Only labels that this author gave." }),
            ),
          },
          {
            title: "LabelPredicate",
            description:
              "A label that was given for a filter; “unlabelled” is every row without one, of the author if one is named.",
          },
        ),
        only({ score, missing: isMissing }, { title: "MissingScorePredicate" }),
        only({ score, ...limits(Type.Number()) }, { ...LIMITED, title: "ScorePredicate" }),
        only(
          { and: Type.Array(Type.Ref("Predicate"), { minItems: 1 }) },
          { title: "AndPredicate" },
        ),
        only({ or: Type.Array(Type.Ref("Predicate"), { minItems: 1 }) }, { title: "OrPredicate" }),
        only({ not: Type.Ref("Predicate") }, { title: "NotPredicate" }),
      ],
      {
        description:
          "A condition on one row. A test is false where the value is missing, except `missing: true`; `not` is the plain opposite, so `not equals` includes missing values. A range has at least one limit: `from` and `to` belong to it, `below` does not.",
        "x-wanted":
          "a condition: and, or, not, or a column, label or score with a test, e.g. equals or from",
      },
    ),
  },
  "Predicate",
);
export type Predicate = Read<Static<typeof conditions>>;
/** What other schemas call `Predicate`. */
export const predicateSchema: TSchema = conditions.$defs.Predicate;
/** Once, wherever a query has a condition: a validator takes each name from one place. */
const predicate = Type.Unsafe<Predicate>({ $ref: "Predicate" });
export type LabelState = (typeof LABEL_STATES)[number];

export interface Range {
  readonly from?: string | number;
  readonly to?: string | number;
  readonly below?: string | number;
}

/** Which rows, and in what order; every member restricts further. An empty query is all rows. */
export const collectionQuery = asRead(
  only(
    {
      like: Type.Optional(
        Type.Union(
          [
            Type.String({ description: "A term, an expression in one line, or any text." }),
            expression,
          ],
          {
            description: "Rank by closeness to this.",
          },
        ),
      ),
      least: Type.Optional(
        Type.Number({ minimum: 0, maximum: 1, description: "Least closeness; only with `like`." }),
      ),
      words: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 10_000,
          description: 'Literal words, "phrases in quotes" and -excluded ones; all of them.',
        }),
      ),
      where: Type.Optional(predicate),
      region: Type.Optional(
        only(
          { positions: Type.Array(position, { minItems: 1, maxItems: 65_536 }), share },
          { description: "Rows with at least this share of their cells in the region." },
        ),
      ),
      labels: Type.Optional(predicate),
      ids: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 10_000 })),
      sample: Type.Optional(
        only(
          {
            rows: Type.Integer({ minimum: 1, maximum: 2 ** 32 - 1 }),
            seed: Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 }),
          },
          {
            description:
              "A random part of what the rest of the query selects; the same for the same seed.",
          },
        ),
      ),
    },
    {
      title: "CollectionQuery",
      description: "Which rows: all that every member selects; all rows without one.",
      dependentRequired: { least: ["like"] },
    },
  ),
);
export type CollectionQuery = Static<typeof collectionQuery>;

/** A column or a saved score, for histograms and sorting. */
export const field = asRead(
  Type.Union([only({ column }), only({ score })], {
    title: "CollectionField",
    description: "A column or a saved score.",
    "x-wanted": "either a column or a score, as {“column”: name} or {“score”: name}",
  }),
);
export type Field = Static<typeof field>;

export const TIME_UNITS = ["day", "week", "month", "quarter", "year", "decade"] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

type Read<T> = T extends object ? { readonly [K in keyof T]: Read<T[K]> } : T;

/** The schema with the type of what is only read. */
function asRead<S extends TSchema>(schema: S) {
  return Type.Unsafe<Read<Static<S>>>(schema);
}
