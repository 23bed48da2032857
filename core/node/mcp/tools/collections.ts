import type { Output } from "../../../api/client-types.ts";
import { TIME_UNITS } from "../../../api/schema/collection-types.ts";
import { oneOf } from "../../../api/schema/replies.ts";
import { isSure, sureDifferences } from "../../../collection/analyses/statistics.ts";
import {
  againFrom,
  atMost,
  cut,
  defineTool,
  fitting,
  flag,
  offset,
  oneLine,
  only,
  optional,
  picked,
  type Question,
  rounded,
  text,
  texts,
  whole,
} from "../tool.ts";
import {
  asked,
  COLLECTION,
  collectionOf,
  listRow,
  type ReadyCollection,
  ROW_FIELDS,
  someRows,
  usedOf,
} from "../which-rows.ts";

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

const LONGEST_DESCRIPTION = 300;
const LONGEST_NAME = 200;
const LONGEST_USE = 200;

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
  async run({ collection: wanted }, question) {
    const cards = await question.ask("app.retinaCards", {});
    const { collections: all } = await question.ask("app.collections", {});
    const { filters, problem } = await question.ask("app.filters", {});
    const described = wanted === undefined ? all : [await collectionOf(question, wanted)];
    const collections = [];
    for (const each of described)
      collections.push(
        each.state === "ready"
          ? collectionNow(each, wanted === undefined ? undefined : await datesOf(question, each))
          : picked(each, "name", "reason"),
      );
    const nameable = filters.filter(({ name }) => name.length <= LONGEST_NAME);
    const installed = cards.filter(({ state }) => state === "ready");
    return {
      say: [
        collections.length === 0 &&
          "There is no collection yet: semascope collection sample makes one.",
      ],
      data: {
        about: ABOUT,
        retinas: fitting(
          installed.map((each) => ({
            ...picked(each, "name", "checksum", "language", "terms", "isDefault"),
            description: cut(each.description, LONGEST_DESCRIPTION),
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
        collections: {
          what: "collections",
          total: described.length,
          how: "ask for one by its name",
        },
        filters: {
          ...{ what: "filters", total: filters.length },
          how: "search and filter take every name",
        },
      },
      leftOut: [problem],
    };
  },
});

const collectionNow = (info: ReadyCollection, dates: object | undefined) => ({
  ...picked(info, "name", "state", "rows", "withoutCells", "created", "roles"),
  retina: usedOf(info.retina),
  columns: fitting(info.columns, 3000),
  labels: fitting(info.labels, 1500),
  scores: fitting(info.scores, 1000),
  ...(dates && { dates }),
});

/** From the first day of the first step to the first day of the last one. */
async function datesOf(question: Question, { name, roles: { date } }: ReadyCollection) {
  if (date === undefined) return undefined;
  const asked = { name, column: date, unit: "day" } as const;
  const { steps, missing } = await question.ask("app.collectionTimeline", asked);
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { column: date, first: first.start, last: last.start, missing };
}

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
  async run(given, question) {
    const { collection: name, sort, offset: before = 0, limit = 10, characters = 300 } = given;
    const { info, query, used } = await asked(question, name, given);
    const { descending = false, ...field } = sort ?? {};
    // Neither or both of column and score is refused by the endpoint.
    const order = sort && { sort: { field: field as { column: string }, descending } };
    const page = { name, query, offset: before, limit, ...order };
    const { total, rows, columns } = await question.ask("app.collectionQuery", page, "searching");
    return {
      say: [
        `${total} of ${info.rows} rows of ${name} fulfil the query.`,
        query.like !== undefined &&
          !query.least &&
          "“like” alone takes in whatever shares a cell: trust the order, or set “least”.",
      ],
      data: {
        ...{ ...used, total, of: info.rows, offset: before },
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
  async run({ level = 1, limit = 10, columns, unit, ...given }, question) {
    const { collection: name } = given;
    const { info, query, used } = await asked(question, name, given);
    const own = { name, query };
    const about = { ...own, level, limit };
    const found = await question.ask("app.collectionTopics", about, "finding topics");
    const steps = { ...own, ...(unit && { unit }) };
    const timeline = info.roles.date
      ? await question.ask("app.collectionTimeline", steps, "counting over time")
      : null;
    const facets = [];
    for (const column of columns ?? usualColumns(info)) {
      const asks = { ...own, column, limit: VALUES };
      const counted = await question.ask("app.collectionFacet", asks, `counting ${column}`);
      const values = counted.values.map(({ value, rows }) => ({ value: cut(value, 60), rows }));
      facets.push({ column, ...counted, values });
    }
    const hidden = Math.max(0, (timeline?.steps.length ?? 0) - MOST_STEPS);
    const how = "ask with a smaller limit, or restrict the rows";
    return {
      say: [`${found.rows} of ${info.rows} rows of ${name}.`],
      data: {
        ...{ ...used, rows: found.rows },
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
  examples: examples
    .slice(0, 2)
    .map((each) => ({ id: each.id, text: oneLine(each.text, EXAMPLE) })),
});

const usualColumns = ({ roles, columns }: ReadyCollection) =>
  roles.category !== undefined
    ? [roles.category]
    : columns
        .filter(({ type }) => type === "text" || type === "list")
        .slice(0, USUAL_FACETS)
        .map(({ name }) => name);

/** Sure differences may be anywhere in the list. */
const LOOKED_AT = 10_000;

export const difference = defineTool({
  name: "difference",
  fields: { "": "like" },
  title: "What tells rows apart",
  description:
    "Words and regions of the map that are more frequent in rows A than in rows B, or in the rest. Odds with intervals of 95% are of A to B in moreInA, of B to A in moreInB; q is corrected for multiple comparisons.",
  input: {
    collection: COLLECTION,
    a: someRows,
    b: optional(someRows),
    other: optional(text("Another collection that B is taken from; the same if left out.")),
    limit: atMost(10, 25, "Words and regions of either side to list"),
  },
  async run({ collection: name, a, b, other = name, limit = 10 }, question) {
    const inA = await asked(question, name, a, "a.");
    const hasB = b !== undefined || other !== name;
    const inB = hasB ? await asked(question, other, b ?? {}, "b.", "other") : null;
    const rowsB = inB === null ? {} : { b: { name: other, query: inB.query } };
    const all = { name, a: inA.query, ...rowsB, limit: LOOKED_AT };
    const found = await question.ask("app.collectionDifference", all, "comparing the rows");
    const [moreInA, moreInB] = sureDifferences(found, limit);
    const sure = [...found.words, ...found.regions].filter(isSure).length;
    const listed = [moreInA, moreInB].reduce(
      (n, { words: w, regions }) => n + w.length + regions.length,
      0,
    );
    return {
      say: [`${sure} differences with q up to 0.05${hasB ? "" : "; B is the rest of the rows"}.`],
      data: {
        ...{ collection: name, other, retina: inA.used.retina, a: inA.used.query },
        ...{ b: inB?.used.query ?? null, rows: found.rows, moreInA, moreInB },
      },
      leftOut: [
        sure > listed &&
          `${sure - listed} of ${sure} sure differences are not listed; ask with a larger limit, or narrower rows.`,
      ],
    };
  },
});

const COMPANY = 8;

export const words = defineTool({
  name: "words",
  fields: { "": "like" },
  title: "Uses of a word",
  description:
    "Every use of a word in the rows, line by line, by sense: shares with intervals of 95%, the words that stand near each sense, and frequency over time. Each part of the time has its change: how far the words around differ from the part before (0 to 1, chance if low is 0). Each line names its row; search shows it whole.",
  input: {
    collection: COLLECTION,
    word: text('Word, phrase or several forms: tariff, tariff*, "free trade" or duty.', {
      minLength: 1,
    }),
    rows: optional(someRows),
    limit: atMost(10, 50, "Lines to list"),
  },
  async run({ collection: name, word, rows = {}, limit = 10 }, question) {
    const { query, used } = await asked(question, name, rows, "rows.");
    const found = await question.ask("app.collectionWord", { name, query, word }, "reading lines");
    return {
      say: [`${found.lines} lines in ${found.rows} rows have ${found.forms.join(" or ")}.`],
      data: {
        ...{ ...used, rowsWithWord: found.rows },
        ...{ lines: found.lines, perMillion: found.perMillion, read: found.read.length },
        senses: found.senses.map(({ key, name: own, label, company, ...figures }) => ({
          ...{ sense: key, name: own ?? label, ...picked(figures, "share", "low", "high") },
          company: company.slice(0, COMPANY).map((each) => each.word),
        })),
        periods: found.periods.slice(0, MOST_STEPS).map(({ value, senses, ...counts }) => ({
          ...{ start: value, ...picked(counts, "lines", "perMillion") },
          senses: Object.fromEntries(senses.map((of, i) => [found.senses[i]!.key, of])),
        })),
        parts: found.spans.map(({ company, change, ...part }) => ({
          ...picked(part, "from", "until", "lines"),
          company: company.slice(0, COMPANY).map((each) => each.word),
          change: change && picked(change, "value", "low", "high"),
        })),
        listed: found.read
          .slice(0, limit)
          .map((line) => picked(line, "id", "sense", "sure", "before", "word", "after")),
      },
      rest: {
        listed: { what: "lines", total: found.read.length, how: "ask with a larger limit" },
      },
      leftOut: [
        found.periods.length > MOST_STEPS &&
          `Only the first ${MOST_STEPS} of ${found.periods.length} periods are listed; ask for narrower dates.`,
      ],
    };
  },
});
