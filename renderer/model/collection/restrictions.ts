import { Type } from "#typebox";
import {
  type CollectionQuery,
  LABEL_STATES,
  type LabelState,
  type Predicate,
  type Range,
} from "../../../core/api/schema/collection-types.ts";
import { positionsSchema } from "../../../core/workspace/cells.ts";
import { oneOf, type Saved } from "../../../core/workspace/fit.ts";
import { expressionSchema } from "../expression-schema.ts";
import { formatNumber } from "../format.ts";
import { plainLanguageName } from "../language-name.ts";

const text = Type.String();
const limit = Type.Optional(Type.Union([text, Type.Number()]));
const range = Type.Object({ from: limit, to: limit, below: limit });
const number = Type.Optional(Type.Number());
const scores = Type.Object({ from: number, to: number, below: number });
const kind = <const K extends string>(name: K) => Type.Literal(name);

export const restrictionSchema = Type.Union([
  /** Rows by closeness; `least` leaves out those that are further away. */
  Type.Object({
    kind: kind("like"),
    expression: expressionSchema,
    label: text,
    least: Type.Optional(Type.Number()),
  }),
  Type.Object({ kind: kind("words"), words: text }),
  /** One of these values in a column; `null` stands for a missing one. */
  Type.Object({
    kind: kind("values"),
    column: text,
    values: Type.Array(text),
    /** Every row but those. */
    isNot: Type.Optional(Type.Boolean()),
    /** The column holds numbers, which stand for names. */
    areNumbers: Type.Optional(Type.Boolean()),
    /** The column says the language: its codes are called by their names. */
    areLanguages: Type.Optional(Type.Boolean()),
  }),
  Type.Object({ kind: kind("missing"), column: text }),
  /** `label` is for people, where the limits are no good to read. */
  Type.Object({ kind: kind("range"), column: text, range, label: Type.Optional(text) }),
  Type.Object({
    kind: kind("region"),
    positions: positionsSchema,
    share: Type.Number(),
    label: text,
  }),
  Type.Object({ kind: kind("label"), filter: text, is: oneOf(LABEL_STATES) }),
  /** Labelled one way or the other, by somebody else than the person. */
  Type.Object({ kind: kind("author"), filter: text, author: text }),
  Type.Object({ kind: kind("score"), score: text, range: scores }),
  Type.Object({ kind: kind("rows"), ids: Type.Array(text), label: text }),
]);
/** One way in which a person restricts a collection: a chip. All of them restrict together. */
export type Restriction = Saved<typeof restrictionSchema>;

type Values = Extract<Restriction, { readonly kind: "values" }>;
/** What the values of a column stand for; texts where it says nothing. */
export type ValueKind = Pick<Values, "areNumbers" | "areLanguages">;

/** What a restriction is about. There is one of each: another takes its place. */
export function slotOf(restriction: Restriction): string {
  switch (restriction.kind) {
    case "values":
    case "missing":
      return `values ${restriction.column}`;
    case "range":
      return `range ${restriction.column}`;
    case "label":
    case "author":
      return `label ${restriction.filter}`;
    case "score":
      return `score ${restriction.score}`;
    default:
      return restriction.kind;
  }
}

/** The list with one more, in the place of the one about the same, if there is one. */
export function withRestriction(
  list: readonly Restriction[],
  added: Restriction,
): readonly Restriction[] {
  const slot = slotOf(added);
  const place = list.findIndex((each) => slotOf(each) === slot);
  return place < 0 ? [...list, added] : list.with(place, added);
}

export const withoutSlot = (list: readonly Restriction[], slot: string): readonly Restriction[] =>
  list.some((each) => slotOf(each) === slot) ? list.filter((each) => slotOf(each) !== slot) : list;

/** What the list asks of the service; an empty list is all rows. */
export function queryOf(list: readonly Restriction[]): CollectionQuery {
  const where = joined(list.flatMap(columnTest));
  const labels = joined(list.flatMap(labelTest));
  return {
    ...Object.assign({}, ...list.map(ownMembers)),
    ...(where === undefined ? {} : { where }),
    ...(labels === undefined ? {} : { labels }),
  };
}

function ownMembers(each: Restriction): CollectionQuery {
  switch (each.kind) {
    case "like":
      return {
        like: each.expression,
        ...(each.least === undefined ? {} : { least: each.least }),
      };
    case "words":
      return { words: each.words };
    case "region":
      return { region: { positions: each.positions, share: each.share } };
    case "rows":
      return { ids: each.ids };
    default:
      return {};
  }
}

function columnTest(each: Restriction): Predicate[] {
  if (each.kind === "values") {
    const values = each.areNumbers ? each.values.map(Number) : each.values;
    const test = { column: each.column, in: values };
    return [each.isNot ? { not: test } : test];
  }
  if (each.kind === "missing") return [{ column: each.column, missing: true }];
  if (each.kind === "range") return [{ column: each.column, ...each.range }];
  return [];
}

function labelTest(each: Restriction): Predicate[] {
  if (each.kind === "label") return [{ label: each.filter, is: each.is }];
  if (each.kind === "author")
    return [{ not: { label: each.filter, is: "unlabelled", by: each.author } }];
  if (each.kind === "score") return [{ score: each.score, ...each.range }];
  return [];
}

const joined = (tests: readonly Predicate[]): Predicate | undefined =>
  tests.length > 1 ? { and: tests } : tests[0];

const LABELS: Readonly<Record<LabelState, string>> = {
  belongs: "matches",
  not: "does not match",
  unlabelled: "not labelled",
};

/** What its chip says. */
export function chipText(each: Restriction): string {
  switch (each.kind) {
    case "like":
      return `like ${each.label}${each.least === undefined ? "" : `, from ${each.least}`}`;
    case "words":
      return `words: ${each.words}`;
    case "values":
      return `${each.column}: ${each.isNot ? "not " : ""}${namesOf(each).join(" or ")}`;
    case "missing":
      return `${each.column}: missing`;
    case "range":
      return `${each.column}: ${each.label ?? rangeText(each.range)}`;
    case "region":
      return `in ${each.label}`;
    case "label":
      return `${each.filter}: ${LABELS[each.is]}`;
    case "author":
      return `${each.filter}: labelled by ${each.author}`;
    case "score":
      return `score ${each.score}: ${rangeText(each.range, SCORE_DIGITS)}`;
    case "rows":
      return each.label;
  }
}

const namesOf = ({ values, areLanguages }: Values): readonly string[] =>
  areLanguages ? values.map(plainLanguageName) : values;

const SCORE_DIGITS = 3;

function rangeText(range: Range, digits?: number): string {
  const [from, to, below] = [range.from, range.to, range.below].map((limit) =>
    typeof limit === "number" ? formatNumber(limit, digits) : limit,
  );
  const end = to ?? below;
  if (from === undefined) return `${to === undefined ? "below" : "up to"} ${end}`;
  return end === undefined
    ? `from ${from}`
    : `${from} to ${to === undefined ? "below " : ""}${end}`;
}

/** Switches one value of a column on or off. */
export function toggledValue(
  list: readonly Restriction[],
  column: string,
  value: string,
  kindOfValues: ValueKind = {},
): readonly Restriction[] {
  const values = chosenValues(list, column);
  const next = values.includes(value)
    ? values.filter((each) => each !== value)
    : [...values, value];
  if (next.length === 0) return withoutSlot(list, `values ${column}`);
  return withRestriction(list, {
    kind: "values",
    column,
    values: next,
    ...kindOfValues,
  });
}

export function chosenValues(list: readonly Restriction[], column: string): readonly string[] {
  const own = list.find((each) => each.kind === "values" && each.column === column);
  return own?.kind === "values" && !own.isNot ? own.values : [];
}
