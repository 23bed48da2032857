import { Type } from "#typebox";
import type { Output } from "../../../api/client-types.ts";
import { type CollectionQuery, TIME_UNITS } from "../../../api/schema/collection-types.ts";
import { nullable, oneOf } from "../../../api/schema/replies.ts";
import { atMost, collectionUsed, only, optional, retinaUsed } from "../fields.ts";
import { defineTool, type Question } from "../tool.ts";
import {
  COLLECTION,
  collectionOf,
  type ReadyCollection,
  ROW_FIELDS,
  rowsFor,
  usedQuery,
} from "../which-rows.ts";
import { cut, fitting, lines, missing, oneLine, rounded } from "../words.ts";
import { percent } from "./explore.ts";

const facet = only({
  column: Type.String({ description: "Name of the column." }),
  values: Type.Array(
    only({
      value: Type.String({ description: "The value." }),
      rows: Type.Integer({ description: "Rows that have it." }),
    }),
    { description: "Most frequent first." },
  ),
  others: Type.Integer({ description: "Rows of values that are not listed." }),
  missing: Type.Integer({ description: "Rows without a value." }),
});

const VALUES = 10;
const EXAMPLE = 160;
const USUAL_FACETS = 2;

export const summarise = defineTool({
  name: "summarise",
  fields: { "": "like", column: "columns" },
  title: "What rows are about",
  description:
    "Topics with words and example rows, a timeline, and the values of columns, of all rows that a query selects. Every row counts; nothing is sampled.",
  input: {
    collection: COLLECTION,
    ...ROW_FIELDS,
    level: optional(
      Type.Integer({ minimum: 0, maximum: 3, description: "0 wide topics to 3 narrow ones (1)." }),
    ),
    limit: atMost(10, 30, "Topics to list"),
    columns: optional(
      Type.Array(Type.String(), {
        maxItems: 5,
        description: "Columns whose values are counted (the category, or the first two of texts).",
      }),
    ),
    unit: optional(oneOf(TIME_UNITS, { description: "Of the timeline; what suits, if left out." })),
  },
  output: {
    collection: collectionUsed,
    retina: retinaUsed,
    query: usedQuery,
    rows: Type.Integer({ minimum: 0, description: "Rows that the query selects." }),
    topics: Type.Array(
      only({
        topic: Type.String({ description: "Its name." }),
        rows: Type.Integer({ description: "Rows about it." }),
        share: Type.Number({ description: "Of these rows; a row may have several topics." }),
        words: Type.Array(Type.String(), { description: "Words typical of it." }),
        examples: Type.Array(
          only({
            id: Type.String({ description: "Id of the row." }),
            text: Type.String({ description: "Its first words." }),
          }),
          { description: "Rows about it." },
        ),
      }),
      { description: "What the rows are about, largest first." },
    ),
    timeline: nullable(
      only({
        column: Type.String({ description: "The column of dates." }),
        unit: Type.String({ description: "Length of a step." }),
        steps: Type.Array(
          only({
            start: Type.String({ description: "First day of the step." }),
            rows: Type.Integer({ description: "Rows in it." }),
          }),
          { description: "Steps that have rows." },
        ),
        missing: Type.Integer({ description: "Rows without a date." }),
      }),
      { description: "Rows over time; null without a column of dates." },
    ),
    facets: Type.Array(facet, { description: "Values of columns." }),
  },
  async run({ level = 1, limit = 10, columns, unit, ...given }, question) {
    const { collection: name } = given;
    const info = await collectionOf(question, name);
    const { query, shown } = await rowsFor(question, info, given);
    const asked = { name, query };
    const found = await question.ask(
      "app.collectionTopics",
      { ...asked, level, limit },
      "finding topics",
    );
    const { timeline, steps } = await timelineOf(question, info, { ...asked, unit });
    const facets = [];
    for (const column of columns ?? usualColumns(info))
      facets.push(await facetOf(question, { ...asked, column }));
    const topics = fitting(found.topics.map(topicOf), 6000);
    const rest = restOf(
      [topics.length, found.topics.length, limit],
      [timeline?.steps.length ?? 0, steps],
    );
    return {
      text: [
        `${found.rows} of ${info.rows} rows of ${name}.`,
        ...topics.map(
          ({ topic, rows, share, words }) =>
            `- ${topic}: ${rows} rows (${percent(share)}); ${words.join(", ")}`,
        ),
        timeline !== null &&
          `By ${timeline.unit}: ${oneLine(timeline.steps.map(({ start, rows }) => `${start} ${rows}`).join(", "), 1500)}.`,
        ...facets.map(
          ({ column, values }) =>
            `${column}: ${oneLine(values.map(({ value, rows }) => `${value} ${rows}`).join(", "), 500)}.`,
        ),
      ],
      data: {
        collection: name,
        retina: info.retina,
        query: shown,
        rows: found.rows,
        topics,
        timeline,
        facets,
      },
      leftOut: rest,
    };
  },
});

type Topics = Output<"app.collectionTopics">;

const topicOf = ({ name, place, words, rows, share, examples }: Topics["topics"][number]) => ({
  topic: name ?? place,
  rows,
  share: rounded(share),
  words,
  examples: examples.slice(0, 2).map(({ id, text }) => ({ id, text: oneLine(text, EXAMPLE) })),
});

const MOST_STEPS = 60;

interface Asked {
  readonly name: string;
  readonly query: CollectionQuery;
}

/** The last steps where there are many. */
async function timelineOf(
  question: Question,
  { roles }: ReadyCollection,
  { unit, ...asked }: Asked & { readonly unit: (typeof TIME_UNITS)[number] | undefined },
) {
  if (roles.date === undefined) return { timeline: null, steps: 0 };
  const all = { ...asked, ...(unit === undefined ? {} : { unit }) };
  const found = await question.ask("app.collectionTimeline", all, "counting over time");
  const timeline = { ...found, steps: found.steps.slice(-MOST_STEPS) };
  return { timeline, steps: found.steps.length };
}

const usualColumns = ({ roles, columns }: ReadyCollection) =>
  roles.category !== undefined
    ? [roles.category]
    : columns
        .filter(({ type }) => type === "text" || type === "list")
        .slice(0, USUAL_FACETS)
        .map(({ name }) => name);

async function facetOf(question: Question, asked: Asked & { readonly column: string }) {
  const found = await question.ask(
    "app.collectionFacet",
    { ...asked, limit: VALUES },
    `counting ${asked.column}`,
  );
  const values = found.values.map(({ value, rows }) => ({ value: cut(value, 60), rows }));
  return { column: asked.column, ...found, values };
}

function restOf(listed: readonly [number, number, number], steps: readonly [number, number]) {
  const [topics, found, limit] = listed;
  return (
    lines(
      missing(topics, found, "topics", "ask with a smaller limit, or restrict the rows"),
      topics === limit && "There may be further topics; ask with a larger limit.",
      missing(...steps, "steps of the timeline", "ask with a longer unit, or restrict the dates"),
    ) || null
  );
}
