import { Type } from "#typebox";
import type { Field } from "../../../core/api/schema/collection-types.ts";
import { oneOf, orNull, recordOf, type Saved } from "../../../core/workspace/fit.ts";
import { type Restriction, restrictionSchema } from "./restrictions.ts";

export const LENSES = [
  "rows",
  "points",
  "topics",
  "words",
  "time",
  "differences",
  "copies",
  "categories",
] as const;
export type CollectionLens = (typeof LENSES)[number];

export const LENS_TITLES: Readonly<Record<CollectionLens, string>> = {
  rows: "Rows",
  points: "Points",
  topics: "Topics",
  words: "Words",
  time: "Time",
  differences: "Differences",
  copies: "Near-duplicates",
  categories: "Categories",
};

const PURPOSES: Readonly<Record<CollectionLens, string>> = {
  rows: "show the rows as a table",
  points: "show each row as a point of the map",
  topics: "show what the rows are about",
  words: "list every use of a word, by sense",
  time: "show how topics change over time",
  differences: "show how two parts of the collection differ",
  categories: "show labels and scores of the rows, and compare them with a ground-truth column",
  copies: "show rows that say nearly the same",
};

/** How the palette names what leads to a lens. */
export const lensAction = (lens: CollectionLens) => ({
  id: `collection.show-${lens}`,
  title: `${LENS_TITLES[lens]}: ${PURPOSES[lens]}`,
  group: "Collection",
});

const restrictions = Type.Array(restrictionSchema);
const field = Type.Union([
  Type.Object({ column: Type.String() }),
  Type.Object({ score: Type.String() }),
]);
const differenceSchema = Type.Object({ a: orNull(restrictions), b: orNull(restrictions) });
/** Two parts of a collection, each by its own restrictions. */
export type Difference = Saved<typeof differenceSchema>;

const judgedSchema = Type.Object({
  /** Id of the filter; others may have got its name since. */
  filter: Type.String(),
  version: Type.Number(),
  threshold: Type.Number(),
  cells: Type.Number(),
});
/** The filter that gave the rows a score, as it was then. */
export type Judged = Saved<typeof judgedSchema>;

const lookSchema = Type.Object({
  lens: oneOf(LENSES),
  restrictions,
  sort: orNull(Type.Object({ field, descending: Type.Boolean() })),
  /** What the map counts: what is more frequent than elsewhere, or how many rows. */
  heat: oneOf(["lift", "count"]),
  /** What is compared: null for the rows shown, and for the rest. Absent is both. */
  difference: Type.Optional(differenceSchema),
  /** The column whose groups are compared; absent or "" where two parts are. */
  groups: Type.Optional(Type.String()),
  /** What points are coloured by: null for nothing; absent is the column of categories. */
  colour: Type.Optional(orNull(field)),
  /** The column by which the bars of the others are split; absent or "" for none. */
  split: Type.Optional(Type.String()),
  /** The word whose uses are listed; absent for none. */
  word: Type.Optional(Type.String()),
  /** The category that rows are labelled for; absent for none. */
  category: Type.Optional(Type.String()),
  /** Score from which a row matches, by category; absent is the usual guideline. */
  lines: Type.Optional(recordOf(Type.Number())),
  /** By score, which filter it is of; absent for scores that follow labels. */
  judged: Type.Optional(recordOf(judgedSchema)),
  /** Ids of filters that shall not score the rows. */
  excluded: Type.Optional(Type.Array(Type.String())),
  /** By score, the value in the column of correct answers that it means; absent follows the likeliest. */
  meanings: Type.Optional(recordOf(Type.String())),
});
/** How a person looks at one collection; kept with the workspace, each change one step of undo. */
export type Look = Saved<typeof lookSchema>;

export const FIRST_LOOK: Look = { lens: "rows", restrictions: [], sort: null, heat: "lift" };

/**
 * What the heat of rows is compared with: the rest of the collection, or texts on any subject where no row is left out.
 */
export const groundOf = ({ heat, restrictions }: Look): "none" | "rest" | "ordinary" => {
  if (heat === "count") return "none";
  return restrictions.length === 0 ? "ordinary" : "rest";
};

/** The same look once the labels and the score of a category have another name. */
export function withRenamedCategory(look: Look, from: string, to: string): Look {
  const renamed = (name: string) => (name === from ? to : name);
  const named = (each: Restriction): Restriction => {
    if (each.kind === "label") return { ...each, filter: renamed(each.filter) };
    return each.kind === "score" ? { ...each, score: renamed(each.score) } : each;
  };
  const field = <F extends Field>(own: F) =>
    "score" in own ? { ...own, score: renamed(own.score) } : own;
  const { restrictions, sort, difference, colour, category } = look;
  return {
    ...look,
    restrictions: restrictions.map(named),
    sort: sort && { ...sort, field: field(sort.field) },
    ...(difference && {
      difference: { a: difference.a?.map(named) ?? null, b: difference.b?.map(named) ?? null },
    }),
    ...(colour && { colour: field(colour) }),
    ...(category !== undefined && { category: renamed(category) }),
    ...byScore(look, (entries) => entries.map(([name, own]) => [renamed(name), own])),
  };
}

/** What is kept by the name of a score, changed entry by entry. */
function byScore(
  { lines, judged, meanings }: Look,
  change: <T>(entries: readonly (readonly [string, T])[]) => readonly (readonly [string, T])[],
) {
  const changed = <T>(record: { readonly [score: string]: T }) =>
    Object.fromEntries(change(Object.entries(record)));
  return {
    ...(lines && { lines: changed(lines) }),
    ...(judged && { judged: changed(judged) }),
    ...(meanings && { meanings: changed(meanings) }),
  };
}

/** The same look where nothing asks for a score any more. */
export function withoutScore(look: Look, score: string): Look {
  const isOther = (each: Restriction) => each.kind !== "score" || each.score !== score;
  const isOf = (field: Field | null | undefined) =>
    field !== null && field !== undefined && "score" in field && field.score === score;
  const { restrictions, sort, difference, colour, ...rest } = look;
  return {
    ...rest,
    restrictions: restrictions.filter(isOther),
    sort: isOf(sort?.field) ? null : sort,
    ...(difference && {
      difference: {
        a: difference.a?.filter(isOther) ?? null,
        b: difference.b?.filter(isOther) ?? null,
      },
    }),
    ...(colour === undefined || isOf(colour) ? {} : { colour }),
    ...byScore(look, (entries) => entries.filter(([name]) => name !== score)),
  };
}

export const looksSchema = Type.Object({
  /** "" for none. */
  open: Type.String(),
  looks: recordOf(lookSchema),
});
/** The open collection, and how each was looked at last. */
export type Looks = Saved<typeof looksSchema>;

export const NO_LOOKS: Looks = { open: "", looks: {} };

export const lookAt = ({ looks }: Looks, collection: string): Look =>
  Object.hasOwn(looks, collection) ? (looks[collection] ?? FIRST_LOOK) : FIRST_LOOK;
