import type { TProperties } from "#typebox";
import type { Name, Output } from "../../api/client-types.ts";
import type { CollectionQuery, Column, Predicate } from "../../api/schema/collection-types.ts";
import { CollectionAnalyses } from "../../collection/analyses/analyses.ts";
import { columnOf } from "../../collection/port/check-selection.ts";
import type { CollectionInfo, CollectionStore } from "../../collection/port/store.ts";
import { badInput } from "../../errors.ts";
import { collectionHandlers } from "../../handlers/collections.ts";
import { ClusterPlace } from "../collections/connection/cluster-settings.ts";
import { openCollections } from "../collections/connection/open-collections.ts";
import { EmbeddedStore } from "../collections/embedded/embedded-store.ts";
import { userDirectories } from "../config/directories.ts";
import { argumentsIn, readText } from "./ask.ts";
import {
  type Command,
  type CommandContext,
  endpointFields,
  type Options,
  operandsOf,
  type ROWS,
  type STORE,
  type Terminal,
} from "./command.ts";
import { clusterOf, type LocalEngine, localCalls } from "./local-engine.ts";

export type CollectionName = keyof ReturnType<typeof collectionHandlers> & Name;
type StoreOptions = Options<typeof STORE>;

/** Collections, opened for the length of a command. */
export interface Opened {
  readonly analyses: CollectionAnalyses;
  readonly engine: LocalEngine;
  /** Calls an endpoint about the collection, with the arguments of options and operands. @throws whatever it answers as an error */
  ask<N extends CollectionName>(endpoint: N, more?: object): Promise<Output<N>>;
  /** The query that the options of `ROWS` make. */
  query(): Promise<CollectionQuery>;
  info(name?: string): Promise<CollectionInfo>;
}

interface CollectionRow<P extends TProperties> extends Omit<Command<P>, "run"> {
  readonly endpoint: CollectionName;
  /** Only the endpoint is asked when left out. */
  readonly run?: (open: Opened, context: Parameters<Command<P>["run"]>[0]) => unknown;
}

/** A row about one collection, with engine and store open while it runs. */
export function collectionCommand<P extends TProperties>({
  run,
  ...row
}: CollectionRow<P>): Command {
  const plain = row as unknown as Omit<Command, "run"> & { readonly endpoint: CollectionName };
  return {
    ...plain,
    run: (context) =>
      withCollections(context, plain, (open) =>
        run === undefined ? open.ask(row.endpoint) : run(open, context as never),
      ),
  };
}

/** Opens engine and store for the length of a command. */
export async function withCollections<T>(
  context: CommandContext,
  row: Omit<Command, "run">,
  act: (open: Opened) => T | Promise<T>,
): Promise<T> {
  const { operands, options, terminal } = context;
  const engine = await context.openEngine();
  return withStore(options, (store) => {
    const progress = progressLine(terminal);
    const analyses = new CollectionAnalyses(store, engine.engine);
    const handlers = collectionHandlers(analyses, noParquet, (doing, rows) =>
      progress(`${doing}: ${rows} rows`),
    );
    const calls = localCalls<CollectionName>(handlers);
    const words = operandsOf(row.operands).map(({ field }, i) => [field, operands[i]]);
    const given = Object.fromEntries(words.filter(([, word]) => word !== undefined));
    let asked: Promise<CollectionQuery> | undefined;
    const open: Opened = {
      analyses,
      engine,
      ask: async (endpoint, more = {}) => {
        const fields = argumentsIn({ ...row, endpoint }, { ...options, ...given });
        const query = "query" in endpointFields(endpoint) ? { query: await open.query() } : {};
        return calls(endpoint, { ...fieldsIn(fields), ...query, ...more });
      },
      // Once: it may read standard input.
      query: () => {
        asked ??= queryIn(open, options, terminal);
        return asked;
      },
      info: (name = operands[0] ?? "") => store.open(name).describe(),
    };
    return act(open);
  }).finally(() => engine.close());
}

/** `export` writes files of any size by itself. */
const noParquet = () => Promise.reject(new Error("No endpoint is asked for Parquet here."));

/** A column or a score by which is sorted or counted, as people write them. */
function fieldsIn({ field, sort, ...others }: Record<string, unknown>) {
  const by = String(sort ?? "");
  const descending = by.startsWith("-");
  return {
    ...others,
    ...(field !== undefined && { field: fieldOf(String(field)) }),
    ...(by !== "" && { sort: { field: fieldOf(descending ? by.slice(1) : by), descending } }),
  };
}

const fieldOf = (name: string) =>
  name.startsWith("score:") ? { score: name.slice("score:".length) } : { column: name };

/** The store alone: no retina is needed. */
export async function withStore<T>(
  options: StoreOptions,
  act: (store: CollectionStore) => T | Promise<T>,
): Promise<T> {
  const store = await openStore(options);
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}

/** The folder or cluster that is named, or else where the application stores collections. */
async function openStore({ folder, ...options }: StoreOptions): Promise<CollectionStore> {
  const started = await clusterOf(options);
  if (folder !== undefined && started !== undefined)
    throw badInput("folder", "Name a folder or a cluster for collections, not both.");
  if (folder !== undefined) return EmbeddedStore.open(folder);
  const { data } = userDirectories();
  return openCollections(
    new ClusterPlace({ data, started, fixed: "start" }),
    `${data}/collections`,
  );
}

async function queryIn(
  { analyses, info }: Opened,
  { like, least, words, where = [], sample, seed = 1 }: Options<typeof ROWS>,
  terminal: Terminal,
): Promise<CollectionQuery> {
  const text = like === undefined ? undefined : await readText(like, terminal);
  // Of a text from a file the cells: it may be longer than what a query may carry.
  const read = async (own: string) =>
    Array.from((await analyses.modelOf(await info())).text.fingerprint(own));
  const query = {
    like: text === undefined ? like : { positions: await read(text) },
    least,
    words,
    where: where.length === 0 ? undefined : whereOf(where, await info()),
    sample: sample === undefined ? undefined : { rows: sample, seed },
  };
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as CollectionQuery;
}

/** All of these tests. @throws bad-input, unknown-column */
export const whereOf = (tests: readonly string[], info: CollectionInfo): Predicate => ({
  and: tests.map((test) => readTest(test, info)),
});

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
export function progressLine(terminal: Terminal): (words: string) => void {
  let last = Date.now();
  return (words) => {
    if (!terminal.isInteractive || Date.now() - last < 1000) return;
    last = Date.now();
    terminal.warn(words);
  };
}
