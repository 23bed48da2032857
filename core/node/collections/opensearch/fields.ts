import type { Column, Field, Value } from "../../../api/schema/collection-types.ts";
import { drawOf } from "../../../collection/port/sample-key.ts";
import type { FoundRow, NewRow } from "../../../collection/port/store.ts";
import { dayNumber } from "../../../collection/port/time-units.ts";
import { byCodePoint, dayOf, fold, keyOf } from "../../../collection/port/values.ts";
import { tokensOf } from "../../../collection/port/words.ts";
import type { Dsl } from "./dsl.ts";
import type { ComputedScore } from "./overlap.ts";

/** What a document of a row looks like; the names of columns and scores are data and never become names of fields. */
export interface RowDocument {
  readonly id: string;
  /** What comes back: kept, but not indexed. */
  readonly row: { readonly text: string; readonly values: readonly Value[] };
  readonly words: string;
  readonly cells: readonly number[];
  readonly size: number;
  readonly draw: number;
  readonly labels: readonly string[];
  /** How many scores there had been when the row was written; see `ComputedScore`. */
  readonly since: number;
  readonly [value: string]: unknown;
}

/** Fields that every row has. */
export const BASE_MAPPING: Readonly<Record<string, Dsl>> = {
  id: { type: "keyword" },
  row: { type: "object", enabled: false },
  words: { type: "text", analyzer: "whitespace", similarity: "boolean", norms: false },
  cells: { type: "keyword", similarity: "boolean", split_queries_on_whitespace: true },
  size: { type: "integer" },
  draw: { type: "integer", index: false },
  labels: { type: "keyword" },
  since: { type: "integer" },
};

const VALUE_MAPPING = {
  text: { type: "keyword" },
  list: { type: "keyword" },
  number: { type: "double" },
  // Days are numbered, so that no format, time zone or calendar of the cluster takes part.
  date: { type: "integer" },
} as const;

/** What `contains` looks into. */
const FOLDED_MAPPING = { type: "keyword", index: false };

/** The field of a column, by its place in the collection. */
export const valueField = (place: number): string => `c${place}`;
export const foldedField = (place: number): string => `f${place}`;
/** One term for each label: a filter's name behind the sign of its verdict. */
export const labelTerm = (filter: string, belongs: boolean): string =>
  `${belongs ? "+" : "-"}${filter}`;
/** One term more for a label that the person did not give: whose it is. */
export const authorTerm = (filter: string, author: string): string =>
  `${authorPrefix(filter)}${JSON.stringify(author)}]`;
/** What every author's term of a filter begins with, and that of no other filter. */
export const authorPrefix = (filter: string): string => `@[${JSON.stringify(filter)},`;
const isAuthorTerm = (term: string) => term.startsWith("@");
const authorIn = (term: string) => JSON.parse(term.slice(1)) as [filter: string, author: string];

/** The labels that these terms mean, by filter. */
export function labelsIn(terms: readonly string[]): FoundRow["labels"] {
  const authors = new Map(terms.filter(isAuthorTerm).map(authorIn));
  return terms
    .filter((term) => !isAuthorTerm(term))
    .map((term) => {
      const filter = term.slice(1);
      const author = authors.get(filter);
      const belongs = term.startsWith("+");
      return { filter, belongs, ...(author === undefined ? {} : { author }) };
    })
    .sort((a, b) => byCodePoint(a.filter, b.filter));
}

/** What one term says: that rows belong to a filter or do not, or who labelled them for it. */
export function readTerm(
  term: string,
): { readonly filter: string } & ({ readonly belongs: boolean } | { readonly author: string }) {
  if (!isAuthorTerm(term)) return { filter: term.slice(1), belongs: term.startsWith("+") };
  const [filter, author] = authorIn(term);
  return { filter, author };
}

/** The columns and scores of one collection. */
export interface Fields {
  readonly columns: readonly Column[];
  readonly scores: Readonly<Record<string, ComputedScore>>;
}

/** Where a column or score is found, and what it holds. */
export interface Known {
  readonly name: string;
  readonly type: Column["type"];
  /** Place among the columns; -1 for a score. */
  readonly place: number;
  /** It is computed, and no field holds it. */
  readonly score?: ComputedScore;
}

/** @returns `undefined` for a score that nobody has */
export function fieldOf({ columns, scores }: Fields, field: Field): Known | undefined {
  if ("score" in field) {
    const score = Object.hasOwn(scores, field.score) ? scores[field.score] : undefined;
    return score === undefined ? undefined : { name: "since", type: "number", place: -1, score };
  }
  const place = columns.findIndex(({ name }) => name === field.column);
  const type = columns[place]?.type;
  if (type === undefined) throw new Error(`no column ${field.column}`);
  return { name: valueField(place), type, place };
}

/** The mapping of everything that a collection has. */
export function mappingOf({ columns }: Fields): Record<string, Dsl> {
  const mapping: Record<string, Dsl> = { ...BASE_MAPPING };
  columns.forEach(({ type }, place) => {
    mapping[valueField(place)] = VALUE_MAPPING[type];
    if (type === "text" || type === "list") mapping[foldedField(place)] = FOLDED_MAPPING;
  });
  return mapping;
}

/** Room for the fields of all columns and a thousand others. */
export const fieldLimit = ({ columns }: Fields): number => 2 * columns.length + 1000;

/** `since` is how many scores there have been. */
export function documentOf(
  row: NewRow,
  columns: readonly Column[],
  { labels, since }: { readonly labels: readonly string[]; readonly since: number },
) {
  const document: Record<string, unknown> & RowDocument = {
    id: row.id,
    row: { text: row.text, values: row.values },
    words: tokensOf(row.text).join(" "),
    cells: [...row.cells],
    size: row.cells.length,
    draw: drawOf(row.id),
    labels,
    since,
  };
  columns.forEach(({ type }, place) => {
    const value = row.values[place] ?? null;
    if (value === null) return;
    document[valueField(place)] = indexed(value, type);
    if (typeof value !== "number" && (type === "text" || type === "list"))
      document[foldedField(place)] = typeof value === "string" ? fold(value) : value.map(fold);
  });
  return document;
}

/** A value as it is compared, counted and sorted. */
function indexed(value: string | number | readonly string[], type: Column["type"]) {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return value.map(keyOf);
  return type === "date" ? dayNumber(dayOf(value)) : keyOf(value);
}
