import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Output } from "../../core/api/client-types.ts";
import { EmbeddedStore } from "../../core/node/collections/embedded/embedded-store.ts";
import { openStore } from "../../core/node/commands/local-engine.ts";
import { keepReader } from "../../core/node/reader/reader-files.ts";
import { TEXT_LIMIT } from "../../core/retina/types.ts";
import { type SeededRandom, seededRandom } from "../support/seeded-random.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { fitTinyReader, writeSubjectEncoder } from "../support/tiny-reader.ts";

export interface KillOptions {
  readonly retinas: string;
  /** Times that a service is killed, and that a command is. */
  readonly services: number;
  readonly commands: number;
  readonly seed: number;
  /** The rows are read by an encoder. */
  readonly isEncoded: boolean;
}

export interface KillCounts {
  kills: number;
  /** Kills that came before the import was through. */
  during: number;
  /** Sentences about rows that were lost, doubled or made up, and about an end that is not as it should be. */
  readonly wrong: string[];
}

const ROWS = 12_000;
/** Longest wait between the first rows and the kill. */
const MOST_MILLISECONDS = 2000;
/** Before a command has written anything. */
const FIRST_MILLISECONDS = 1500;
const NAME = "killed";
const READER = "soak";

const PROGRAM = path.resolve(import.meta.dirname, "../../core/node/cli.js");
const idOf = (row: number) => `r${String(row).padStart(5, "0")}`;
const textOf = (row: number) => `the apple tree ${row} by the river bank, and its owner`;

/**
 * Kills a service and a command by -9 while they import, again and again. The same import is started after each kill, and goes on
 * where that came. Whatever a caller was told is there afterwards, and when nobody kills any more, every row is there once.
 */
export async function killImports(options: KillOptions): Promise<Map<string, KillCounts>> {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), "semascope-kills-")));
  const file = path.join(home, "rows.csv");
  const lines = Array.from({ length: ROWS }, (_, row) => `${idOf(row)},"${textOf(row)}"`);
  await writeFile(file, `id,text\n${lines.join("\n")}\n`);
  const random = seededRandom(options.seed);
  try {
    const service = path.join(home, "service");
    const command = path.join(home, "command");
    const reader = options.isEncoded ? READER : undefined;
    if (reader !== undefined)
      await keepTinyReader(path.join(home, "encoder"), options.retinas, [service, command]);
    const place = { ...options, file, random, reader };
    return new Map([
      ["service", await killServices({ ...place, home: service })],
      ["command", await killCommands({ ...place, home: command })],
    ]);
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Fits a small encoder to the usual retina, and keeps the reader in some folders of a user. */
async function keepTinyReader(encoder: string, retinas: string, homes: readonly string[]) {
  writeSubjectEncoder(encoder);
  const [retina] = (await openStore(retinas)).retinas;
  const reader = await fitTinyReader(encoder, retina!);
  for (const home of homes) await keepReader(path.join(home, "data", "readers"), READER, reader);
}

interface Place extends KillOptions {
  readonly reader: string | undefined;
  readonly home: string;
  readonly file: string;
  readonly random: SeededRandom;
}

async function killServices({ home, file, retinas, services, random, reader }: Place) {
  const counts: KillCounts = { kills: 0, during: 0, wrong: [] };
  let told = 0;
  let wasDone = false;
  while (counts.kills < services) {
    const server = await startServerProcess({
      retinas,
      threads: 1,
      home,
      files: path.dirname(file),
    });
    const before = await importOf(server);
    if (counts.kills > 0) checkEnd(before, wasDone, counts);
    if (before?.state === "done") {
      await call(server, "collection-remove", { name: NAME });
      told = 0;
    }
    await startImport(server, { file, reader });
    const first = await rowsBeyond(server, told);
    await sleep(random.below(MOST_MILLISECONDS));
    told = Math.max(first, (await importOf(server))?.counted ?? 0);
    const state = (await importOf(server))?.state;
    wasDone = state === "done";
    await server.kill();
    counts.kills++;
    if (state === "running") counts.during++;
    await check(home, { told, isOver: wasDone, reader }, counts);
  }
  const server = await startServerProcess({ retinas, threads: 1, home, files: path.dirname(file) });
  checkEnd(await importOf(server), wasDone, counts);
  await startImport(server, { file, reader });
  while ((await importOf(server))?.endedAt === null) await sleep(200);
  const last = await importOf(server);
  if (last?.state !== "done") counts.wrong.push(`the last import is ${last?.state}`);
  const { code, errors } = await server.stop();
  if (code !== 0 || errors.includes("    at ")) counts.wrong.push(`ended with ${code}: ${errors}`);
  await check(home, { told: ROWS, isOver: true, reader }, counts);
  return counts;
}

/** An import that was cut off says so. One that was over may have been killed before its end was stored. */
function checkEnd(now: Task | undefined, wasDone: boolean, { kills, wrong }: KillCounts): void {
  const isCutOff = now?.state === "failed" && now.error?.code === "interrupted";
  if (!isCutOff && !(wasDone && now?.state === "done"))
    wrong.push(`after kill ${kills}: the import is ${now?.state} ${now?.error?.message ?? ""}`);
}

const startImport = (server: ServerProcess, { file, reader }: Pick<Place, "file" | "reader">) =>
  call(server, "jobs", {
    input: { kind: "import", name: NAME, paths: [file], split: "none", ...(reader && { reader }) },
  });

/** Rows that a caller was told, once there are more than so many, or the import is over. */
async function rowsBeyond(server: ServerProcess, least: number): Promise<number> {
  for (;;) {
    const now = await importOf(server);
    const { counted = 0, endedAt } = now ?? {};
    if (now !== undefined && (counted > least || endedAt !== null)) return counted;
    await sleep(20);
  }
}

type Task = Output<"app.jobs">[number];

async function importOf(server: ServerProcess): Promise<Task | undefined> {
  const tasks = (await call(server, "jobs")) as Task[];
  return tasks.find(({ title }) => title === NAME);
}

/** @param body nothing where the endpoint is read */
async function call({ url, apiKey }: ServerProcess, name: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}/rest/semascope/${name}`, {
    headers: { "api-key": apiKey },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
  return response.json();
}

async function killCommands({ home, file, retinas, commands, random, reader }: Place) {
  const counts: KillCounts = { kills: 0, during: 0, wrong: [] };
  const folder = path.join(home, "data", "collections");
  const by = reader === undefined ? [] : ["--reader", reader];
  const start = () =>
    spawn(
      process.execPath,
      [PROGRAM, "collection", "import", file, "--name", NAME, "--retinas", retinas, ...by],
      { env: { ...process.env, SEMASCOPE_HOME: home } },
    );
  let least = 0;
  while (counts.kills < commands) {
    const child = start();
    const code = await killAfter(child, FIRST_MILLISECONDS + random.below(2 * MOST_MILLISECONDS));
    counts.kills++;
    if (code === null) counts.during++;
    else if (code !== 0) counts.wrong.push(`a command ended with ${code}`);
    // Nobody is told how far it is; but what one has found, the next ones have to find.
    least = await check(home, { told: least, isOver: code === 0, reader }, counts);
    if (code !== 0) continue;
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    least = 0;
  }
  const [code] = await once(start(), "exit");
  if (code !== 0) counts.wrong.push(`the last command ended with ${code}`);
  await check(home, { told: ROWS, isOver: true, reader }, counts);
  return counts;
}

/** @returns its exit code where it was faster, else null */
async function killAfter(child: ChildProcess, milliseconds: number): Promise<number | null> {
  const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
  const [code] = (await once(child, "exit")) as [number | null];
  clearTimeout(timer);
  return code;
}

/** @returns how many rows there are */
async function check(
  home: string,
  { told, isOver, reader }: { told: number; isOver: boolean; reader: string | undefined },
  { kills, wrong }: KillCounts,
): Promise<number> {
  const ids = await idsIn(home, reader, wrong);
  const where = `after kill ${kills}`;
  if (ids.length < told) wrong.push(`${where}: ${told} rows were told and ${ids.length} are there`);
  if (isOver && ids.length !== ROWS) wrong.push(`${where}: ${ids.length} of ${ROWS} rows`);
  if (new Set(ids).size !== ids.length) wrong.push(`${where}: a row is there twice`);
  return ids.length;
}

async function idsIn(home: string, reader: string | undefined, wrong: string[]): Promise<string[]> {
  const store = await EmbeddedStore.open(path.join(home, "data", "collections"));
  try {
    const ids: string[] = [];
    if (!(await store.list()).some(({ name }) => name === NAME)) return ids;
    const { retina } = await store.open(NAME).describe();
    if (retina.reader?.name !== reader) wrong.push(`the rows were read by ${retina.reader?.name}`);
    for await (const batch of store.open(NAME).scan({}, ["text", "cells"]))
      for (const { id, text, cells } of batch) {
        ids.push(id);
        // An encoder fills what it may; the words of such a text do not.
        if (reader !== undefined && cells.length !== TEXT_LIMIT)
          wrong.push(`${id} has ${cells.length} cells`);
        if (text !== textOf(Number(id.slice(1)))) wrong.push(`${id} has the text “${text}”`);
      }
    return ids;
  } finally {
    await store.close();
  }
}
