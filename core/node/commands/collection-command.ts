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
import { CLUSTER, clusterOf } from "./cluster-options.ts";
import { type Command, type CommandContext, ENGINE, fieldsOf, type Terminal } from "./command.ts";
import { type LocalEngine, localCalls } from "./local-engine.ts";
import { readOperand } from "./read-operand.ts";

/** Options of every command of collections. */
export const STORE = `
  --folder DIR  where collections are stored (where the application stores them)
  ${CLUSTER}
  ${ENGINE}`;

/** Options that select rows; without a sample where a command draws its own. */
export const ROWS = `
  --like WHAT      = query.like: rank by similarity: a term, an expression, any text, @FILE or -
  --least COSINE   = query.least: minimum similarity, 0 to 1
  --words WORDS    = query.words: literal words, "phrases" and -excluded ones
  --where TEST...  = where: column=value, !=, >=, <=, <, ~ (contains); may be repeated`;
export const QUERY = `${ROWS}
  --sample N       = query.sample.rows: only so many rows, randomly sampled
  --seed N         = query.sample.seed: of the sample; the same seed takes the same rows (1)`;

/** Collections, opened for the length of a command. */
export interface OpenCollections extends CommandContext {
  /** The collection that the command is about. */
  readonly name: string;
  readonly analyses: CollectionAnalyses;
  readonly engine: LocalEngine;
  /** Calls an endpoint of collections in this process. @throws whatever the endpoint answers as an error */
  call<N extends CollectionName>(name: N, args: Record<string, unknown>): Promise<Output<N>>;
  /** The same about the collection, with the rows and arguments that the options give. */
  ask<N extends CollectionName>(name: N, more?: Record<string, unknown>): Promise<Output<N>>;
  /** The query that the options of `QUERY` make. */
  query(): Promise<Record<string, unknown>>;
  info(name?: string): Promise<CollectionInfo>;
}

type CollectionName = keyof ReturnType<typeof collectionHandlers> & Name;

/** What a command of collections says of itself; name and options are completed. */
interface CollectionCommand extends Omit<Command, "run" | "summary"> {
  /** That of the endpoint when left out. */
  readonly summary?: string;
  run(open: OpenCollections): void | Promise<void>;
}

/** A command about one collection, with engine and store open while it runs. */
export function collectionCommand({ run, ...parts }: CollectionCommand): Command {
  const name = `collection ${parts.name}`;
  const [of = ""] = parts.of ?? [];
  const summary = typeof of === "string" && of !== "" ? endpoints[of].summary : "";
  return {
    summary,
    ...parts,
    name,
    options: `${parts.options}\n${STORE}`,
    run: (context) =>
      withCollections(context, (open) => {
        requireName(context, name);
        return run(open);
      }),
  };
}

/** The collection that a command is about. @throws bad-input without one */
export function requireName({ operands: [name] }: CommandContext, command: string): string {
  if (name === undefined)
    throw badInput("name", `Name the collection, such as semascope ${command} news.`);
  return name;
}

/** Opens engine and store for the length of a command. */
export async function withCollections<T>(
  context: CommandContext,
  act: (open: OpenCollections) => T | Promise<T>,
): Promise<T> {
  const engine = await context.openEngine();
  return withStore(context, (store) => {
    const { flags, operands } = context;
    const name = operands[0] ?? "";
    const progress = progressLine(context.terminal);
    const analyses = new CollectionAnalyses(store, engine.engine);
    const handlers = collectionHandlers(analyses, noParquet, (doing, rows) =>
      progress(() => `${doing}: ${rows} rows`),
    );
    const calls = localCalls<CollectionName>(handlers);
    let asked: ReturnType<typeof queryIn> | undefined;
    const open: OpenCollections = {
      ...context,
      name,
      analyses,
      engine,
      call: (endpoint, args) => calls(endpoint, args),
      ask: async (endpoint, more = {}) =>
        open.call(endpoint, {
          name,
          ...("query" in fieldsOf(endpoint) ? { query: await open.query() } : {}),
          ...flags.for(endpoint),
          ...more,
        }),
      // Once: it may read standard input.
      query: () => {
        asked ??= queryIn(open);
        return asked;
      },
      info: (of = name) => store.open(of).describe(),
    };
    return act(open);
  }).finally(() => engine.close());
}

/** `export` writes files of any size by itself. */
const noParquet = () => Promise.reject(new Error("No endpoint is asked for Parquet here."));

/** The store alone: no retina is needed. */
export async function withStore<T>(
  context: CommandContext,
  act: (store: CollectionStore) => T | Promise<T>,
): Promise<T> {
  const store = await openStore(context);
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}

/** The folder or cluster that is named, or else where the application stores collections. */
async function openStore({ flags }: CommandContext): Promise<CollectionStore> {
  const folder = flags.text("folder");
  const started = await clusterOf(flags);
  if (folder !== undefined && started !== undefined)
    throw badInput("folder", "Name a folder or a cluster for collections, not both.");
  if (folder !== undefined) return EmbeddedStore.open(folder);
  const { data } = userDirectories();
  const place = new ClusterPlace({ data, started, fixed: "start" });
  return openCollections(place, path.join(data, "collections"));
}

async function queryIn(open: OpenCollections): Promise<Record<string, unknown>> {
  const { flags } = open;
  const info = await open.info();
  const like = flags.text("like");
  const rows = flags.number("sample");
  const query = {
    like: like === undefined ? undefined : await readLike(open, info, like),
    least: flags.number("least"),
    words: flags.text("words"),
    where: whereOf(flags.list("where"), info),
    sample: rows === undefined ? undefined : { rows, seed: flags.number("seed") ?? 1 },
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

/** Of a text from a file or standard input the cells: it may be longer than what a query may carry. */
async function readLike(
  { engine, terminal, analyses }: OpenCollections,
  info: CollectionInfo,
  like: string,
): Promise<NonNullable<CollectionQuery["like"]>> {
  if (like !== "-" && !like.startsWith("@")) return like;
  const model = () => analyses.modelOf(info);
  return { positions: Array.from(await readOperand({ engine, terminal, model }, like)) };
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
    throw badInput(
      "where",
      `“${test}” is not a valid condition. Use column=value, or !=, >=, <=, <, ~.`,
    );
  const isKnown = info.columns.some((column) => column.name === name.trim());
  // It may be the name of the ids, which are no column.
  if (!isKnown && sign === "=") return { column: name.trim(), equals: value };
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
    throw badInput("where", `“${name}” contains numbers; “${value}” is none.`);
  return number;
}

/** Shows a person at a terminal the progress of long work, once per second. */
export function progressLine(terminal: Terminal): (words: () => string) => void {
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
