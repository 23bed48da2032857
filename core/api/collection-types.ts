import type { ExpressionJson } from "./json-value.ts";

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
  /** Columns of numbers whose values are names: shown, counted and compared one by one. */
  readonly categories?: readonly string[];
  /** Which text a paragraph belongs to. */
  readonly parent?: string;
  /** Number of the paragraph within its text, from 1. */
  readonly part?: string;
}

/**
 * A condition on one row. A leaf is false where the value is missing, except `missing: true`; `not` is the plain
 * opposite, so `not equals` includes missing values.
 */
export type Predicate =
  /** Text and list (one of the elements): the same by `keyOf`. Date: the same day. */
  | { readonly column: string; readonly equals: string | number }
  | { readonly column: string; readonly in: readonly (string | number)[] }
  /** Number or date, at least one limit: `from` and `to` belong to the range, `below` does not. */
  | ({ readonly column: string } & Range)
  | { readonly column: string; readonly missing: boolean }
  /** Text and list (one of the elements): contains these letters, whatever their case; see `fold`. */
  | { readonly column: string; readonly contains: string }
  /** A label an analyst gave for a filter; "unlabelled" is every row without one. */
  | { readonly label: string; readonly is: LabelState }
  /** A saved score in a range. */
  | ({ readonly score: string } & Range)
  | { readonly score: string; readonly missing: boolean }
  | { readonly and: readonly Predicate[] }
  | { readonly or: readonly Predicate[] }
  | { readonly not: Predicate };

export interface Range {
  readonly from?: string | number;
  readonly to?: string | number;
  readonly below?: string | number;
}

export const LABEL_STATES = ["belongs", "not", "unlabelled"] as const;
export type LabelState = (typeof LABEL_STATES)[number];

/** Which rows, and in what order; every member restricts further. An empty query is all rows. */
export interface CollectionQuery {
  /** Rank by closeness to this; a string is a term, an expression in one line, or any text. */
  readonly like?: ExpressionJson | string;
  /** Least closeness, 0..1; only with `like`. */
  readonly least?: number;
  /** Literal words, "phrases in quotes" and -excluded ones; all of them. */
  readonly words?: string;
  readonly where?: Predicate;
  /** Rows with at least this share (0..1) of their cells in the region. */
  readonly region?: { readonly positions: readonly number[]; readonly share: number };
  readonly labels?: Predicate;
  readonly ids?: readonly string[];
  /** A random part of what the rest of the query selects; the same for the same seed. */
  readonly sample?: { readonly rows: number; readonly seed: number };
}

/** A column or a saved score, for histograms and sorting. */
export type Field = { readonly column: string } | { readonly score: string };

export const TIME_UNITS = ["day", "week", "month", "quarter", "year", "decade"] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];
