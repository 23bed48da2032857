import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Worker } from "node:worker_threads";
import type { Output } from "../../core/api/client-types.ts";
import { type Host, startHost } from "../../core/node/http/start-host.ts";

export interface TaskSoakOptions {
  readonly retinas: string;
  readonly threads: number;
  readonly minutes: number;
}

/** What should be the same before and after. */
interface Traces {
  readonly threads: number;
  /** How often each file, pipe or event is open, of which each thread has some; none where the system does not tell. */
  readonly files: ReadonlyMap<string, number>;
  readonly indexMegabytes: number;
  readonly residentMegabytes: number;
  /** Files of tasks that only a run needs. */
  readonly leftovers: readonly string[];
}

interface Counts {
  [what: string]: number;
}

type Job = Output<"app.jobs">[number];

const WARM_UP_MILLISECONDS = 25_000;
/** So many ask at the same time. */
const PERSONS = 4;
/** Mean time between two threads that are killed, in milliseconds. */
const KILL_EVERY = 1500;
const MOST_GROWTH = 1.15;

const random = (below: number) => Math.floor(Math.random() * below);

/**
 * Starts, stops and kills tasks at random, and in between the threads that answer calls; then looks whether threads, files
 * and memory are what they were. @returns whether they are
 */
export async function soakTasks({ retinas, threads, minutes }: TaskSoakOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-soak-"));
  const alive = trackThreads();
  await writeCorpus(folder);
  const directories = { config: path.join(folder, "config"), data: path.join(folder, "data") };
  const host = await startHost({ port: 0, auth: false, retinas, threads, directories });
  await host.service.ready();
  const counts: Counts = {};
  const unhandled: unknown[] = [];
  process.on("unhandledRejection", (cause) => unhandled.push(cause));

  await disturb(host, { folder, alive, counts, end: Date.now() + WARM_UP_MILLISECONDS });
  const before = await tracesOf(host, alive, directories.data);
  await disturb(host, { folder, alive, counts, end: Date.now() + 60_000 * minutes });
  const after = await tracesOf(host, alive, directories.data);

  console.log(`${minutes} minutes of tasks, ${PERSONS} persons, ${threads} threads for calls`);
  for (const [what, count] of Object.entries(counts).sort())
    console.log(`  ${what.padEnd(32)}${String(count).padStart(8)}`);
  show("before", before);
  show("after", after);
  for (const change of changesOf(before, after)) console.log(`  open: ${change}`);
  const started = performance.now();
  await host.close();
  console.log(
    `closed in ${(performance.now() - started).toFixed(0)} ms, ${alive.size} threads left`,
  );
  for (const cause of unhandled) console.log(`not handled: ${String(cause)}`);
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  return (
    isSame(before, after) && alive.size === 0 && unhandled.length === 0 && !(counts.wrong ?? 0)
  );
}

/** Threads, and whether they have loaded their code: what is killed before leaves files open, and nobody kills it. */
type Threads = Map<Worker, boolean>;

function trackThreads(): Threads {
  const alive: Threads = new Map();
  process.on("worker", (worker) => {
    alive.set(worker, false);
    worker.once("message", () => alive.set(worker, true));
    worker.once("exit", () => alive.delete(worker));
  });
  return alive;
}

async function writeCorpus(folder: string): Promise<void> {
  await mkdir(path.join(folder, "corpus"));
  const line = (i: number) => `The river ${i} and its bank were wild, and the apple tree was old. `;
  const text = Array.from({ length: 2000 }, (_, i) => line(i)).join("\n");
  await writeFile(path.join(folder, "corpus", "a.txt"), text);
}

interface Disturbance {
  readonly folder: string;
  readonly alive: Threads;
  readonly counts: Counts;
  readonly end: number;
}

/** Resolves when the time is over and no task is left. */
async function disturb(host: Host, options: Disturbance): Promise<void> {
  const isOver = () => Date.now() >= options.end;
  const killer = async () => {
    while (!isOver()) {
      await sleep(random(2 * KILL_EVERY));
      const threads = [...options.alive].filter(([, isLoaded]) => isLoaded);
      const [victim] = threads[random(threads.length)] ?? [];
      if (victim === undefined || isOver()) continue;
      count(options.counts, "threads killed");
      await victim.terminate();
    }
  };
  const person = async () => {
    while (!isOver()) await oneTask(host, options);
  };
  await Promise.all([killer(), ...Array.from({ length: PERSONS }, person)]);
  while ((await list(host)).some(({ endedAt }) => endedAt === null)) await sleep(50);
}

const count = (counts: Counts, what: string) => {
  counts[what] = (counts[what] ?? 0) + 1;
};

/** Starts a task, looks at it a few times, and stops it or waits for its end. */
async function oneTask(host: Host, { folder, counts, end }: Disturbance): Promise<void> {
  const reply = await post(host, "/jobs", { input: randomInput(folder) });
  if (!reply.ok) return count(counts, `refused: ${reply.code}`);
  const { id } = reply.value as Job;
  const until = Math.random() < 0.6 ? Date.now() + random(4000) : end;
  let job = reply.value as Job;
  while (job.endedAt === null && Date.now() < until) {
    await sleep(30);
    const found = (await list(host)).find((other) => other.id === id);
    // Of those that have ended only the latest are kept.
    if (found === undefined) return count(counts, "ended and forgotten");
    job = found;
  }
  if (job.endedAt === null) {
    const stopped = await post(host, "/job-cancel", { id });
    if (!stopped.ok) return count(counts, "ended and forgotten");
    job = stopped.value as Job;
  }
  if (job.endedAt === null) count(counts, "wrong");
  count(counts, `${job.kind}: ${job.state}`);
}

/** Trainings and imports of seconds, and tasks that fail. */
function randomInput(folder: string): object {
  const corpus = path.join(folder, "corpus");
  switch (random(5)) {
    case 0:
      return { kind: "train", name: "soak", paths: [corpus] };
    case 1:
      return { kind: "train", name: "soak", paths: [path.join(folder, "nothing-here")] };
    case 2:
      return { kind: "import", name: "soak", paths: [path.join(folder, "nothing-here")] };
    default:
      return { kind: "import", name: `soak-${random(3)}`, paths: [corpus] };
  }
}

type Reply = { ok: true; value: unknown } | { ok: false; code: string };

async function post(host: Host, target: string, body: object): Promise<Reply> {
  const response = await fetch(`${host.url}/rest/semascope${target}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  const value = await response.json();
  return response.ok
    ? { ok: true, value }
    : { ok: false, code: String(value.error?.code ?? value.code) };
}

async function list(host: Host): Promise<Job[]> {
  return (await (await fetch(`${host.url}/rest/semascope/jobs`)).json()) as Job[];
}

async function tracesOf(host: Host, alive: Threads, data: string): Promise<Traces> {
  // Threads that were killed last are started again.
  await fetch(`${host.url}/rest/text/keywords`, { method: "POST", body: "the river bank" });
  await sleep(2000);
  await collect();
  const bytes = host.service.store.retinas.map(
    ({ tables }) => tables.index.memory.buffer.byteLength,
  );
  return {
    threads: alive.size,
    files: openFiles(),
    indexMegabytes: bytes.reduce((sum, size) => sum + size, 0) / 2 ** 20,
    residentMegabytes: process.memoryUsage().rss / 2 ** 20,
    leftovers: await leftoversIn(path.join(data, "jobs")),
  };
}

/** Connections come and go. */
function openFiles(): Map<string, number> {
  const folder = "/proc/self/fd";
  const files = new Map<string, number>();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const target = targetOf(path.join(folder, name));
    if (target !== undefined) files.set(target, (files.get(target) ?? 0) + 1);
  }
  return files;
}

/** Pipes are told apart by number, which means nothing. */
function targetOf(link: string): string | undefined {
  try {
    const target = readlinkSync(link);
    return target.startsWith("socket:") ? undefined : target.replace(/\[\d+\]$/, "");
  } catch {
    // The listing itself was open.
    return undefined;
  }
}

const countOf = (files: ReadonlyMap<string, number>) =>
  [...files.values()].reduce((sum, count) => sum + count, 0);

/** Files that are open more often or less often than before, with the difference. */
const changesOf = (before: Traces, after: Traces): string[] =>
  [...new Set([...before.files.keys(), ...after.files.keys()])].flatMap((file) => {
    const more = (after.files.get(file) ?? 0) - (before.files.get(file) ?? 0);
    return more === 0 ? [] : [`${more > 0 ? "+" : ""}${more} ${file}`];
  });

async function leftoversIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const spilled = readdirSync(tmpdir()).filter((name) => name.startsWith("semascope-train-"));
  return [
    ...names.filter((name) => /^incoming-|(^|[\\/])(input|work)([\\/]|$)/.test(name)),
    ...spilled,
  ];
}

async function collect(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  for (let i = 0; i < 3; i++) {
    gc();
    await sleep(100);
  }
}

function show(when: string, traces: Traces): void {
  const { threads, files, indexMegabytes, residentMegabytes, leftovers } = traces;
  console.log(
    `${when.padEnd(8)}${threads} threads, ${countOf(files)} open files, ${indexMegabytes.toFixed(2)} MB shared with them, ${residentMegabytes.toFixed(0)} MB in all, ${leftovers.length} files left behind ${leftovers.slice(0, 5).join(" ")}`,
  );
}

const isSame = (before: Traces, after: Traces): boolean =>
  after.threads === before.threads &&
  changesOf(before, after).length === 0 &&
  after.indexMegabytes === before.indexMegabytes &&
  after.residentMegabytes < MOST_GROWTH * before.residentMegabytes &&
  after.leftovers.length === 0;
