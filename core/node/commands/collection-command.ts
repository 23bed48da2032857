import path from "node:path";
import type { Name, Output } from "../../api/client-types.ts";
import type { CollectionQuery, Column, Predicate } from "../../api/schema/collection-types.ts";
import { endpoints } from "../../api/table.ts";
import { CollectionAnalyses } from "../../collection/analyses/analyses.ts";
import { columnOf } from "../../collection/port/check-selection.ts";
import type { CollectionInfo, CollectionStore } from "../../collection/port/store.ts";
import { badInput } from "../../errors.ts";
import { collectionHandlers } from "../../handlers/collections.ts";
import { ClusterPlace } from "../collections/connection/cluster-settings.ts";
import { openCollections } from "../collections/connection/open-collections.ts";
import { EmbeddedStore } from "../collections/embedded/embedded-store.ts";
import { userDirectories } from "../config/directories.ts";
import { CLUSTER_OPTIONS, clusterOf } from "./cluster-options.ts";
import {
  type Command,
  type CommandContext,
  ENGINE_OPTIONS,
  type Flags,
  type OptionHelp,
  type Terminal,
} from "./command.ts";
import { argumentsFrom, type OptionFields, optionNames, optionsFor } from "./endpoint-options.ts";
import { type LocalEngine, localCalls } from "./local-engine.ts";
import { readOperand } from "./read-operand.ts";

export const STORE_OPTIONS: readonly OptionHelp[] = [
  {
    name: "folder",
    value: "DIR",
    help: "where collections are kept (where the application keeps them)",
  },
  ...CLUSTER_OPTIONS,
  ...ENGINE_OPTIONS,
];

/** Options that say which rows. */
export const QUERY_OPTIONS: readonly OptionHelp[] = [
  {
    name: "like",
    value: "WHAT",
    help: "rank by closeness: a term, an expression, any text, @FILE or -",
  },
  { name: "least", value: "COSINE", help: "least closeness, 0 to 1" },
  { name: "words", value: "WORDS", help: 'literal words, "phrases" and -excluded ones' },
  {
    name: "where",
    value: "TEST",
    several: true,
    help: "column=value, !=, >=, <=, <, ~ (contains); may be repeated",
  },
  { name: "sample", value: "N", help: "only so many rows, taken at random" },
  { name: "seed", value: "N", help: "of the sample; the same one takes the same rows (1)" },
];

/** What messages about the members of a query are about. */
export const QUERY_NAMES: Readonly<Record<string, string>> = {
  "query.like": "--like",
  "query.least": "--least",
  "query.words": "--words",
  "query.sample.rows": "--sample",
  "query.sample.seed": "--seed",
};

/** Collections, opened for the length of a command. */
export interface OpenCollections {
  readonly analyses: CollectionAnalyses;
  readonly engine: LocalEngine;
  readonly context: CommandContext;
  /** Calls an endpoint of collections in this process. @throws whatever the endpoint answers as an error */
  call<N extends CollectionName>(name: N, args: Record<string, unknown>): Promise<Output<N>>;
  describe(name: string): Promise<CollectionInfo>;
}

type CollectionName = keyof ReturnType<typeof collectionHandlers> & Name;

/** Opens engine and store for the length of a command. */
export async function withCollections<T>(
  context: CommandContext,
  act: (open: OpenCollections) => Promise<T>,
): Promise<T> {
  const engine = await context.openEngine();
  return withStore(context, (store) => {
    const progress = progressLine(context.terminal);
    const analyses = new CollectionAnalyses(store, engine.engine);
    const handlers = collectionHandlers(analyses, noParquet, (doing, rows) =>
      progress(() => `${doing}: ${rows} rows`),
    );
    const calls = localCalls<CollectionName>(handlers);
    const call: OpenCollections["call"] = (name, args) =>
      engine.withRetinas(() => calls(name, args));
    const describe = (name: string) => store.open(name).describe();
    return act({ analyses, engine, context, call, describe });
  }).finally(() => engine.close());
}

/** `export` writes files of any size by itself. */
const noParquet = () => Promise.reject(new Error("No endpoint is asked for Parquet here."));

/** The store alone: no retina is needed. */
export async function withStore<T>(
  context: CommandContext,
  act: (store: CollectionStore) => Promise<T>,
): Promise<T> {
  const store = await openStore(context);
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}

/** The folder or cluster that is named, or else where the application keeps collections. */
async function openStore({ flags }: CommandContext): Promise<CollectionStore> {
  const folder = flags.text("folder");
  const started = await clusterOf(flags);
  if (folder !== undefined && started !== undefined)
    throw badInput("folder", "Name a folder or a cluster to keep collections in, not both.");
  if (folder !== undefined) return EmbeddedStore.open(folder);
  const { data } = userDirectories();
  const place = new ClusterPlace({ data, started, fixed: "start" });
  return openCollections(place, path.join(data, "collections"));
}

/** A command that asks one endpoint: its summary, options and JSON are those of the endpoint. */
interface EndpointCommand<N extends CollectionName>
  extends Pick<Command, "usage" | "examples">,
    Partial<Pick<Command, "summary" | "mostOperands">> {
  readonly name: `collection ${string}`;
  readonly fields: OptionFields;
  /** Options that stand for no field. */
  readonly more?: readonly OptionHelp[];
  /** What options and operands cannot say in the endpoint's own words. */
  args?(open: OpenCollections): Record<string, unknown>;
  /** What a person reads. */
  print(answer: Output<N>, open: OpenCollections): string;
}

export function endpointCommand<N extends CollectionName>(
  endpoint: N,
  command: EndpointCommand<N>,
): Command {
  const { name, usage, examples, fields, more = [] } = command;
  const { summary } = endpoints[endpoint];
  return {
    name,
    usage,
    examples,
    summary: command.summary ?? summary,
    mostOperands: command.mostOperands ?? 1,
    optionOf: { ...QUERY_NAMES, ...optionNames(fields) },
    options: [...more, ...optionsFor(endpoint, fields), ...QUERY_OPTIONS, ...STORE_OPTIONS],
    run: (context) =>
      withCollections(context, async (open) => {
        const collection = nameIn(context, name);
        const args = { ...argumentsFrom(context.flags, endpoint, fields), ...command.args?.(open) };
        const query = await queryIn(open, collection);
        const answer = await open.call(endpoint, { name: collection, query, ...args });
        show(context, answer, () => command.print(answer, open));
      }),
  };
}

/** The collection a command is about. @throws bad-input without one */
export function nameIn({ positionals }: CommandContext, command: string): string {
  const [name] = positionals;
  if (name === undefined)
    throw badInput("name", `Name the collection, such as semascope ${command} news.`);
  return name;
}

/** The query that the options of `QUERY_OPTIONS` make. */
export async function queryIn(
  open: OpenCollections,
  name: string,
): Promise<Record<string, unknown>> {
  const { flags } = open.context;
  const info = await open.describe(name);
  const like = flags.text("like");
  const rows = flags.number("sample");
  const seed = flags.number("seed") ?? 1;
  const query = {
    like: like === undefined ? undefined : await readLike(open, info, like),
    least: flags.number("least"),
    words: flags.text("words"),
    where: whereOf(flags.list("where"), info),
    sample: rows === undefined ? undefined : { rows, seed },
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

/** Of a text from a file or standard input the cells: it may be longer than what a query may carry. */
async function readLike(
  open: OpenCollections,
  info: CollectionInfo,
  like: string,
): Promise<NonNullable<CollectionQuery["like"]>> {
  if (like !== "-" && !like.startsWith("@")) return like;
  const { engine, context } = open;
  const model = () => open.analyses.modelOf(info);
  const reading = { engine, terminal: context.terminal, model };
  return { positions: Array.from(await readOperand(reading, like)) };
}

/** All of these tests; nothing where there is none. @throws bad-input, unknown-column */
export function whereOf(tests: readonly string[], info: CollectionInfo): Predicate | undefined {
  return tests.length === 0 ? undefined : { and: tests.map((test) => readTest(test, info)) };
}

const TEST = /^(.+?)(!=|>=|<=|=|<|~)(.*)$/s;

/** `column=value` and its kin; `column=` is a missing value. */
function readTest(test: string, info: CollectionInfo): Predicate {
  const [, name = "", sign, value = ""] = TEST.exec(test) ?? [];
  if (sign === undefined)
    throw badInput("where", `“${test}” is no test; write column=value, or !=, >=, <=, <, ~.`);
  const column = columnOf(info, name.trim(), "where");
  if (value === "" && (sign === "=" || sign === "!="))
    return { column: column.name, missing: sign === "=" };
  if (sign === "~") return { column: column.name, contains: value };
  const limit = readLimit(value, column);
  if (sign === ">=") return { column: column.name, from: limit };
  if (sign === "<=") return { column: column.name, to: limit };
  if (sign === "<") return { column: column.name, below: limit };
  const equal: Predicate = { column: column.name, equals: limit };
  return sign === "=" ? equal : { not: equal };
}

function readLimit(value: string, { name, type }: Column): string | number {
  if (type !== "number") return value;
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number))
    throw badInput("where", `“${name}” holds numbers; “${value}” is none.`);
  return number;
}

/** JSON for programs, words for people. */
export function show(
  { terminal, flags }: { readonly terminal: Pick<Terminal, "print">; readonly flags: Flags },
  answer: object,
  words: () => string,
) {
  terminal.print(flags.isOn("json") ? JSON.stringify(answer) : words());
}

/** Says to a person at a terminal how far long work is, once per second. */
export function progressLine(terminal: CommandContext["terminal"]): (words: () => string) => void {
  let last = Date.now();
  return (words) => {
    if (!terminal.isInteractive || Date.now() - last < 1000) return;
    last = Date.now();
    terminal.warn(words());
  };
}

/** The first line of a text, cut. */
export function oneLine(text: string, most = 100): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
