import path from "node:path";
import type { CollectionQuery, Column, Predicate } from "../../../api/collection-types.ts";
import { checkArgs } from "../../../api/validate.ts";
import { CollectionAnalyses, likePositions } from "../../../collection/analyses/analyses.ts";
import { checkQuery } from "../../../collection/port/check-query.ts";
import { columnOf } from "../../../collection/port/check-selection.ts";
import type { CollectionInfo, CollectionStore } from "../../../collection/port/store.ts";
import type { Model } from "../../../engine.ts";
import { badInput } from "../../../errors.ts";
import type { Positions } from "../../../kernel/grid.ts";
import { ClusterPlace } from "../../collections/connection/cluster-settings.ts";
import { openCollections } from "../../collections/connection/open-collections.ts";
import { EmbeddedStore } from "../../collections/embedded/embedded-store.ts";
import { userDirectories } from "../../config/directories.ts";
import { CLUSTER_OPTIONS, clusterOf } from "../cluster-options.ts";
import { type CommandContext, ENGINE_OPTIONS, type OptionHelp, type Terminal } from "../command.ts";
import type { LocalEngine } from "../local-engine.ts";
import { readOperand } from "../read-operand.ts";

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

export interface OpenDesk {
  readonly desk: CollectionAnalyses;
  readonly engine: LocalEngine;
}

/** Opens engine and store for the length of a command. */
export async function withDesk<T>(
  context: CommandContext,
  act: (open: OpenDesk) => Promise<T>,
): Promise<T> {
  const engine = await context.openEngine();
  return withStore(context, (store) =>
    act({ desk: new CollectionAnalyses(store, engine.engine), engine }),
  );
}

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

/** The collection a command is about. @throws bad-input without one */
export function nameIn({ positionals }: CommandContext, command: string): string {
  const [name] = positionals;
  if (name === undefined)
    throw badInput("name", `Name the collection, such as semascope collection ${command} news.`);
  return name;
}

/** The query that the options of `QUERY_OPTIONS` make. */
export async function queryIn(
  { flags, terminal }: CommandContext,
  { desk }: OpenDesk,
  info: CollectionInfo,
): Promise<CollectionQuery> {
  const like = flags.text("like");
  const sample = flags.number("sample");
  const tests = flags.list("where").map((test) => readTest(test, info));
  const query = {
    ...(like === undefined
      ? {}
      : {
          like: {
            positions: Array.from(await readLike(await desk.modelOf(info), like, terminal)),
          },
        }),
    ...(flags.number("least") === undefined ? {} : { least: flags.number("least") }),
    ...(flags.text("words") === undefined ? {} : { words: flags.text("words") }),
    ...(tests.length === 0 ? {} : { where: { and: tests } }),
    ...(sample === undefined ? {} : { sample: { rows: sample, seed: flags.number("seed") ?? 1 } }),
  };
  return checkQuery(
    checkArgs("app.collectionQuery", { name: info.name, query }).query as CollectionQuery,
  );
}

/** A text from a file or standard input, or what was written. */
const readLike = async (model: Model, like: string, terminal: Terminal): Promise<Positions> =>
  like === "-" || like.startsWith("@")
    ? readOperand(model, like, terminal)
    : likePositions(model, like);

const TEST = /^(.+?)(!=|>=|<=|=|<|~)(.*)$/s;

/** `column=value` and its kin; `column=` is a missing value. @throws bad-input, unknown-column */
export function readTest(test: string, info: CollectionInfo): Predicate {
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

/** Tells a person at a terminal how far long work is, once per second. */
export function progressTeller(terminal: Terminal): (tell: () => string) => void {
  let told = Date.now();
  return (tell) => {
    if (!terminal.isInteractive || Date.now() - told < 1000) return;
    told = Date.now();
    terminal.warn(tell());
  };
}

/** The first line of a text, cut. */
export function oneLine(text: string, most = 100): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
