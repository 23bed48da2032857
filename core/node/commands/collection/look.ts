import { readyOnes, unavailableOnes } from "../../../collection/port/list-collections.ts";
import { badInput } from "../../../errors.ts";
import type { Command, CommandContext } from "../command.ts";
import { textTable } from "../table.ts";
import {
  nameIn,
  oneLine,
  QUERY_OPTIONS,
  queryIn,
  STORE_OPTIONS,
  withDesk,
  withStore,
} from "./desk.ts";

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
      const { terminal, flags, positionals } = context;
      const [name] = positionals;
      if (name === undefined) {
        const all = await store.list();
        if (flags.isOn("json")) return terminal.print(JSON.stringify(all));
        if (all.length === 0)
          return terminal.print(
            "There is no collection yet; semascope collection import makes one.",
          );
        return terminal.print(
          [
            textTable(
              readyOnes(all).map((each) => [
                each.name,
                each.rows,
                "rows",
                each.retina.name,
                each.created.slice(0, 10),
              ]),
            ),
            ...unavailableOnes(all).map(
              ({ name: own, state, reason }) => `${own} (${STATES[state]}): ${reason}`,
            ),
          ]
            .filter((part) => part !== "")
            .join("\n"),
        );
      }
      const info = await store.open(name).describe();
      if (flags.isOn("json")) return terminal.print(JSON.stringify(info));
      const roles = new Map(
        Object.entries(info.roles).flatMap(([role, given]) =>
          [given].flat().map((column) => [column, role] as const),
        ),
      );
      terminal.print(
        [
          `${info.name}: ${info.rows} rows, ${info.withoutCells} of them without a place on the map; retina ${info.retina.name}.`,
          textTable(
            info.columns.map((column) => [column.name, column.type, roles.get(column.name) ?? ""]),
          ),
          ...info.labels.map(
            ({ filter, belongs, not }) => `label ${filter}: ${belongs} belong, ${not} do not`,
          ),
          ...info.scores.map((score) => `score ${score}`),
        ].join("\n"),
      );
    }),
};

/** `semascope collection search`. */
export const searchCommand: Command = {
  name: "collection search",
  summary: "Rows by closeness, words, columns; the closest first.",
  usage: "NAME [--like WHAT] [--words WORDS] [--where TEST]",
  mostOperands: 1,
  options: [
    ...QUERY_OPTIONS,
    { name: "limit", short: "n", value: "N", help: "rows (10)" },
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
    withDesk(context, async (open) => {
      const name = nameIn(context, "search");
      const info = await open.desk.store.open(name).describe();
      const query = await queryIn(context, open, info);
      const { flags, terminal } = context;
      const asked = { name, query };
      if (flags.text("facet") !== undefined) return showFacet(context, open, asked);
      if (flags.text("histogram") !== undefined) return showHistogram(context, open, asked);
      if (flags.text("timeline") !== undefined) return showTimeline(context, open, asked);
      const page = { offset: 0, limit: flags.number("limit") ?? 10, ...sortIn(context) };
      const { total, rows } = await open.desk.rows(name, query, page);
      if (flags.isOn("json"))
        return terminal.print(JSON.stringify({ total, columns: info.columns, rows }));
      const title = info.columns.findIndex((column) => column.name === info.roles.title);
      const date = info.columns.findIndex((column) => column.name === info.roles.date);
      terminal.print(
        [
          `${total} of ${info.rows} rows`,
          textTable(
            rows.map(({ id, text, score, values }) => [
              score === null ? "" : score.toFixed(3),
              String(values[date] ?? "").slice(0, 10),
              oneLine(id, 24),
              oneLine([values[title], text].filter((part) => part).join(": "), 110),
            ]),
          ),
        ].join("\n"),
      );
    }),
};

type Open = Parameters<Parameters<typeof withDesk>[1]>[0];
type Asked = { readonly name: string; readonly query: Awaited<ReturnType<typeof queryIn>> };

function sortIn({ flags }: CommandContext) {
  const sort = flags.text("sort");
  if (sort === undefined) return {};
  const descending = sort.startsWith("-");
  return { sort: { field: fieldOf(descending ? sort.slice(1) : sort), descending } };
}

const fieldOf = (name: string) =>
  name.startsWith("score:") ? { score: name.slice("score:".length) } : { column: name };

async function showFacet(context: CommandContext, { desk }: Open, { name, query }: Asked) {
  const { flags, terminal } = context;
  const facet = await desk.facet(
    name,
    query,
    flags.text("facet") ?? "",
    flags.number("limit") ?? 20,
  );
  if (flags.isOn("json")) return terminal.print(JSON.stringify(facet));
  terminal.print(
    textTable([
      ...facet.values.map(({ value, rows }) => [rows, oneLine(value)]),
      [facet.others, "(others)"],
      [facet.missing, "(missing)"],
    ]),
  );
}

async function showHistogram(context: CommandContext, { desk }: Open, { name, query }: Asked) {
  const { flags, terminal } = context;
  const field = fieldOf(flags.text("histogram") ?? "");
  const { edges, counts, missing } = await desk.histogram(name, query, field, 20);
  if (flags.isOn("json")) return terminal.print(JSON.stringify({ edges, counts, missing }));
  const label = (i: number) => `${tidy(edges[i]!)} to ${tidy(edges[i + 1]!)}`;
  terminal.print(
    bars([
      ...counts.map((rows, i) => ({ label: label(i), rows })),
      { label: "missing", rows: missing },
    ]),
  );
}

async function showTimeline(context: CommandContext, { desk }: Open, { name, query }: Asked) {
  const { flags, terminal } = context;
  const timeline = await desk.timeline(name, query, { column: flags.text("timeline") ?? "" });
  if (flags.isOn("json")) return terminal.print(JSON.stringify(timeline));
  terminal.print(bars(timeline.steps.map(({ start, rows }) => ({ label: start, rows }))));
}

const tidy = (edge: number) => String(Number(edge.toPrecision(12)));

/** Rows as bars of characters. */
function bars(rows: readonly { readonly label: string; readonly rows: number }[]): string {
  const most = Math.max(1, ...rows.map((row) => row.rows));
  return textTable(
    rows.map((row) => [row.label, row.rows, "█".repeat(Math.round((40 * row.rows) / most))]),
  );
}

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
      const name = nameIn(context, "remove");
      // One that is damaged can still be removed, but not looked into.
      if (!context.flags.isOn("yes"))
        throw badInput("yes", `This removes “${name}” with all labels; add --yes to do it.`);
      await store.remove(name);
      context.terminal.print(
        context.flags.isOn("json") ? JSON.stringify({ removed: name }) : `${name} was removed.`,
      );
    }),
};
