import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { cancelled } from "../../../../core/errors.ts";
import { newJob } from "../../../../core/node/jobs/job.ts";
import type { QuickRunner } from "../../../../core/node/jobs/job-acceptor.ts";
import { JobFolder, type JobState, RowWriter } from "../../../../core/node/jobs/job-folder.ts";
import { remainingSeconds } from "../../../../core/node/jobs/job-methods.ts";
import { readInput } from "../../../../core/node/jobs/job-request.ts";
import { JobStore } from "../../../../core/node/jobs/job-store.ts";
import { RetinaStore } from "../../../../core/node/opening/retina-store.ts";
import { jobHandlers, retinaHandlers } from "../../../../core/node/service/host-handlers.ts";
import { roughSize } from "../../../../core/node/wire/thread-choice.ts";
import { writeRetina } from "../../../../core/retina/write-retina.ts";
import { startJobThread, testKinds } from "../../../support/job-threads.ts";
import { tinyRetinaData } from "../../../support/tiny-retina.ts";

// Each task starts a thread, and threads compete with whatever else the machine does.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let store: JobStore;
let retinaFile: string;
const threads = new Set<Worker>();
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "jobs-"));
  retinaFile = path.join(folder, "own.retina");
  store = open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  beforeReady = () => {};
  await store.close();
  expect(threads.size).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

/** Called when a thread is ready, before it is given anything to do. */
let beforeReady: (worker: Worker) => void = () => {};

function start(): Worker {
  const worker = startJobThread();
  worker.once("message", () => beforeReady(worker));
  threads.add(worker);
  worker.once("exit", () => threads.delete(worker));
  return worker;
}

type OpenOptions = Parameters<typeof testKinds>[0] & { readonly quick?: QuickRunner };

const open = ({ quick, ...options }: OpenOptions = {}) =>
  new JobStore({
    ...(quick === undefined ? {} : { quick: () => quick }),
    folder: path.join(folder, "jobs"),
    kinds: testKinds(options),
    surroundings: () => ({ retinas: [], mayReadFiles: true }),
    startThread: start,
    sizeOf: roughSize,
  });

const inputOf = (...texts: string[]) => ({
  kind: "compareBulk",
  items: texts.map((text) => ({ text })),
  pairs: "one-to-many",
});
const textsOf = (input: object): readonly string[] =>
  (input as ReturnType<typeof inputOf>).items.map(({ text }) => text);
/** A task whose thread does what the first text says. */
const begin = (...texts: string[]) => store.start({ args: { input: inputOf(...texts) } });
const train = () =>
  store.start({ args: { input: { kind: "train", name: "own", paths: [retinaFile] } } });

const moment = () => new Promise((resolve) => setTimeout(resolve, 5));

async function until(id: string, isThere: (state: JobState) => boolean): Promise<JobState> {
  while (!isThere(store.get(id).state)) await moment();
  return store.get(id).state;
}
const over = (id: string) => until(id, () => store.get(id).isOver);
const started = (id: string) => until(id, ({ fraction }) => fraction > 0);

describe("tasks that are over in a moment", () => {
  /** Two rows at once, or until it is stopped; no thread starts for them. */
  const withRunner = () => {
    const runner: QuickRunner = {
      accept: () => Promise.reject(new Error("small inputs are read here")),
      run: async (where, { signal, onProgress }) => {
        const rows = await RowWriter.open(new JobFolder(where), (count) =>
          onProgress({ rows: count }),
        );
        const { input } = readInput(await new JobFolder(where).readInput());
        for (const row of [1, 2]) await rows.add(row);
        await rows.flush();
        if (!textsOf(input).includes("listen")) return;
        await new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(cancelled())),
        );
      },
    };
    const isQuick = (input: object) => textsOf(input)[0] === "quick";
    return open({ isQuick, quick: runner });
  };
  const takeRunner = async () => {
    await store.close();
    store = withRunner();
  };

  it("run beside a long one, without a thread of their own, with their rows on disk", async () => {
    await takeRunner();
    const { id: long } = await begin("listen");
    await started(long);
    const ids = (await Promise.all([begin("quick"), begin("quick")])).map(({ id }) => id);
    for (const id of ids) {
      expect(await over(id)).toMatchObject({ state: "done", rows: 2, fraction: 1 });
      expect(await store.get(id).folder.readRows(0, 5)).toEqual([1, 2]);
    }
    expect(threads.size).toBe(1);
    expect(store.get(long).state.state).toBe("running");
    await store.cancel(long);
  });

  it("are stopped like the others, by hand and by the end of the service", async () => {
    await takeRunner();
    const { id } = await begin("quick", "listen");
    await until(id, ({ rows }) => rows === 2);
    expect(await store.cancel(id)).toMatchObject({ state: "cancelled", rows: 2 });
    const { id: other } = await begin("quick", "listen");
    await until(other, ({ rows }) => rows === 2);
    await store.close();
    expect(store.get(other).state.state).toBe("cancelled");
  });

  it("have a thread of their own where there are no others", async () => {
    await store.close();
    store = open({ isQuick: () => true });
    const { id } = await begin("rows");
    expect(await over(id)).toMatchObject({ state: "done", rows: 3 });
  });
});

describe("tasks", () => {
  it("run one after the other and keep their rows on disk", async () => {
    const ids = (await Promise.all([begin("rows"), begin("rows"), begin("rows")])).map(
      ({ id }) => id,
    );
    for (const id of ids) {
      expect(await over(id)).toMatchObject({ state: "done", rows: 3, fraction: 1, error: null });
      expect(threads.size).toBeLessThanOrEqual(1);
    }
    expect(await store.get(ids[0] ?? "").folder.readRows(1, 5)).toEqual([2, 3]);
  });

  it("hold no thread while they wait, and no more than the one that runs", async () => {
    const { id: running } = await begin("listen");
    await started(running);
    const waiting = await Promise.all(Array.from({ length: 8 }, () => begin("rows")));
    expect(threads.size).toBe(1);
    for (const { id } of waiting.slice(0, 7))
      expect(await store.cancel(id)).toMatchObject({ state: "cancelled", rows: 0 });
    expect(threads.size).toBe(1);
    await store.cancel(running);
    expect(await over(waiting[7]?.id ?? "")).toMatchObject({ state: "done", rows: 3 });
  });

  it("of imports go on beside a training or another long one, one import at a time", async () => {
    const importing = (deed: string) =>
      store.start({ args: { input: { kind: "import", name: "own", paths: [deed] } } });
    const { id: long } = await begin("listen");
    await started(long);
    const { id: next } = await begin("rows");
    const { id: first } = await importing("listen");
    const { id: second } = await importing("rows");
    await started(first);
    expect([long, next, first, second].map((id) => store.get(id).state.state)).toEqual([
      "running",
      "waiting",
      "running",
      "waiting",
    ]);
    expect(threads.size).toBe(2);
    await store.cancel(first);
    expect(await over(second)).toMatchObject({ state: "done", rows: 3 });
    expect(store.get(next).state.state).toBe("waiting");
    await store.cancel(long);
    expect(await over(next)).toMatchObject({ state: "done", rows: 3 });
  });

  it("wait in their own lanes again after a restart", async () => {
    const { id: long } = await begin("listen");
    await started(long);
    const { id: next } = await begin("rows");
    await store.close();
    store = open();
    await store.open();
    expect(await over(next)).toMatchObject({ state: "done", rows: 3 });
  });

  it("are refused when too many wait, and accepted again once one has ended", async () => {
    const { id: running } = await begin("listen");
    await started(running);
    const all = await Promise.allSettled(Array.from({ length: 23 }, () => begin("rows")));
    const refused = all.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(3);
    for (const outcome of refused)
      expect(outcome).toMatchObject({
        reason: { code: "busy", message: expect.stringContaining("20 tasks are waiting") },
      });
    const [waiting] = store.list().filter(({ state }) => state === "waiting");
    await store.cancel(waiting?.id ?? "");
    expect(await begin("rows")).toMatchObject({ state: "waiting" });
    await expect(begin("rows")).rejects.toMatchObject({ code: "busy" });
  });

  it("end when the program stops, whatever they do; those that wait do so again at the next start", async () => {
    for (const deed of ["hang", "listen"]) {
      const { id: running } = await begin(deed);
      const waiting = await begin("rows");
      const large = begin("rows", "x".repeat(100_000));
      large.catch(() => {});
      await until(running, ({ state }) => state === "running");
      await store.close();
      await large.catch((cause) => expect(cause).toMatchObject({ code: "busy" }));
      expect(threads.size).toBe(0);
      expect(store.get(running).state).toMatchObject({ state: "cancelled" });
      expect(store.get(waiting.id).state).toMatchObject({ state: "waiting" });
      await expect(begin("rows")).rejects.toMatchObject({ code: "busy" });
      store = open();
      await store.open();
      expect(store.get(running).state).toMatchObject({ state: "cancelled" });
      expect(await over(waiting.id)).toMatchObject({ state: "done", rows: 3 });
    }
  });

  it("keep a large input on disk until their turn, and delete it with what else the run needed", async () => {
    const { id: running } = await begin("litter");
    await until(running, ({ state }) => state === "running");
    const { id } = await begin("many", "2500", "x".repeat(200_000));
    const files = () => readdir(path.join(folder, "jobs", id));
    expect((await files()).sort()).toEqual(["input", "job.json"]);
    while (!existsSync(path.join(folder, "jobs", running, "work", "spill"))) await moment();
    await store.cancel(running);
    expect(await readdir(path.join(folder, "jobs", running))).toEqual(["job.json"]);
    expect(await over(id)).toMatchObject({ state: "done", rows: 2500 });
    expect((await files()).sort()).toEqual([
      "job.json",
      "rows-00000.json",
      "rows-00001.json",
      "rows-00002.json",
    ]);
    expect(await store.get(id).folder.readRows(0, 9999)).toEqual([...Array(2500).keys()]);
  });

  it("take the same input over either transport, small or large", async () => {
    for (const filler of ["x", "x".repeat(50_000)]) {
      const args = { input: inputOf("many", "7", filler) };
      const body = new TextEncoder().encode(JSON.stringify(args));
      for (const request of [{ args }, { search: "", body }]) {
        const { id } = await store.start(request);
        expect(await over(id)).toMatchObject({ state: "done", rows: 7 });
      }
    }
  });

  it("leave nothing behind when they are refused", async () => {
    for (const filler of ["x", "x".repeat(50_000)]) {
      const input = { ...inputOf(), title: filler };
      await expect(store.start({ args: { input } })).rejects.toMatchObject({ code: "bad-input" });
    }
    expect(await readdir(path.join(folder, "jobs"))).toEqual([]);
    expect(store.list()).toEqual([]);
  });

  it("fail with the reason where their rows cannot be written, and let the next one run", async () => {
    const [first, second] = [await begin("full"), await begin("rows")];
    expect(await over(first.id)).toMatchObject({
      state: "failed",
      error: { message: "What the task found could not be saved: the disk is full." },
    });
    expect(await over(second.id)).toMatchObject({ state: "done", rows: 3 });
  });

  it("go on where only their state cannot be written, and refuse to start where nothing can", async () => {
    const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
    const { id } = await begin("rows");
    vi.spyOn(JobFolder.prototype, "writeState").mockRejectedValue(full);
    expect(await over(id)).toMatchObject({ state: "done", rows: 3 });
    await expect(begin("rows")).rejects.toThrow("The task could not be saved: the disk is full.");
  });

  it("are there again after a restart; those cut off count as failed", async () => {
    const { id } = await begin("rows");
    await over(id);
    await interrupted("cut-off", 1500);
    await mkdir(path.join(folder, "jobs", "junk"));
    await mkdir(path.join(folder, "jobs", `incoming-${GONE}-x`));
    await mkdir(path.join(folder, "jobs", `incoming-${process.ppid}-y`));
    const next = open();
    await next.open();
    expect(next.get(id).state).toMatchObject({ state: "done", rows: 3 });
    expect(next.get("cut-off").state).toMatchObject({
      state: "failed",
      rows: 1500,
      error: { message: expect.stringContaining("while this task was running") },
    });
    const left = await readdir(path.join(folder, "jobs"));
    expect(left.sort()).toEqual(["cut-off", id, `incoming-${process.ppid}-y`].sort());
  });

  it("go on after a restart with the rows they have, where their kind can", async () => {
    await interrupted("cut-off", 1500);
    store = open({ resumes: true });
    await store.open();
    expect(await over("cut-off")).toMatchObject({ state: "done", rows: 3300, error: null });
    const rows = await store.get("cut-off").folder.readRows(0, 9999);
    expect(rows).toEqual([
      ...Array.from({ length: 1500 }, (_, i) => `old ${i}`),
      ...range(1500, 3300),
    ]);
  });

  it("of a kind that can go on are interrupted when the program stops, and lose no row", async () => {
    store = open({ resumes: true });
    const { id } = await begin("slowly", "200");
    for (let time = 0, rows = 0; time < 3; time++) {
      await until(id, (state) => state.rows > rows);
      await store.close();
      rows = store.get(id).state.rows;
      expect(store.get(id).state).toMatchObject({ state: "waiting", endedAt: null });
      store = open({ resumes: true });
      await store.open();
      expect(store.get(id).state.rows).toBeGreaterThanOrEqual(rows);
    }
    await over(id);
    expect(await store.get(id).folder.readRows(0, 9999)).toEqual(range(0, 200));
  });

  it("are taken over by one host only", async () => {
    await interrupted("cut-off", 10);
    const hosts = Array.from({ length: 4 }, () => open({ resumes: true }));
    await Promise.all(hosts.map((host) => host.open()));
    expect(hosts.filter((host) => host.list().length === 1)).toHaveLength(1);
    await Promise.all(hosts.map((host) => host.close()));
  });

  it("are left alone while another process works on them", async () => {
    const other = path.join(folder, "jobs", "theirs");
    await mkdir(other, { recursive: true });
    const state = { ...newJob("theirs", { kind: "compareBulk", title: "x" }), state: "running" };
    const file = path.join(other, "job.json");
    await writeFile(file, JSON.stringify({ process: process.ppid, owner: "o", job: state }));
    await store.open();
    expect(store.list()).toEqual([]);
    expect(JSON.parse(await readFile(file, "utf8")).job.state).toBe("running");
  });

  it("fail when their thread dies, throws, rejects or needs too much memory, and the next one runs", async () => {
    const silent = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    for (const [deed, code] of [
      ["crash", "interrupted"],
      ["throw", "internal"],
      ["stray", "internal"],
      ["memory", "too-large"],
    ] as const) {
      const { id } = await begin(deed);
      expect(await over(id)).toMatchObject({
        state: "failed",
        error: { code },
      });
    }
    silent.mockRestore();
    expect(await over((await begin("rows")).id)).toMatchObject({ state: "done" });
  });

  it("are refused with what to do when the thread that reads their input is killed", async () => {
    beforeReady = (worker) => void worker.terminate();
    await expect(begin("rows", "x".repeat(100_000))).rejects.toMatchObject({
      code: "interrupted",
      message: expect.stringContaining("start it again"),
    });
    expect(threads.size).toBe(0);
    expect(await readdir(path.join(folder, "jobs"))).toEqual([]);
    beforeReady = () => {};
    const { id } = await begin("rows", "x".repeat(100_000));
    expect(await over(id)).toMatchObject({ state: "done", rows: 3 });
  });

  it("keep what they had when they are stopped", async () => {
    const { id } = await begin("listen");
    expect(await started(id)).toMatchObject({ phase: "listening", fraction: 0.5 });
    expect(await store.cancel(id)).toMatchObject({ state: "cancelled", rows: 1 });
    expect(await store.get(id).folder.readRows(0, 9)).toEqual(["before"]);
  });

  it("are removed once, however many start at the same time", async () => {
    for (let i = 0; i < 23; i++) await finished(`old-${i}`, i);
    const unhandled: unknown[] = [];
    const note = (cause: unknown) => unhandled.push(cause);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    vi.spyOn(JobFolder.prototype, "remove").mockRejectedValueOnce(new Error("no access"));
    await store.open();
    const ids = (await Promise.all([begin("rows"), begin("rows"), begin("rows")])).map(
      ({ id }) => id,
    );
    for (const id of ids) await over(id);
    await begin("rows");
    const left = store.list().map(({ id }) => id);
    for (const id of ids) expect(left).toContain(id);
    expect(left).not.toContain("old-0");
    expect(unhandled).toEqual([]);
  });

  it("keep the twenty latest", async () => {
    for (let i = 0; i < 21; i++) await finished(`old-${i}`, i);
    await store.open();
    const ids = () => store.list().map(({ id }) => id);
    expect(ids()).toEqual(Array.from({ length: 20 }, (_, i) => `old-${20 - i}`));
    const { id } = await begin("rows");
    await over(id);
    await over((await begin("rows")).id);
    await begin("rows");
    expect(ids()).toContain(id);
    expect(ids()).not.toContain("old-2");
    expect(ids()).toContain("old-3");
  });
});

/** A task that ended in the given second. */
async function finished(id: string, second: number): Promise<void> {
  const old = new JobFolder(path.join(folder, "jobs", id));
  const startedAt = new Date(1_700_000_000_000 + 1000 * second).toISOString();
  await old.prepare();
  const state = newJob(id, { kind: "compareBulk", title: "old" });
  await old.writeState({ ...state, state: "done", startedAt }, "an earlier host");
}

/** No process has this number. */
const GONE = 2 ** 22 + 1;
const range = (from: number, end: number) => Array.from({ length: end - from }, (_, i) => from + i);

/** A task that a process began that is gone: 3,300 rows in all, some of them on disk. */
async function interrupted(id: string, rows: number): Promise<void> {
  const cut = new JobFolder(path.join(folder, "jobs", id));
  await cut.prepare();
  const input = inputOf("many", "3300");
  await cut.writeInput({ search: "", body: Buffer.from(JSON.stringify({ input })) });
  const old = Array.from({ length: rows }, (_, i) => `old ${i}`);
  for (let index = 0; index * 1000 < rows; index++)
    await cut.writeChunk(index, old.slice(1000 * index, 1000 * (index + 1)));
  // The state lags behind the rows.
  const job = { ...newJob(id, { kind: "compareBulk", title: "half" }), state: "running", rows: 7 };
  await writeFile(
    path.join(cut.path, "job.json"),
    JSON.stringify({ process: GONE, owner: "o", job }),
  );
}

describe("training", () => {
  it("tells progress, and its result is looked at, kept, and thrown away", async () => {
    const home = path.join(folder, "retinas");
    const retinas = new RetinaStore([{ folder: home, isOwn: true }], home);
    let reloads = 0;
    const host = { store: retinas, jobs: store, reload: () => void reloads++ };
    const handlers = { ...retinaHandlers(host), ...jobHandlers(store, retinas) };
    await writeFile(retinaFile, writeRetina(tinyRetinaData({ name: "own" })));
    const { id } = await train();
    await over(id);
    const result = await handlers["app.jobResult"]({ id, limit: 10, offset: 0 }, NEVER_CANCELLED);
    expect(result.trained).toMatchObject({ name: "own", kept: false });
    expect(result.trained?.anchors).toHaveLength(16_384);
    expect(result.trained?.samples[0]?.similar.length).toBeGreaterThan(0);
    expect(await handlers["app.trainingKeep"]({ id }, NEVER_CANCELLED)).toMatchObject({
      name: "own",
    });
    expect(reloads).toBe(1);
    await expect(handlers["app.trainingKeep"]({ id }, NEVER_CANCELLED)).rejects.toMatchObject({
      code: "conflict",
    });
    await handlers["app.trainingDiscard"]({ id }, NEVER_CANCELLED);
    expect(store.list()).toEqual([]);
    expect(retinas.retinas.map(({ name }) => name)).toEqual(["own"]);
  });
});

describe("a task's rows", () => {
  it("come back over the borders of the chunks", async () => {
    const rows = new JobFolder(path.join(folder, "rows"));
    await rows.writeChunk(
      0,
      Array.from({ length: 1000 }, (_, i) => i),
    );
    await rows.writeChunk(
      1,
      Array.from({ length: 7 }, (_, i) => 1000 + i),
    );
    expect(await rows.readRows(998, 4)).toEqual([998, 999, 1000, 1001]);
    expect(await rows.readRows(1005, 100)).toEqual([1005, 1006]);
    expect(await rows.readRows(5000, 10)).toEqual([]);
  });
});

it("estimates the time left once there is something to go by", () => {
  expect(remainingSeconds(0, 0.25, 10_000)).toBe(30);
  expect(remainingSeconds(0, 0, 10_000)).toBeNull();
  expect(remainingSeconds(0, 0.5, 100)).toBeNull();
});
