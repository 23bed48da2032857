import type { Output } from "../../api/client-types.ts";
import { readyOnes, unavailableOnes } from "../../collection/port/list-collections.ts";
import { badInput } from "../../errors.ts";
import {
  endpointCommand,
  nameIn,
  type OpenCollections,
  oneLine,
  QUERY_NAMES,
  QUERY_OPTIONS,
  queryIn,
  STORE_OPTIONS,
  show,
  withCollections,
  withStore,
} from "./collection-command.ts";
import type { Command, CommandContext } from "./command.ts";
import { argumentsFrom, type OptionFields, optionNames, optionsFor } from "./endpoint-options.ts";
import { textTable } from "./output.ts";

const STATES = { "in-use": "in use", damaged: "damaged", unavailable: "unavailable" } as const;

/** `semascope collection list`. */
export const listCommand: Command = {
  name: "collection list",
  summary: "Lists the collections, or the columns of one.",
  usage: "[NAME]",
  mostOperands: 1,
  options: STORE_OPTIONS,
  examples: ["semascope collection list", "semascope collection list news"],
  run: (context) =>
    withStore(context, async (store) => {
      const [name] = context.positionals;
      if (name === undefined) {
        const collections = await store.list();
        return show(context, { collections }, () => listOf(collections));
      }
      const info = await store.open(name).describe();
      show(context, info, () => cardOf(info));
    }),
};

function listOf(all: Parameters<typeof readyOnes>[0]): string {
  if (all.length === 0) return "There is no collection yet; semascope collection import makes one.";
  const ready = readyOnes(all).map((each) => [
    each.name,
    each.rows,
    "rows",
    each.retina.name,
    each.created.slice(0, 10),
  ]);
  const others = unavailableOnes(all).map(
    ({ name, state, reason }) => `${name} (${STATES[state]}): ${reason}`,
  );
  return [textTable(ready), ...others].filter((part) => part !== "").join("\n");
}

function cardOf(info: Awaited<ReturnType<OpenCollections["describe"]>>): string {
  const roles = new Map(
    Object.entries(info.roles).flatMap(([role, given]) =>
      [given].flat().map((column) => [column, role] as const),
    ),
  );
  return [
    `${info.name}: ${info.rows} rows, ${info.withoutCells} of them without a place on the map; retina ${info.retina.name}.`,
    textTable(
      info.columns.map((column) => [column.name, column.type, roles.get(column.name) ?? ""]),
    ),
    ...info.labels.map(
      ({ filter, belongs, not }) => `label ${filter}: ${belongs} belong, ${not} do not`,
    ),
    ...info.scores.map((score) => `score ${score}`),
  ].join("\n");
}

const PAGE: OptionFields = { limit: { short: "n", usual: 10 } };

/** `semascope collection search`. */
export const searchCommand: Command = {
  name: "collection search",
  summary: "Rows by closeness, words, columns; the closest first.",
  usage: "NAME [--like WHAT] [--words WORDS] [--where TEST]",
  mostOperands: 1,
  optionOf: {
    ...QUERY_NAMES,
    ...optionNames(PAGE),
    column: "--timeline",
    "sort.field.column": "--sort",
    "field.column": "--histogram",
  },
  options: [
    ...QUERY_OPTIONS,
    ...optionsFor("app.collectionQuery", PAGE),
    { name: "sort", value: "COLUMN", help: "by a column instead; a - before it turns it round" },
    { name: "facet", value: "COLUMN", help: "the values of a column instead of rows" },
    { name: "histogram", value: "COLUMN", help: "the distribution of a number or score:NAME" },
    { name: "timeline", value: "COLUMN", help: "rows over time by a column of dates" },
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection search news --like 'oil prices' -n 20",
    "semascope collection search news --words '\"crude oil\" -opec' --where 'date>=1987-03-01'",
    "semascope collection search news --words tariff --facet places",
  ],
  run: (context) =>
    withCollections(context, async (open) => {
      const name = nameIn(context, "collection search");
      const asked = { name, query: await queryIn(open, name) };
      const figure = FIGURES.find(([option]) => context.flags.text(option) !== undefined);
      if (figure !== undefined) return figure[1](open, asked, context.flags.text(figure[0]) ?? "");
      const found = await open.call("app.collectionQuery", {
        ...asked,
        ...argumentsFrom(context.flags, "app.collectionQuery", PAGE),
        ...sortIn(context),
      });
      const { rows, roles } = await open.describe(name);
      show(context, found, () => rowsOf(found, rows, roles));
    }),
};

function rowsOf(
  { total, columns, rows }: Output<"app.collectionQuery">,
  all: number,
  roles: { readonly title?: string; readonly date?: string },
): string {
  const title = columns.findIndex((column) => column.name === roles.title);
  const date = columns.findIndex((column) => column.name === roles.date);
  const cells = rows.map(({ id, text, score, values }) => [
    score === null ? "" : score.toFixed(3),
    String(values[date] ?? "").slice(0, 10),
    oneLine(id, 24),
    oneLine([values[title], text].filter((part) => part).join(": "), 110),
  ]);
  return `${total} of ${all} rows\n${textTable(cells)}`;
}

interface Asked {
  readonly name: string;
  readonly query: Record<string, unknown>;
}

function sortIn({ flags }: CommandContext) {
  const sort = flags.text("sort");
  if (sort === undefined) return {};
  const descending = sort.startsWith("-");
  return { sort: { field: fieldOf(descending ? sort.slice(1) : sort), descending } };
}

const fieldOf = (name: string) =>
  name.startsWith("score:") ? { score: name.slice("score:".length) } : { column: name };

/** What is shown in place of rows, by the option that asks for it. */
const FIGURES = [
  ["facet", showFacet],
  ["histogram", showHistogram],
  ["timeline", showTimeline],
] as const;

async function showFacet(open: OpenCollections, asked: Asked, column: string) {
  const { context } = open;
  const limit = context.flags.number("limit") ?? 20;
  const facet = await open.call("app.collectionFacet", { ...asked, column, limit });
  show(context, facet, () =>
    textTable([
      ...facet.values.map(({ value, rows }) => [rows, oneLine(value)]),
      [facet.others, "(others)"],
      [facet.missing, "(missing)"],
    ]),
  );
}

async function showHistogram(open: OpenCollections, asked: Asked, column: string) {
  const args = { ...asked, field: fieldOf(column) };
  const histogram = await open.call("app.collectionHistogram", args);
  const { edges, counts, missing } = histogram;
  const label = (i: number) => `${tidy(edges[i] ?? 0)} to ${tidy(edges[i + 1] ?? 0)}`;
  show(open.context, histogram, () =>
    bars([
      ...counts.map((rows, i) => ({ label: label(i), rows })),
      { label: "missing", rows: missing },
    ]),
  );
}

async function showTimeline(open: OpenCollections, asked: Asked, column: string) {
  const timeline = await open.call("app.collectionTimeline", { ...asked, column });
  show(open.context, timeline, () =>
    bars(timeline.steps.map(({ start, rows }) => ({ label: start, rows }))),
  );
}

const tidy = (edge: number) => String(Number(edge.toPrecision(12)));

/** Rows as bars of characters. */
function bars(rows: readonly { readonly label: string; readonly rows: number }[]): string {
  const most = Math.max(1, ...rows.map((row) => row.rows));
  return textTable(
    rows.map((row) => [row.label, row.rows, "█".repeat(Math.round((40 * row.rows) / most))]),
  );
}

/** `semascope collection topics`. */
export const topicsCommand = endpointCommand("app.collectionTopics", {
  name: "collection topics",
  usage: "NAME",
  fields: { level: {}, limit: { short: "n" }, hidden: {} },
  examples: [
    "semascope collection topics news",
    "semascope collection topics news --level 2 -n 50",
  ],
  print: ({ rows: all, topics }) => {
    const lines = topics.map(({ place, name, rows, share, words, examples }) => [
      `${(100 * share).toFixed(1)}%`,
      rows,
      name ?? place,
      words.join(", "),
      oneLine(examples[0]?.text ?? "", 60),
    ]);
    return `${all} rows; a row may be about several.\n${textTable(lines)}`;
  },
});

/** `semascope collection near-copies`. */
export const nearCopiesCommand = endpointCommand("app.collectionNearCopies", {
  name: "collection near-copies",
  usage: "NAME",
  fields: { limit: { short: "n", usual: 20 } },
  examples: [
    "semascope collection near-copies news",
    "semascope collection near-copies news --where topics=crude -n 50 --json",
  ],
  print: ({ groups, rows, listed }) => {
    const lines = listed.map(({ ids, text }) => [
      ids.length,
      oneLine(ids.join(" "), 40),
      oneLine(text, 90),
    ]);
    return `${groups} groups of ${rows} rows.\n${textTable(lines)}`;
  },
});

/** `semascope collection remove`. */
export const removeCommand: Command = {
  name: "collection remove",
  summary: "Removes a collection with its labels and scores; the imported files stay.",
  usage: "NAME --yes",
  mostOperands: 1,
  options: [{ name: "yes", help: "really remove it" }, ...STORE_OPTIONS],
  examples: ["semascope collection remove news --yes"],
  run: (context) =>
    withStore(context, async (store) => {
      const name = nameIn(context, "collection remove");
      // One that is damaged can still be removed, but not looked into.
      if (!context.flags.isOn("yes"))
        throw badInput("yes", `This removes “${name}” with all labels; add --yes to do it.`);
      await store.remove(name);
      show(context, { removed: name }, () => `${name} was removed.`);
    }),
};
