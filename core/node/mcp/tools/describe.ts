import { Type } from "#typebox";
import type { Output } from "../../../api/client-types.ts";
import { COLUMN_TYPES } from "../../../api/schema/collection-types.ts";
import { nullable, oneOf } from "../../../api/schema/replies.ts";
import { only, optional, retinaUsed } from "../fields.ts";
import { defineTool, type Question } from "../tool.ts";
import type { ReadyCollection } from "../which-rows.ts";
import { cut, fitting, lines, missing } from "../words.ts";

const ABOUT = `A retina is a map of 128 x 128 cells on which related meanings lie close together; its edges wrap round.
A fingerprint is the set of cells that a term or text sets, about 2% of the map for a term.
Two things are alike as far as they share cells; compare says how much of that is chance.
Cells are numbered 128 * row + column. Regions of the map have names, at four levels.
Expressions combine fingerprints: jaguar - car (without), war & sea (in both), poet + singer (in either).
A collection is a table of texts, each row with its fingerprint; rows are found by meaning, words, columns and dates.
Closeness is the cosine of two fingerprints, 0 to 1.
A filter is a fingerprint made of example texts; a label says that a row belongs to it, or does not.
Everything is computed on this machine, exactly: the same question has the same answer.
Say in answers which retina, query and rows they rest on; every tool reports these.`;

const collection = only({
  name: Type.String({ description: "What other tools take as collection." }),
  state: Type.String({ description: "ready, or why it cannot be asked now." }),
  rows: Type.Integer({ minimum: 0, description: "Texts in it." }),
  withoutCells: Type.Integer({ minimum: 0, description: "Rows without a known word." }),
  retina: optional(retinaUsed),
  created: optional(Type.String({ description: "When it was made." })),
  columns: Type.Array(
    only({
      name: Type.String({ description: "Its name." }),
      type: oneOf(COLUMN_TYPES, { description: "What it holds." }),
    }),
    { description: "What where, sort and columns can name." },
  ),
  roles: Type.Record(Type.String(), Type.Unknown(), {
    description: "Which column holds the title, date or category.",
  }),
  dates: optional(
    only(
      {
        column: Type.String({ description: "The column of dates." }),
        first: Type.String({ description: "Earliest day." }),
        last: Type.String({ description: "Latest day." }),
        missing: Type.Integer({ description: "Rows without a date." }),
      },
      "Of a collection that is asked for by its name.",
    ),
  ),
  labels: Type.Array(
    only({
      filter: Type.String({ description: "Name of the filter." }),
      belongs: Type.Integer({ description: "Rows labelled as belonging." }),
      not: Type.Integer({ description: "Rows labelled as not belonging." }),
      authors: Type.Array(
        only({
          author: Type.String({ description: "Name of the author." }),
          rows: Type.Integer({ description: "Rows labelled." }),
        }),
        { description: "Who gave some of them beside the person." },
      ),
    }),
    { description: "Labels by filter." },
  ),
  scores: Type.Array(Type.String(), { description: "Names of saved scores." }),
});

const filter = only({
  name: Type.String({ description: "What search and filter take." }),
  use: Type.String({ description: "What it is meant for; empty where nobody said." }),
  belong: Type.Integer({ description: "Texts that belong and have a say." }),
  not: Type.Integer({ description: "Texts that do not belong and have a say." }),
  retina: nullable(Type.String(), {
    description: "On whose map it was changed or made; null where any will do.",
  }),
  collection: nullable(Type.String(), { description: "The collection that it is for." }),
  version: Type.Integer({ description: "Rises with each saved version." }),
  changed: Type.String({ description: "When it was changed last." }),
  canScore: Type.Boolean({ description: "It has a text that belongs: search and filter take it." }),
});

const LONGEST_DESCRIPTION = 300;

export const describe = defineTool({
  name: "describe",
  title: "What is there",
  description:
    "Start here: the installed retinas (maps of meaning), the collections of texts with columns, rows, dates, labels and scores, the filters of the person, and in ten lines what a fingerprint is.",
  input: {
    collection: optional(
      Type.String({
        minLength: 1,
        description: "Only this collection, with the first and last of its dates.",
      }),
    ),
  },
  output: {
    about: Type.String({ description: "What the words of these answers mean." }),
    retinas: Type.Array(
      only({
        name: Type.String({ description: "What other tools take as retina." }),
        checksum: Type.String({ description: "The same for the same map." }),
        language: Type.String({ description: "English name of its language." }),
        terms: Type.Integer({ minimum: 0, description: "Words and phrases it knows." }),
        description: Type.String({ description: "What it was made of and for." }),
        isDefault: Type.Boolean({ description: "It is used where no retina is named." }),
      }),
      { description: "Installed maps of meaning." },
    ),
    collections: Type.Array(collection, { description: "Tables of texts." }),
    filters: Type.Array(filter, { description: "The person's category filters." }),
  },
  async run({ collection: wanted }, question) {
    const cards = await question.ask("app.retinaCards", {});
    const { collections: all } = await question.ask("app.collections", {});
    // A name that there is none of is refused by the endpoint, which names those that are there.
    if (wanted !== undefined && !all.some(({ name }) => name === wanted))
      await question.ask("app.collectionQuery", { name: wanted, limit: 1 });
    const asked = all.filter(({ name }) => wanted === undefined || name === wanted);
    // Dates are in the rows: reading those of all collections would keep an assistant waiting for seconds.
    const described = [];
    for (const each of asked)
      described.push(
        each.state === "ready"
          ? describeReady(each, wanted === undefined ? undefined : await datesOf(question, each))
          : unavailable(each),
      );
    const collections = fitting(described, 9000);
    const retinas = cards
      .filter(({ state }) => state === "ready")
      .map(({ name, checksum, language, terms, description, isDefault }) => {
        const text = cut(description, LONGEST_DESCRIPTION);
        return { name, checksum, language, terms, description: text, isDefault };
      });
    const how = "ask for one by its name";
    const { filters: own, problem } = await question.ask("app.filters", {});
    const listed = own.filter(({ name }) => name.length <= LONGEST_NAME);
    const filters = fitting(listed.map(filterOf), 2500);
    const rest = lines(
      missing(collections.length, described.length, "collections", how),
      missing(filters.length, own.length, "filters", "search and filter take every name"),
      problem,
    );
    return {
      text: [
        wanted === undefined && ABOUT,
        `Retinas: ${retinas.map(({ name, terms }) => `${name} (${terms} terms)`).join(", ") || "none"}.`,
        collections.length === 0
          ? "There is no collection yet: semascope collection sample makes one."
          : "Collections:",
        ...collections.map(inOneLine),
        filters.length > 0 &&
          `The person's filters, which search and filter take by name: ${filters.map(filterInWords).join("; ")}.`,
      ],
      data: { about: ABOUT, retinas: fitting(retinas, 3000), collections, filters },
      leftOut: rest || null,
    };
  },
});

const inOneLine = ({ name, state, rows, columns, dates, labels }: Described) =>
  state === "ready"
    ? `- ${name}: ${rows} rows; columns ${columns.map((each) => `${each.name} (${each.type})`).join(", ") || "none"}${
        dates === undefined ? "" : `; ${dates.column} from ${dates.first} to ${dates.last}`
      }${labels.length === 0 ? "" : `; labels for ${labels.map(({ filter }) => filter).join(", ")}`}`
    : `- ${name}: ${state}`;

const LONGEST_NAME = 200;
const LONGEST_USE = 200;

const filterOf = ({ use, ...each }: Output<"app.filters">["filters"][number]) => ({
  ...each,
  use: cut(use, LONGEST_USE),
  canScore: each.belong > 0,
});

const filterInWords = ({ name, belong, not }: ReturnType<typeof filterOf>) =>
  belong === 0 ? `${name} (no example yet)` : `${name} (${belong} belong, ${not} do not)`;

type Described = ReturnType<typeof describeReady>;
type Dates = Awaited<ReturnType<typeof datesOf>>;

function describeReady(info: ReadyCollection, dates: Dates) {
  const { name, rows, withoutCells, retina, created, columns, roles, labels, scores } = info;
  return {
    name,
    state: "ready",
    rows,
    withoutCells,
    retina,
    created,
    columns: fitting(columns, 3000),
    roles,
    labels: fitting(labels, 1500),
    scores: fitting(scores, 1000),
    ...(dates === undefined ? {} : { dates }),
  };
}

/** From the first day of the first step to the first day of the last one. */
async function datesOf(question: Question, { name, roles: { date } }: ReadyCollection) {
  if (date === undefined) return undefined;
  const asked = { name, column: date, unit: "day" } as const;
  const { steps, missing: without } = await question.ask("app.collectionTimeline", asked);
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return { column: date, first: first.start, last: last.start, missing: without };
}

type Unavailable = Exclude<Output<"app.collections">["collections"][number], ReadyCollection>;

const unavailable = ({ name, reason }: Unavailable): Described =>
  ({
    name,
    state: reason,
    rows: 0,
    withoutCells: 0,
    columns: [],
    roles: {},
    labels: [],
    scores: [],
  }) as unknown as Described;
