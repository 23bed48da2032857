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
import { badInput, conflict, unknownCollection } from "../../errors.ts";
import type { RetinaStamp } from "../../workspace/cells.ts";
import { askReport, type RowReader } from "../../workspace/filters/ask-report.ts";
import { type Filter, isFilter } from "../../workspace/filters/filter-model.ts";
import {
  BACKDROP_QUERY,
  type Backdrop,
  backdropOf,
  collectionFor,
} from "../../workspace/filters/outlook.ts";
import { prepareFilter } from "../../workspace/filters/prepare-examples.ts";
import { scoredOf, thresholdOf } from "../../workspace/filters/scored.ts";
import {
  aboutField,
  aboutRows,
  cut,
  fitting,
  flag,
  list,
  number,
  only,
  optional,
  type Question,
  text,
  texts,
  whole,
} from "./tool.ts";

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

const LONGEST_QUERY = 1500;

/** A retina as answers name it. */
export const usedOf = ({ name, checksum }: ReadyCollection["retina"]) => ({ name, checksum });

/**
 * A collection, the query about it, and what answers repeat of both.
 * @param within the field that the rows are described in, with a dot, for errors; `field` is that of the collection
 * @throws not-found for the name of a filter that there is none of, bad-input and unknown-column for what does not fit
 */
export async function asked(
  question: Question,
  collection: string,
  rows: SomeRows,
  within = "",
  field?: string,
) {
  const info = await collectionOf(question, collection).catch((cause: unknown) => {
    throw field === undefined ? cause : aboutField(cause, field);
  });
  const { query, shown } = await rowsFor(question, info, rows).catch((cause: unknown) => {
    throw aboutRows(cause, within);
  });
  return { info, query, used: { collection, retina: usedOf(info.retina), query: shown } };
}

async function rowsFor(
  question: Question,
  info: ReadyCollection,
  { filter, ...given }: SomeRows,
): Promise<{ readonly query: CollectionQuery; readonly shown: object }> {
  const { retina } = info;
  const query = queryOf(given);
  // With a filter, its cells are what rows are like.
  checkShape(collectionQuery, filter === undefined ? query : { ...query, like: filter });
  // An endpoint would check it, too, but does not know in which field of the caller it was.
  if (query.where !== undefined) checkColumns(query.where, "where", info as CollectionInfo);
  if (filter === undefined) return { query, shown: repeated(query) };
  if (given.like !== undefined)
    throw badInput("filter", "Give either “like” or “filter”, not both.");
  const own = await ownFilter(question, { name: filter, retina }).catch((cause: unknown) => {
    throw aboutField(cause, "filter");
  });
  const { positions } = own.report;
  const least = given.least ?? Math.max(0, own.threshold);
  return {
    query: { ...query, like: { positions }, least },
    shown: repeated({ ...query, like: `filter ${own.filter.name}`, least }),
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

const LONGEST_VALUE = 200;
const LONGEST_LIST = 20;
/** Characters of JSON. */
const MOST_VALUES = 4000;
const MOST_MARKS = 20;

/** A row as tools list it: values by column, long ones cut, missing values and the last of very many left out. */
export function listRow(
  row: Output<"app.collectionQuery">["rows"][number],
  columns: readonly { readonly name: string }[],
  characters: number,
) {
  const values = fitting(
    columns.flatMap(({ name }, i) => {
      const value = row.values[i] ?? null;
      return value === null ? [] : [[name, shortened(value)] as const];
    }),
    MOST_VALUES,
  );
  return {
    id: row.id,
    text: cut(row.text, characters),
    isCut: row.text.length > characters,
    closeness: row.score,
    values: Object.fromEntries(values),
    labels: row.labels.slice(0, MOST_MARKS),
    scores: row.scores.slice(0, MOST_MARKS),
  };
}

function shortened(value: string | number | readonly string[]): string | number | string[] {
  if (typeof value === "string") return cut(value, LONGEST_VALUE);
  if (typeof value === "number") return value;
  return value.slice(0, LONGEST_LIST).map((each) => cut(each, LONGEST_VALUE));
}

/** A filter of the person, computed as the window computes it. */
export interface OwnFilter {
  readonly filter: Filter;
  readonly report: Output<"app.filterReport">;
  /** Cosine from which a row belongs. */
  readonly threshold: number;
  /** Texts that have a say. */
  readonly belong: number;
  readonly not: number;
}

type MapStamp = Pick<RetinaStamp, "name" | "checksum"> & { readonly reader?: RowReader };

/**
 * @param retina of the rows that it is for, with what has read them
 * @param share of the rows that belong, in place of what the person said of it
 * @throws not-found for a name that there is no filter of, bad-input for one without a text that belongs
 */
export async function ownFilter(
  question: Question,
  { name, retina, share }: { name: string; retina: MapStamp; share?: number | undefined },
): Promise<OwnFilter> {
  const { filter } = await question.ask("app.filter", { name });
  if (!isFilter(filter))
    throw conflict("The running service is of another version; start it again.");
  const prepared = prepareFilter(filter, await backdropFor(question, filter), share);
  const { positive, negative } = prepared;
  if (positive.length === 0)
    throw badInput("filter", `The person's filter “${filter.name}” has no text that belongs yet.`);
  const report = await askReport(
    (args) => question.ask("app.filterReport", args, "making the filter"),
    retina.name,
    prepared,
    retina.reader,
  );
  const scored = scoredOf(report, prepared);
  return {
    filter,
    report,
    threshold: thresholdOf(filter, scored, report, retina.reader !== undefined),
    belong: positive.length,
    not: negative.length,
  };
}

/** Rows of the collection that it is for. The window goes on without them, too, where it cannot be asked. */
async function backdropFor(question: Question, filter: Filter): Promise<Backdrop | null> {
  const name = collectionFor(filter);
  if (name === "") return null;
  const asked = { name, ...BACKDROP_QUERY };
  const found = await question
    .ask("app.collectionQuery", asked, "taking rows by chance")
    .catch(() => null);
  return found && backdropOf(name, found.rows);
}
