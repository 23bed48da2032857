import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Worker } from "node:worker_threads";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Output } from "../../../../core/api/client-types.ts";
import type { IndexMemory } from "../../../../core/kernel/index-memory.ts";
import { startTestHost, type TestHost } from "../../../support/test-host.ts";

type Job = Output<"app.jobs">[number];

/** Something that happens to a service, and how many milliseconds later the next thing does. */
type Deed = { readonly pause: number } & (
  | { readonly type: "start"; readonly input: Input }
  | { readonly type: "cancel" | "kill"; readonly which: number }
);
type Input = "short" | "long" | "wrong" | "training";

const CALL_THREADS = 1;
const COLLECTION_THREADS = 1;
const SETTLED_MILLISECONDS = 60_000;
/** Holders of working areas are numbered from the threads, and this one is the first. */
const MAIN_HOLDER = 1;

let host: TestHost;
let databases: ReadonlySet<Worker>;
const threads = new Set<Worker>();

function track(worker: Worker): void {
  threads.add(worker);
  worker.once("exit", () => threads.delete(worker));
}

beforeAll(async () => {
  process.on("worker", track);
  host = await startTestHost({ threads: CALL_THREADS }, async (folder) => {
    const line = "The river and its bank were wild, and the apple tree was old.\n";
    await writeFile(path.join(folder, "corpus.txt"), line.repeat(20_000));
    await writeFile(path.join(folder, "short.txt"), line);
  });
  await host.service.ready();
  const before = new Set(threads);
  // Starts the thread of the collections, which stays and is never killed: DuckDB would take the process along.
  await ask("/collections", {});
  databases = new Set([...threads].filter((worker) => !before.has(worker)));
});
afterAll(async () => {
  await host.end();
  process.off("worker", track);
});

const imported = (file: string, name: string) => ({
  kind: "import",
  name,
  paths: [path.join(host.folder, file)],
});

function bodyOf(input: Input): object {
  switch (input) {
    case "short":
      return imported("short.txt", "short");
    case "long":
      return imported("corpus.txt", "long");
    case "wrong":
      return imported("nothing.txt", "wrong");
    case "training":
      return { kind: "train", name: "own", paths: [path.join(host.folder, "corpus.txt")] };
  }
}

async function ask(target: string, body?: object): Promise<unknown> {
  const response = await fetch(`${host.url}/rest/semascope${target}`, {
    headers: { "api-key": host.apiKey ?? "" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  return response.json();
}
const list = async () => (await ask("/jobs")) as Job[];
const isOver = ({ state }: Job) => ["done", "failed", "cancelled"].includes(state);

/** What may come of a start: a task, or a refusal with a reason that a person can act on. */
function expectGoodAnswer(answer: unknown): void {
  const { id, code } = answer as { id?: string; code?: string };
  if (id === undefined) expect(["bad-input", "conflict", "interrupted", "busy"]).toContain(code);
}

/** Does one thing after the other, without waiting for answers. @returns the answers to starts */
async function misbehave(deeds: readonly Deed[]): Promise<unknown[]> {
  const starts: Promise<unknown>[] = [];
  const cancels: Promise<unknown>[] = [];
  for (const deed of deeds) {
    if (deed.type === "start") starts.push(ask("/jobs", { input: bodyOf(deed.input) }));
    else if (deed.type === "kill")
      void at(
        [...threads].filter((worker) => !databases.has(worker)),
        deed.which,
      )?.terminate();
    else {
      const running = (await list()).filter((job) => !isOver(job));
      const id = at(running, deed.which)?.id;
      if (id !== undefined) cancels.push(ask("/job-cancel", { id }));
    }
    await new Promise((resolve) => setTimeout(resolve, deed.pause));
  }
  await Promise.all(cancels);
  return Promise.all(starts);
}

const at = <T>(items: readonly T[], which: number): T | undefined => items[which % items.length];

/** Ends what still waits or runs. */
async function stopAll(): Promise<void> {
  for (let left = await list(); left.length > 0; left = (await list()).filter((j) => !isOver(j)))
    for (const { id } of left.filter((job) => !isOver(job))) await ask("/job-cancel", { id });
}

/** Files in the folders of tasks that only a task which waits or runs needs, and folders of no task. */
async function leftovers(): Promise<string[]> {
  const ids = new Set((await list()).map(({ id }) => id));
  const tasks = path.join(host.folder, "data", "jobs");
  // The first task that is accepted makes it.
  const names = existsSync(tasks) ? await readdir(tasks, { recursive: true }) : [];
  return names.filter((name) => {
    const [folder = "", file] = name.split(path.sep);
    return !ids.has(folder) || file === "work";
  });
}

/** Threads that hold a working area in the memory of an index although they have ended. */
function deadHolders({ memory, layout }: IndexMemory): number[] {
  const table = new Uint32Array(memory.buffer, layout.areas, (layout.listTerms - layout.areas) / 4);
  const holders = table.filter((_, place) => place % 2 === 1);
  const alive = new Set([0, MAIN_HOLDER, ...[...threads].map(({ threadId }) => threadId + 1)]);
  return [...holders].filter((holder) => !alive.has(holder));
}

const indexes = () => host.service.store.retinas.map(({ tables }) => tables.index);

const deed = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("start" as const),
      input: fc.constantFrom<Input>("short", "long", "wrong", "training"),
      pause: fc.nat(400),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom("cancel" as const, "kill" as const),
      which: fc.nat(5),
      pause: fc.nat(200),
    }),
  },
);

it("leave no thread, file or shared memory behind, however they are started, cancelled and killed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 10 }), async (deeds) => {
      for (const answer of await misbehave(deeds)) expectGoodAnswer(answer);
      await stopAll();
      const settled = { timeout: SETTLED_MILLISECONDS };
      await expect.poll(leftovers, settled).toEqual([]);
      // A call starts the thread again that was killed.
      await host.service.ready();
      await expect.poll(() => threads.size, settled).toBe(CALL_THREADS + COLLECTION_THREADS);
      await expect.poll(() => indexes().flatMap(deadHolders), settled).toEqual([]);
      // The next task is carried out as if nothing had been.
      const { id } = (await ask("/jobs", { input: bodyOf("short") })) as Job;
      const state = async () => (await list()).find((job) => job.id === id)?.state;
      await expect.poll(state, settled).toBe("done");
    }),
    { numRuns: 6 },
  );
}, 300_000);

it("leave no thread when the service stops in the middle", async () => {
  await misbehave([
    { type: "start", input: "long", pause: 300 },
    { type: "start", input: "training", pause: 0 },
    { type: "start", input: "short", pause: 0 },
  ]);
  await host.close();
  expect(threads.size).toBe(0);
  expect(indexes().flatMap(deadHolders)).toEqual([]);
}, 60_000);
