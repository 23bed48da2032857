import { type Static, type TProperties, Type } from "#typebox";
import type { Output } from "../../api/client-types.ts";
import {
  type CollectionQuery,
  collectionQuery,
  LABEL_STATES,
  type Predicate,
} from "../../api/schema/collection-types.ts";
import { oneOf } from "../../api/schema/replies.ts";
import { checkShape } from "../../api/validate.ts";
import { checkColumns } from "../../collection/port/check-selection.ts";
import type { CollectionInfo } from "../../collection/port/store.ts";
import { badInput, unknownCollection } from "../../errors.ts";
import { aboutField, aboutRows } from "./caller-fields.ts";
import { flag, list, number, only, optional, text, texts, whole } from "./fields.ts";
import { ownFilter } from "./own-filters.ts";
import type { Question } from "./tool.ts";

const valued = (description: string) =>
  Type.Unsafe<string | number>({ type: ["string", "number"], description });
const name = (description: string) => optional(text(description, { minLength: 1 }));
const MOST_IDS = { minItems: 1, maxItems: 1000 };
const SEEDS = { minimum: 0, maximum: 2 ** 32 - 1 };

/** One condition as models write it: flat, since many clients cannot read a schema that contains itself. */
const condition = only(
  {
    column: optional(text("Name of a column to test.")),
    score: optional(text("Name of a saved score to test.")),
    label: optional(text("Name of a filter whose labels to test, with is.")),
    equals: optional(valued("The value, whatever its case.")),
    in: optional(list(valued("A value."), "One of these values.", MOST_IDS)),
    contains: optional(text("Letters within a text, whatever their case.")),
    from: optional(valued("Least value, included.")),
    to: optional(valued("Greatest value, included.")),
    below: optional(valued("Upper limit, not included.")),
    missing: optional(flag("Whether there is no value.")),
    is: optional(oneOf(LABEL_STATES, { description: "State of the label." })),
    by: name("Whose labels, as rows name the author; with label."),
    not: optional(flag("The opposite of the condition.")),
  },
  "A column, score or label with one test: equals, in, contains, missing, or from, to (included) and below (not). Dates are YYYY-MM-DD.",
);

/** Which rows of a collection. */
export const ROW_FIELDS = {
  like: name("Closest in meaning first: a term, an expression or any text."),
  filter: optional(
    text(
      "Instead of like: rows that belong by a filter of the person, named as describe lists it, the surest first; with least 0 all that are close at all.",
      { minLength: 1, maxLength: 1000 },
    ),
  ),
  least: optional(
    number("Least closeness (cosine); with like, or instead of the filter's threshold.", {
      minimum: 0,
      maximum: 1,
    }),
  ),
  words: name('Exact words, all of them; "a phrase" in quotes, -word without it.'),
  where: optional(list(condition, "All of these hold, or one with any.", { maxItems: 100 })),
  any: optional(flag("One condition of where is enough (false).")),
  ids: optional(texts("Rows by their ids.", MOST_IDS)),
  sample: optional(
    only(
      {
        rows: whole("How many.", { ...SEEDS, minimum: 1 }),
        seed: optional(whole("Any number (1).", SEEDS)),
      },
      "So many of these rows, randomly sampled; the same seed takes the same rows.",
    ),
  ),
} satisfies TProperties;

/** The fields of `ROW_FIELDS` as an object of their own. */
export const someRows = only(ROW_FIELDS, "Which rows; all of them where it is empty.");
type SomeRows = Static<typeof someRows>;

export const COLLECTION = text("Name of the collection, as describe lists it.", { minLength: 1 });

/** The query that answers repeat, so that it can be asked again. */
export const usedQuery = Type.Unsafe<object>({
  type: "object",
  additionalProperties: true,
  description:
    "The query as the endpoint collection-query takes it; the name of a filter stands for its cells.",
});

const LONGEST_QUERY = 1500;

/** What to ask for, and how answers repeat it. */
export interface AskedRows {
  readonly query: CollectionQuery;
  readonly shown: object;
}

/**
 * @param within the field that the rows are described in, with a dot, for errors
 * @throws not-found for the name of a filter that there is none of, bad-input and unknown-column for what does not fit
 */
export function rowsFor(
  question: Question,
  info: ReadyCollection,
  given: SomeRows,
  within = "",
): Promise<AskedRows> {
  return askedRows(question, info, given).catch((cause: unknown) => {
    throw aboutRows(cause, within);
  });
}

async function askedRows(
  question: Question,
  info: ReadyCollection,
  { filter, ...given }: SomeRows,
): Promise<AskedRows> {
  const { retina } = info;
  const query = queryOf(given);
  // With a filter, its cells are what rows are like.
  checkShape(collectionQuery, filter === undefined ? query : { ...query, like: filter });
  // An endpoint would check it, too, but does not know in which field of the caller it was.
  if (query.where !== undefined) checkColumns(query.where, "where", info as CollectionInfo);
  if (filter === undefined) return { query, shown: repeated(query) };
  if (given.like !== undefined)
    throw badInput("filter", "Give either “like” or “filter”, not both.");
  const own = ownFilter(question, { name: filter, retina });
  const {
    filter: found,
    report,
    threshold,
  } = await own.catch((cause: unknown) => {
    throw aboutField(cause, "filter");
  });
  const { positions } = report;
  const least = given.least ?? Math.max(0, threshold);
  return {
    query: { ...query, like: { positions }, least },
    shown: repeated({ ...query, like: `filter ${found.name}`, least }),
  };
}

/** A long text or list is not repeated: its sender has it. */
function repeated(query: CollectionQuery): object {
  const { length } = JSON.stringify(query);
  return length <= LONGEST_QUERY ? query : { tooLongToRepeat: `${length} characters` };
}

function queryOf({ where = [], any = false, sample, ...given }: SomeRows): CollectionQuery {
  const tests = where.map((test, i) => predicateOf(test, `where[${i}]`));
  const { like, least, words, ids } = given;
  const plain = Object.entries({ like, least, words, ids });
  return {
    ...Object.fromEntries(plain.filter(([, value]) => value !== undefined)),
    ...(tests.length === 0 ? {} : { where: any ? { or: tests } : { and: tests } }),
    ...(sample === undefined ? {} : { sample: { rows: sample.rows, seed: sample.seed ?? 1 } }),
  };
}

/** @throws bad-input for a condition without a test, or of nothing */
function predicateOf({ not, ...test }: Static<typeof condition>, field: string): Predicate {
  const { column, score, label, by: _, ...tests } = test;
  const subjects = [column, score, label].filter((each) => each !== undefined);
  if (subjects.length !== 1 || Object.keys(tests).length === 0)
    throw badInput(
      field,
      `“${field}” needs one column, score or label, and one test of it: equals, in, contains, missing, is, or from, to, below.`,
    );
  return not === true ? { not: test as Predicate } : (test as Predicate);
}

type Listed = Output<"app.collections">["collections"][number];
export type ReadyCollection = Extract<Listed, { state: "ready" }>;

/** @throws unknown-collection; conflict with the reason where it cannot be asked now */
export async function collectionOf(question: Question, name: string): Promise<ReadyCollection> {
  const { collections } = await question.ask("app.collections", {});
  const found = collections.find((each) => each.name === name);
  if (found === undefined)
    throw unknownCollection(
      name,
      collections.map((each) => each.name),
    );
  if (found.state === "ready") return found;
  // The endpoint words why it cannot be asked.
  await question.ask("app.collectionQuery", { name, limit: 1 });
  return collectionOf(question, name);
}
