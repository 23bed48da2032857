import { type Static, Type } from "#typebox";
import type { Output } from "../../api/client-types.ts";
import { flag, items, number, only, optional, orNull, text } from "./fields.ts";
import { cut, fitting } from "./write-answer.ts";

const cell = Type.Unsafe<string | number | string[]>({
  anyOf: [{ type: "string" }, { type: "number" }, { type: "array", items: { type: "string" } }],
});

/** A row as tools list it. */
export const listedRow = only({
  id: text("What ids takes."),
  text: text("The text, or its beginning."),
  isCut: flag("The text is longer; search by ids with more characters."),
  closeness: orNull(Type.Number(), "Cosine with what was looked for; null without that."),
  values: Type.Record(Type.String(), cell, {
    description: "By column, long ones cut; missing values and the last of very many are left out.",
  }),
  labels: items("Labels of the row.", {
    filter: text("Name of the filter."),
    belongs: flag("Whether the row belongs."),
    author: optional(text("Absent for the person's own.")),
  }),
  scores: items("Saved scores of the row.", {
    name: text("Name of the filter."),
    score: number("Similarity to it, 0 to 1."),
  }),
});

const LONGEST_VALUE = 200;
const LONGEST_LIST = 20;
/** Characters of JSON. */
const MOST_VALUES = 4000;
const MOST_MARKS = 20;

export function listRow(
  row: Output<"app.collectionQuery">["rows"][number],
  columns: readonly { readonly name: string }[],
  characters: number,
): Static<typeof listedRow> {
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
