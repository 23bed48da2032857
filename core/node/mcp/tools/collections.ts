import { type Static, Type } from "#typebox";
import type { Output } from "../../../api/client-types.ts";
import { COLUMN_TYPES, TIME_UNITS } from "../../../api/schema/collection-types.ts";
import { oneOf } from "../../../api/schema/replies.ts";
import {
  aboutField,
  atMost,
  collectionUsed,
  count,
  cut,
  defineTool,
  fitting,
  flag,
  items,
  list,
  number,
  offset,
  oneLine,
  only,
  optional,
  orNull,
  type Question,
  retinaUsed,
  rounded,
  text,
  texts,
  whole,
} from "../tool.ts";
import {
  COLLECTION,
  collectionOf,
  listedRow,
  listRow,
  type ReadyCollection,
  ROW_FIELDS,
  rowsFor,
  someRows,
  usedQuery,
} from "../which-rows.ts";
import { againFrom } from "./meaning.ts";

const ABOUT = `A retina is a map of 128 x 128 cells on which related meanings lie close together; its edges wrap round.
A fingerprint is the set of cells that a term or text sets, about 2% of the map for a term.
Two things are alike as far as they share cells; compare tells how much of that is chance.
Cells are numbered 128 * row + column. Regions of the map have names, at four levels.
Expressions combine fingerprints: jaguar - car (without), war & sea (in both), poet + singer (in either).
A collection is a table of texts, each row with its fingerprint; rows are found by meaning, words, columns and dates.
Closeness is the cosine of two fingerprints, 0 to 1.
A filter is a fingerprint made of example texts; a label states that a row belongs to it, or does not.
Everything is computed on this machine, exactly: the same question has the same answer.
Name the retina, query and rows that an answer rests on; every tool reports these.`;

const collection = only({
  name: text("What other tools take as collection."),
  state: text("ready, or why it cannot be asked now."),
  rows: count("Texts in it."),
  withoutCells: count("Rows without a known word."),
  retina: optional(retinaUsed),
  created: optional(text("When it was made.")),
  columns: items("What where, sort and columns can name.", {
    name: text("Its name."),
    type: oneOf(COLUMN_TYPES, { description: "Its type." }),
  }),
  roles: Type.Record(Type.String(), Type.Unknown(), {
    description: "Columns of the title, date, category and so on.",
  }),
  dates: optional(
    only(
      {
        column: text("The column of dates."),
        first: text("Earliest day."),
        last: text("Latest day."),
        missing: whole("Rows without a date."),
      },
      "Of a collection that is asked for by its name.",
    ),
  ),
  labels: items("Labels by filter.", {
    filter: text("Name of the filter."),
    belongs: whole("Rows labelled as belonging."),
    not: whole("Rows labelled as not belonging."),
    authors: items("Authors of some of them other than the person.", {
      author: text("Name of the author."),
      rows: whole("Rows labelled."),
    }),
  }),
  scores: texts("Names of saved scores."),
});

const savedFilter = only({
  name: text("What search and filter take."),
  use: text("Its purpose; empty where none was given."),
  belong: whole("Positive examples in use."),
  not: whole("Negative examples in use."),
  retina: orNull(Type.String(), "On whose map it was changed or made; null where any will do."),
  collection: orNull(Type.String(), "The collection that it is for."),
  version: whole("Rises with each saved version."),
  changed: text("When it was changed last."),
  canScore: flag("It has a text that belongs: search and filter take it."),
});

const LONGEST_DESCRIPTION = 300;
const LONGEST_NAME = 200;
const LONGEST_USE = 200;
const BY_NAME = "ask for one by its name";

export const describe = defineTool({
  name: "describe",
  title: "What is there",
  description:
    "Start here. Lists the installed retinas (maps of meaning), the collections with columns, rows, dates, labels and scores, and the user's filters. Explains fingerprints in ten lines.",
  input: {
    collection: optional(
      text("Only this collection, with the first and last of its dates.", { minLength: 1 }),
    ),
  },
  output: {
    about: text("What the words of these answers mean."),
    retinas: items("Installed maps of meaning.", {
      name: text("What other tools take as retina."),
      checksum: text("The same for the same map."),
      language: text("English name of its language."),
      terms: count("Words and phrases it knows."),
      description: text("What it was made of and for."),
      isDefault: flag("It is used where no retina is named."),
    }),
    collections: list(collection, "Tables of texts."),
    filters: list(savedFilter, "The person's category filters."),
  },
  async run({ collection: wanted }, question) {
    const cards = await question.ask("app.retinaCards", {});
    const { collections: all } = await question.ask("app.collections", {});
    const { filters, problem } = await question.ask("app.filters", {});
    const asked = wanted === undefined ? all : [await collectionOf(question, wanted)];
    const collections = [];
    for (const each of asked)
      collections.push(
        each.state === "ready"
          ? described(each, wanted && (await datesOf(question, each)))
          : unavailable(each),
      );
    const nameable = filters.filter(({ name }) => name.length <= LONGEST_NAME);
    const takers = "search and filter take every name";
    return {
      say: [
        collections.length === 0 &&
          "There is no collection yet: semascope collection sample makes one.",
      ],
      data: {
        about: ABOUT,
        retinas: fitting(
          cards
            .filter(({ state }) => state === "ready")
            .map(({ name, checksum, language, terms, description, isDefault }) => ({
              ...{ name, checksum, language, terms },
              description: cut(description, LONGEST_DESCRIPTION),
              isDefault,
            })),
          3000,
        ),
        collections,
        filters: nameable.map(({ use, ...each }) => ({
          ...each,
          use: cut(use, LONGEST_USE),
          canScore: each.belong > 0,
        })),
      },
      rest: {
        collections: { what: "collections", total: asked.length, how: BY_NAME },
        filters: { what: "filters", total: filters.length, how: takers },
      },
      leftOut: [problem],
    };
  },
});

type Described = Static<typeof collection>;

function described(info: ReadyCollection, dates: Described["dates"] | ""): Described {
  const { name, rows, withoutCells, retina, created, columns, roles, labels, scores } = info;
  return {
    ...{ name, state: "ready", rows, withoutCells, created, roles },
    retina: usedOf(retina),
    columns: fitting(columns, 3000),
    labels: fitting(labels, 1500),
    scores: fitting(scores, 1000),
    ...(dates ? { dates } : {}),
  };
}

/** A retina as answers name it. */
export const usedOf = ({ name, checksum }: ReadyCollection["retina"]) => ({ name, checksum });

/** From the first day of the first step to the first day of the last one. */
async function datesOf(question: Question, { name, roles: { date } }: ReadyCollection) {
  if (date === undefined) return undefined;
  const asked = { name, column: date, unit: "day" } as const;
  const { steps, missing } = await question.ask("app.collectionTimeline", asked);
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { column: date, first: first.start, last: last.start, missing };
}

type Unavailable = Exclude<Output<"app.collections">["collections"][number], ReadyCollection>;

const unavailable = ({ name, reason }: Unavailable): Described => ({
  ...{ name, state: reason, rows: 0, withoutCells: 0 },
  ...{ columns: [], roles: {}, labels: [], scores: [] },
});

/** Pages end at the deepest row that a query lists. */
const DEEPEST = 10_000;
const nextPage = (next: number) =>
  next < DEEPEST ? againFrom(next) : "restrict the query, or run semascope collection export";

export const search = defineTool({
  name: "search",
  fields: { "": "like", column: "sort.column", score: "sort.score" },
  title: "Find rows",
  description:
    "Rows of a collection by meaning (like), by one of the person's filters, exact words, columns, dates, labels and scores. The total is exact and counts everything; pages by offset.",
  input: {
    collection: COLLECTION,
    ...ROW_FIELDS,
    sort: optional(
      only(
        {
          column: optional(text("Name of a column.")),
          score: optional(text("Name of a saved score.")),
          descending: optional(flag("Largest first (false).")),
        },
        "By a column or a saved score, instead of closeness or id.",
      ),
    ),
    offset: offset("Rows"),
    limit: atMost(10, 50, "Rows to list; 0 characters of text lists more"),
    characters: optional(whole("Of each text, 0 to 10000 (300).", { minimum: 0, maximum: 10_000 })),
  },
  output: {
    collection: collectionUsed,
    retina: retinaUsed,
    query: usedQuery,
    total: count("All rows that fulfil the query."),
    of: count("Rows of the collection."),
    offset: count("Rows left out before these."),
    rows: list(listedRow, "In order."),
  },
  async run(given, question) {
    const { collection: name, sort, offset: before = 0, limit = 10, characters = 300 } = given;
    const info = await collectionOf(question, name);
    const { query, shown } = await rowsFor(question, info, given);
    const { descending = false, ...field } = sort ?? {};
    // Neither or both of column and score is refused by the endpoint.
    const order = sort && { sort: { field: field as { column: string }, descending } };
    const asked = { name, query, offset: before, limit, ...order };
    const { total, rows, columns } = await question.ask("app.collectionQuery", asked, "searching");
    return {
      say: [
        `${total} of ${info.rows} rows of ${name} fulfil the query.`,
        query.like !== undefined &&
          !query.least &&
          "“like” alone takes in whatever shares a cell: trust the order, or set “least”.",
      ],
      data: {
        ...{ collection: name, retina: usedOf(info.retina), query: shown },
        ...{ total, of: info.rows, offset: before },
        rows: rows.map((row) => listRow(row, columns, characters)),
      },
      rest: { rows: { what: "rows", total, before: Math.min(before, total), how: nextPage } },
    };
  },
});

const VALUES = 10;
const EXAMPLE = 160;
const USUAL_FACETS = 2;
const MOST_STEPS = 60;

export const summarise = defineTool({
  name: "summarise",
  fields: { "": "like", column: "columns" },
  title: "What rows are about",
  description:
    "Topics with words and example rows, a timeline, and the values of columns, of all rows that a query selects. Every row counts; nothing is sampled.",
  input: {
    collection: COLLECTION,
    ...ROW_FIELDS,
    level: optional(whole("0 wide topics to 3 narrow ones (1).", { minimum: 0, maximum: 3 })),
    limit: atMost(10, 30, "Topics to list"),
    columns: optional(
      texts("Columns whose values are counted (the category, or the first two of texts).", {
        maxItems: 5,
      }),
    ),
    unit: optional(oneOf(TIME_UNITS, { description: "Of the timeline; what suits, if left out." })),
  },
  output: {
    collection: collectionUsed,
    retina: retinaUsed,
    query: usedQuery,
    rows: count("Rows that the query selects."),
    topics: items("Topics of the rows, largest first.", {
      topic: text("Its name."),
      rows: whole("Rows about it."),
      share: number("Of these rows; a row may have several topics."),
      words: texts("Words typical of it."),
      examples: items("Rows about it.", {
        id: text("Id of the row."),
        text: text("Its first words."),
      }),
    }),
    timeline: orNull(
      only({
        column: text("The column of dates."),
        unit: text("Length of a step."),
        steps: items("Steps that have rows.", {
          start: text("First day of the step."),
          rows: whole("Rows in it."),
        }),
        missing: whole("Rows without a date."),
      }),
      "Rows over time; null without a column of dates.",
    ),
    facets: items("Values of columns.", {
      column: text("Name of the column."),
      values: items("Most frequent first.", {
        value: text("The value."),
        rows: whole("Rows that have it."),
      }),
      others: whole("Rows of values that are not listed."),
      missing: whole("Rows without a value."),
    }),
  },
  async run({ level = 1, limit = 10, columns, unit, ...given }, question) {
    const { collection: name } = given;
    const info = await collectionOf(question, name);
    const { query, shown } = await rowsFor(question, info, given);
    const asked = { name, query };
    const about = { ...asked, level, limit };
    const found = await question.ask("app.collectionTopics", about, "finding topics");
    const steps = { ...asked, ...(unit && { unit }) };
    const timeline = info.roles.date
      ? await question.ask("app.collectionTimeline", steps, "counting over time")
      : null;
    const facets = [];
    for (const column of columns ?? usualColumns(info)) {
      const counted = { ...asked, column, limit: VALUES };
      const { values, ...others } = await question.ask(
        "app.collectionFacet",
        counted,
        `counting ${column}`,
      );
      const listed = values.map(({ value, rows }) => ({ value: cut(value, 60), rows }));
      facets.push({ column, values: listed, ...others });
    }
    const hidden = Math.max(0, (timeline?.steps.length ?? 0) - MOST_STEPS);
    const how = "ask with a smaller limit, or restrict the rows";
    return {
      say: [`${found.rows} of ${info.rows} rows of ${name}.`],
      data: {
        ...{ collection: name, retina: usedOf(info.retina), query: shown, rows: found.rows },
        topics: found.topics.map(topicOf),
        timeline: timeline && { ...timeline, steps: timeline.steps.slice(-MOST_STEPS) },
        facets,
      },
      rest: { topics: { what: "topics", total: found.topics.length, how } },
      leftOut: [
        found.topics.length === limit && "There may be further topics; ask with a larger limit.",
        hidden > 0 &&
          `${hidden} steps of the timeline are not listed; ask with a longer unit, or restrict the dates.`,
      ],
    };
  },
});

type Topic = Output<"app.collectionTopics">["topics"][number];

const topicOf = ({ name, place, words, rows, share, examples }: Topic) => ({
  ...{ topic: name ?? place, rows, share: rounded(share), words },
  examples: examples.slice(0, 2).map(({ id, text: own }) => ({ id, text: oneLine(own, EXAMPLE) })),
});

const usualColumns = ({ roles, columns }: ReadyCollection) =>
  roles.category !== undefined
    ? [roles.category]
    : columns
        .filter(({ type }) => type === "text" || type === "list")
        .slice(0, USUAL_FACETS)
        .map(({ name }) => name);

const figures = {
  inA: whole("Rows of A that have it."),
  inB: whole("Rows of B that have it."),
  odds: number(
    "How many times higher the odds are on this side: of A to B in moreInA, of B to A in moreInB.",
  ),
  low: number("Lower end of its interval of 95%."),
  high: number("Upper end of that interval."),
  q: number("Chance, corrected for multiple comparisons."),
};
const side = only(
  {
    words: items("Surest first.", { word: text("The word."), ...figures }),
    regions: items("Surest first.", { place: text("Name of the region."), ...figures }),
  },
  "More frequent on this side.",
);

/** Sure differences may be anywhere in the list. */
const LOOKED_AT = 10_000;
const SURE = 0.05;

export const difference = defineTool({
  name: "difference",
  fields: { "": "like" },
  title: "What tells rows apart",
  description:
    "Words and regions of the map that are more frequent in rows A than in rows B, or in the rest: odds with intervals of 95%, corrected for multiple comparisons.",
  input: {
    collection: COLLECTION,
    a: someRows,
    b: optional(someRows),
    other: optional(text("Another collection that B is taken from; the same if left out.")),
    limit: atMost(10, 25, "Words and regions of either side to list"),
  },
  output: {
    collection: collectionUsed,
    other: text("The collection that B is from."),
    retina: retinaUsed,
    a: usedQuery,
    b: orNull(usedQuery, "null for the rest of the rows."),
    rows: only({ a: whole("Rows of A."), b: whole("Rows of B.") }, "How many were compared."),
    moreInA: side,
    moreInB: side,
  },
  async run({ collection: name, a, b, other = name, limit = 10 }, question) {
    const info = await collectionOf(question, name);
    const inA = await rowsFor(question, info, a, "a.");
    const aboutOther = (cause: unknown) => {
      throw aboutField(cause, "other");
    };
    const hasB = b !== undefined || other !== name;
    const infoB = other === name ? info : await collectionOf(question, other).catch(aboutOther);
    const inB = hasB ? await rowsFor(question, infoB, b ?? {}, "b.") : null;
    const rowsB = inB === null ? {} : { b: { name: other, query: inB.query } };
    const asked = { name, a: inA.query, ...rowsB, limit: LOOKED_AT };
    const found = await question.ask("app.collectionDifference", asked, "comparing the rows");
    const sure = [...found.words, ...found.regions].filter(({ q }) => q <= SURE).length;
    const sideOf = (isA: boolean) => ({
      words: surest(found.words, isA, limit).map((each) => ({
        word: each.word,
        ...shown(each, isA),
      })),
      regions: surest(found.regions, isA, limit).map((each) => ({
        place: each.place,
        ...shown(each, isA),
      })),
    });
    const [moreInA, moreInB] = [sideOf(true), sideOf(false)];
    const lists = [moreInA, moreInB].flatMap(({ words, regions }) => [...words, ...regions]);
    return {
      say: [
        `${sure} differences with q up to ${SURE}${hasB ? "" : "; B is the rest of the rows"}.`,
      ],
      data: {
        ...{ collection: name, other, retina: usedOf(info.retina) },
        ...{ a: inA.shown, b: inB?.shown ?? null, rows: found.rows, moreInA, moreInB },
      },
      leftOut: [
        sure > lists.length &&
          `${sure - lists.length} of ${sure} sure differences are not listed; ask with a larger limit, or narrower rows.`,
      ],
    };
  },
});

type Effect = Omit<Output<"app.collectionDifference">["regions"][number], "region" | "place">;

/** Sure differences of one side, each from its end of the list. */
function surest<T extends Effect>(found: readonly T[], isA: boolean, limit: number): T[] {
  const own = found.filter(({ q, effect }) => q <= SURE && effect !== 0 && effect > 0 === isA);
  return (isA ? own : own.reverse()).slice(0, limit);
}

function shown({ inA, inB, effect, low, high, q }: Effect, isA: boolean) {
  const of = (logarithm: number) => Number(Math.exp(logarithm).toPrecision(3));
  const ratio = isA
    ? { odds: of(effect), low: of(low), high: of(high) }
    : { odds: of(-effect), low: of(-high), high: of(-low) };
  return { inA, inB, ...ratio, q: rounded(q, 4) };
}

const COMPANY = 8;

export const words = defineTool({
  name: "words",
  fields: { "": "like" },
  title: "Uses of a word",
  description:
    "Every use of a word in the rows, line by line, by sense: shares with intervals of 95%, the words that stand near each sense, and frequency over time. Each line names its row; search shows it whole.",
  input: {
    collection: COLLECTION,
    word: text('Word, phrase or several forms: tariff, tariff*, "free trade" or duty.', {
      minLength: 1,
    }),
    rows: optional(someRows),
    limit: atMost(10, 50, "Lines to list"),
  },
  output: {
    collection: collectionUsed,
    retina: retinaUsed,
    rows: usedQuery,
    rowsWithWord: count("Rows that have the word; all are counted."),
    lines: count("Uses of the word; all are counted."),
    perMillion: orNull(Type.Number(), "Lines per million words, estimated; null without a word."),
    read: count("Lines that were read and assigned to senses: all, or a random part."),
    senses: items("From the contexts of the word, refined on the lines.", {
      sense: text("Its letter."),
      name: text("Its name, or words near it."),
      share: number("Of the lines that were read."),
      low: number("Lower end of the interval of 95%."),
      high: number("Upper end of that interval."),
      company: texts("Words near it more often than near the other senses."),
    }),
    periods: items("By the column of dates; empty without one.", {
      start: text("First day."),
      lines: whole("Uses of the word."),
      perMillion: orNull(Type.Number(), "Of a million words."),
      senses: Type.Record(Type.String(), Type.Integer(), {
        description: "Lines that were read, by the letter of the sense.",
      }),
    }),
    parts: items("Up to four parts of the time, of about equally many lines.", {
      from: text("First period."),
      until: orNull(Type.String(), "First period of the next part."),
      lines: whole("Of the lines that were read."),
      company: texts("Words near it more often than in the other parts."),
      change: orNull(
        Type.Object({
          value: number("The distance."),
          low: number("Lower end of the interval of 95%."),
          high: number("Upper end of that interval."),
        }),
        "How far what surrounds the word differs from the part before, 0 to 1, with its interval of 95%; chance if that includes 0.",
      ),
    }),
    listed: items("The first lines that were read.", {
      id: text("Id of the row."),
      sense: orNull(Type.String(), "Letter of the sense."),
      sure: number("Share of its sense, 0 to 1; 1 if a person assigned it."),
      before: text("What precedes the word."),
      word: text("The word as written."),
      after: text("What follows."),
    }),
  },
  async run({ collection: name, word, rows, limit = 10 }, question) {
    const info = await collectionOf(question, name);
    const { query, shown: used } = await rowsFor(question, info, rows ?? {}, "rows.");
    const found = await question.ask("app.collectionWord", { name, query, word }, "reading lines");
    const listed = found.read
      .slice(0, limit)
      .map(({ id, sense, sure, before, word: own, after }) => ({
        ...{ id, sense, sure: rounded(sure, 2), before, word: own, after },
      }));
    return {
      say: [`${found.lines} lines in ${found.rows} rows have ${found.forms.join(" or ")}.`],
      data: {
        ...{ collection: name, retina: usedOf(info.retina), rows: used, rowsWithWord: found.rows },
        ...{ lines: found.lines, perMillion: found.perMillion, read: found.read.length },
        senses: found.senses.map(({ key, name: own, label, share, low, high, company }) => ({
          ...{ sense: key, name: own ?? label, share: rounded(share, 3) },
          ...{ low: rounded(low, 3), high: rounded(high, 3) },
          company: company.slice(0, COMPANY).map((each) => each.word),
        })),
        periods: found.periods.slice(0, MOST_STEPS).map(({ value, lines, perMillion, senses }) => ({
          ...{ start: value, lines, perMillion: perMillion && rounded(perMillion, 1) },
          senses: Object.fromEntries(senses.map((of, i) => [found.senses[i]!.key, of])),
        })),
        parts: found.spans.map(({ from, until, lines, company, change }) => ({
          ...{ from, until, lines, company: company.slice(0, COMPANY).map(({ word: own }) => own) },
          change: change && {
            ...{ value: rounded(change.value, 3), low: rounded(change.low, 3) },
            high: rounded(change.high, 3),
          },
        })),
        listed,
      },
      rest: {
        listed: {
          what: "lines",
          total: found.read.length,
          how: "ask with a larger limit, or narrower rows",
        },
      },
      leftOut: [
        found.periods.length > MOST_STEPS &&
          `Only the first ${MOST_STEPS} of ${found.periods.length} periods are listed; ask for narrower dates.`,
      ],
    };
  },
});
