import { type Static, Type } from "#typebox";
import type { Output } from "../../api/client-types.ts";
import { nullable } from "../../api/schema/replies.ts";
import { only, optional } from "./fields.ts";
import { cut, fitting, oneLine } from "./words.ts";

const cell = Type.Unsafe<string | number | string[]>({
  anyOf: [{ type: "string" }, { type: "number" }, { type: "array", items: { type: "string" } }],
});

/** A row as tools list it. */
export const listedRow = only({
  id: Type.String({ description: "What ids takes." }),
  text: Type.String({ description: "The text, or its beginning." }),
  isCut: Type.Boolean({ description: "The text is longer; search by ids with more characters." }),
  closeness: nullable(Type.Number(), {
    description: "Cosine with what was looked for; null without that.",
  }),
  values: Type.Record(Type.String(), cell, {
    description: "By column, long ones cut; missing values and the last of very many are left out.",
  }),
  labels: Type.Array(
    only({
      filter: Type.String({ description: "Name of the filter." }),
      belongs: Type.Boolean({ description: "Whether the row belongs." }),
      author: optional(Type.String({ description: "Absent for the person's own." })),
    }),
    { description: "Labels of the row." },
  ),
  scores: Type.Array(
    only({
      name: Type.String({ description: "Name of the filter." }),
      score: Type.Number({ description: "Closeness to it, 0 to 1." }),
    }),
    { description: "Saved scores of the row." },
  ),
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

/** A row in one line for a model. */
export const rowLine = (
  { id, text, closeness }: Pick<Static<typeof listedRow>, "id" | "text" | "closeness">,
  characters: number,
): string =>
  `- ${id}${closeness === null ? "" : ` (${closeness.toFixed(3)})`}: ${oneLine(text, characters)}`;
