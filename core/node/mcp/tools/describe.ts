import { Type } from "#typebox";
import type { Output } from "../../../api/client-types.ts";
import { COLUMN_TYPES } from "../../../api/schema/collection-types.ts";
import { nullable, oneOf } from "../../../api/schema/replies.ts";
import { only, optional, retinaUsed } from "../fields.ts";
import { defineTool, type Question } from "../tool.ts";
import { COLLECTION, type ReadyCollection } from "../which-rows.ts";
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
  name: Type.String(),
  state: Type.String({ description: "ready, or why it cannot be asked now." }),
  rows: Type.Integer({ minimum: 0 }),
  withoutCells: Type.Integer({ minimum: 0, description: "Rows without a known word." }),
  retina: optional(retinaUsed),
  created: optional(Type.String()),
  columns: Type.Array(only({ name: Type.String(), type: oneOf(COLUMN_TYPES) })),
  roles: Type.Record(Type.String(), Type.Unknown(), {
    description: "Which column holds the title, date or category.",
  }),
  dates: optional(
    only({
      column: Type.String(),
      first: Type.String(),
      last: Type.String(),
      missing: Type.Integer(),
    }),
  ),
  labels: Type.Array(
    only({
      filter: Type.String(),
      belongs: Type.Integer(),
      not: Type.Integer(),
      authors: Type.Array(only({ author: Type.String(), rows: Type.Integer() }), {
        description: "Who gave some of them beside the person.",
      }),
    }),
  ),
  scores: Type.Array(Type.String()),
});

const filter = only({
  name: Type.String(),
  use: Type.String({ description: "What it is meant for; empty where nobody said." }),
  belong: Type.Integer({ description: "Texts that belong and have a say." }),
  not: Type.Integer(),
  retina: nullable(
    Type.String({ description: "On whose map it was changed or made; null where any will do." }),
  ),
  collection: nullable(Type.String({ description: "The collection that it is for." })),
  version: Type.Integer(),
  changed: Type.String(),
  canScore: Type.Boolean({ description: "It has a text that belongs: search and filter take it." }),
});

const LONGEST_DESCRIPTION = 300;

export const describe = defineTool({
  name: "describe",
  title: "What is there",
  description:
    "Start here: the installed retinas (maps of meaning), the collections of texts with columns, rows, dates, labels and scores, the filters of the person, and in ten lines what a fingerprint is.",
  input: { collection: optional(COLLECTION) },
  output: {
    about: Type.String(),
    retinas: Type.Array(
      only({
        name: Type.String(),
        checksum: Type.String(),
        language: Type.String(),
        terms: Type.Integer({ minimum: 0 }),
        description: Type.String(),
        isDefault: Type.Boolean(),
      }),
    ),
    collections: Type.Array(collection),
    filters: Type.Array(filter, { description: "The person's category filters." }),
  },
  async run({ collection: wanted }, question) {
    const cards = await question.ask("app.retinaCards", {});
    const { collections: all } = await question.ask("app.collections", {});
    // A name that there is none of is refused by the endpoint, which names those that are there.
    if (wanted !== undefined && !all.some(({ name }) => name === wanted))
      await question.ask("app.collectionQuery", { name: wanted, limit: 1 });
    const asked = all.filter(({ name }) => wanted === undefined || name === wanted);
    const described = [];
    for (const each of asked)
      described.push(
        each.state === "ready" ? await describeReady(question, each) : unavailable(each),
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

type Described = Awaited<ReturnType<typeof describeReady>>;

async function describeReady(question: Question, info: ReadyCollection) {
  const { name, rows, withoutCells, retina, created, columns, roles, labels, scores } = info;
  const dates = await datesOf(question, info);
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
