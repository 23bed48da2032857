import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { MessageChannel, type Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { unknownRetina } from "../../../../core/errors.ts";
import type { JobState } from "../../../../core/node/jobs/job.ts";
import { JobStore } from "../../../../core/node/jobs/job-store.ts";
import type { JobMethods } from "../../../../core/node/jobs/run-job.ts";
import { remainingSeconds } from "../../../../core/node/jobs/run-job.ts";
import { RetinaStore } from "../../../../core/node/opening/retina-store.ts";
import { jobHandlers, retinaHandlers } from "../../../../core/node/service/host-handlers.ts";
import { Pool } from "../../../../core/node/threads/pool.ts";
import { writeRetina } from "../../../../core/retina/write-retina.ts";
import { tinyRetinaData } from "../../../support/tiny-retina.ts";

// Each task starts a thread, and threads compete with whatever else the machine does.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let store: JobStore;
let retinaFile: string;
const threads = new Set<Worker>();
beforeEach(async () => {
  process.on("worker", notice);
  folder = await mkdtemp(path.join(tmpdir(), "jobs-"));
  retinaFile = path.join(folder, "own.retina");
  store = open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
  expect(threads.size).toBe(0);
  process.off("worker", notice);
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const notice = (worker: Worker) => {
  threads.add(worker);
  worker.once("exit", () => threads.delete(worker));
};

/** A thread that does what the first path of the input names. */
const openThread = () => ({
  pool: new Pool<JobMethods>({
    file: "../../test/support/job-worker",
    threads: 1,
    megabytes: 48,
    graceMilliseconds: 1000,
  }),
  collections: new MessageChannel().port1,
});

const open = (mayReadFiles = true) =>
  new JobStore({
    folder: path.join(folder, "jobs"),
    checkImport: async (_, name) => {
      if (name === "none") throw unknownRetina(name, ["en"]);
    },
    mayReadFiles,
    openThread,
  });

async function restart(): Promise<void> {
  await store.close();
  store = open();
  await store.open();
}

/** An import whose thread does what the path says. */
let begun = 0;
const begin = (deed: string, name = `collection ${++begun}`) =>
  store.start({ input: { kind: "import", name, paths: [deed] } });
const train = (file = retinaFile) =>
  store.start({ input: { kind: "train", name: "own", paths: [file] } });

const moment = () => new Promise((resolve) => setTimeout(resolve, 5));

async function until(id: string, isThere: (state: JobState) => boolean): Promise<JobState> {
  while (!isThere(store.get(id).state)) await moment();
  return store.get(id).state;
}
const over = (id: string) => until(id, () => store.get(id).isOver);
const started = (id: string) => until(id, ({ fraction }) => fraction > 0);
const stateFile = (id: string) => path.join(folder, "jobs", id, "job.json");

/** The file of a task that some process wrote. */
async function stored(id: string, job: Partial<JobState>, pid = GONE): Promise<void> {
  await mkdir(path.dirname(stateFile(id)), { recursive: true });
  const state = { id, kind: "import", title: id, state: "running", phase: "", fraction: 0.5 };
  const at = { startedAt: new Date(0).toISOString(), endedAt: null, error: null };
  const all = { ...state, ...at, remainingSeconds: null, ...job };
  await writeFile(stateFile(id), JSON.stringify({ process: pid, job: all }));
}
/** No process has this number. */
const GONE = 2 ** 22 + 1;

describe("tasks", () => {
  it("of one kind run one after the other, imports beside trainings", async () => {
    await writeFile(retinaFile, writeRetina(tinyRetinaData({ name: "own" })));
    const { id: first } = await begin("listen");
    const { id: second } = await begin("rows");
    await started(first);
    expect(store.get(second).state).toMatchObject({ state: "waiting", phase: "Waiting" });
    expect(await over((await train()).id)).toMatchObject({ state: "done", fraction: 1 });
    expect(store.get(second).state.state).toBe("waiting");
    await store.cancel(first);
    expect(await over(second)).toMatchObject({ state: "done", counted: 3, error: null });
    expect(store.get(second).state.report).toMatchObject({ added: 3 });
  });

  it("of one collection are imported one at a time, and again once they have ended", async () => {
    const { id } = await begin("listen", "news");
    await expect(begin("rows", "news")).rejects.toMatchObject({ code: "conflict" });
    await store.cancel(id);
    expect(await over((await begin("rows", "news")).id)).toMatchObject({ state: "done" });
  });

  it("start no thread while they wait, and are stopped while they wait", async () => {
    const { id: running } = await begin("listen");
    await started(running);
    const { id } = await begin("rows");
    expect(threads.size).toBe(1);
    expect(await store.cancel(id)).toMatchObject({ state: "cancelled", phase: "Stopped" });
    expect(threads.size).toBe(1);
  });

  it("are refused when too many wait, and accepted again once one has ended", async () => {
    await begin("listen");
    const waiting: JobState[] = [];
    for (let i = 0; i < 20; i++) waiting.push(await begin("rows"));
    await expect(begin("rows")).rejects.toMatchObject({
      code: "busy",
      message: expect.stringContaining("20 tasks are waiting"),
    });
    await store.cancel(waiting[0]?.id ?? "");
    expect(await begin("rows")).toMatchObject({ state: "waiting" });
    await expect(begin("rows")).rejects.toMatchObject({ code: "busy" });
  });

  it("leave nothing behind when they are refused", async () => {
    await expect(begin("rows", "No such name!")).rejects.toMatchObject({ code: "bad-input" });
    await expect(
      store.start({ retina_name: "none", input: { kind: "import", name: "own", paths: ["rows"] } }),
    ).rejects.toMatchObject({ code: "unknown-retina" });
    await store.close();
    await expect(begin("rows")).rejects.toMatchObject({ code: "busy" });
    store = open(false);
    await expect(train()).rejects.toMatchObject({ code: "forbidden" });
    expect(existsSync(path.join(folder, "jobs"))).toBe(false);
    expect(store.list()).toEqual([]);
  });

  it("count as interrupted when the program stops, whether they run or wait", async () => {
    for (const deed of ["hang", "listen"]) {
      const { id: running } = await begin(deed);
      const { id: waiting } = await begin("rows");
      await until(running, ({ state }) => state === "running");
      await restart();
      for (const id of [running, waiting])
        expect(store.get(id).state).toMatchObject({
          state: "failed",
          error: { code: "interrupted", message: expect.stringContaining("Start it again") },
        });
    }
  });

  it("count as interrupted after a kill, and are left alone while another process runs them", async () => {
    await stored("killed", {});
    await stored("waited", { state: "waiting" });
    await stored("theirs", {}, process.ppid);
    await Promise.all([store.open(), open().open()]);
    for (const id of ["killed", "waited"])
      expect(store.get(id).state).toMatchObject({
        state: "failed",
        error: { code: "interrupted" },
      });
    expect(store.list().map(({ id }) => id)).not.toContain("theirs");
    expect(JSON.parse(await readFile(stateFile("theirs"), "utf8")).job.state).toBe("running");
  });

  it("are there again after a restart, with the report of an import", async () => {
    const { id } = await begin("rows");
    const before = await over(id);
    await restart();
    expect(store.get(id).state).toEqual(before);
    expect(store.get(id).state.report).toMatchObject({ added: 3 });
  });

  it("that cannot be read are named, and their files stay", async () => {
    const { id } = await begin("rows");
    await over(id);
    // Waits until the end is stored.
    await restart();
    await writeFile(path.join(path.dirname(stateFile(id)), "trained.retina"), "hours of work");
    const text = await readFile(stateFile(id), "utf8");
    for (const damaged of [text.slice(0, -20), `x${text}`, "{}", text.replace('"id"', '"ID"')]) {
      await writeFile(stateFile(id), damaged);
      await restart();
      expect(store.problems).toEqual([expect.stringContaining(path.dirname(stateFile(id)))]);
      expect((await readdir(path.dirname(stateFile(id)))).sort()).toEqual([
        "job.json",
        "trained.retina",
      ]);
    }
  });

  it("cut off before their state was stored leave no folder", async () => {
    await mkdir(path.join(folder, "jobs", "empty"), { recursive: true });
    await store.open();
    expect(store.problems).toEqual([]);
    expect(await readdir(path.join(folder, "jobs"))).toEqual([]);
  });

  it("delete what only the run needed, however it ends", async () => {
    const { id } = await begin("litter");
    const { scratch } = store.get(id);
    while (!existsSync(path.join(scratch, "spill"))) await moment();
    await store.cancel(id);
    expect(await readdir(path.dirname(scratch))).toEqual(["job.json"]);
  });

  it("go on where their state cannot be written, and do not start on a full disk", async () => {
    const { id } = await begin("listen");
    await started(id);
    await rm(path.join(folder, "jobs"), { recursive: true, maxRetries: 10 });
    await writeFile(path.join(folder, "jobs"), "in the way");
    await store.cancel(id);
    expect(store.get(id).state.state).toBe("cancelled");
    await expect(begin("rows")).rejects.toThrow();
    expect(store.list()).toHaveLength(1);
    await rm(path.join(folder, "jobs"));
  });

  it("fail when their thread dies, throws, rejects or needs too much memory, and the next one runs", async () => {
    const silent = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    for (const [deed, code] of [
      ["crash", "interrupted"],
      ["throw", "internal"],
      ["stray", "internal"],
      ["memory", "too-large"],
    ] as const)
      expect(await over((await begin(deed)).id)).toMatchObject({
        state: "failed",
        error: { code },
      });
    silent.mockRestore();
    expect(await over((await begin("rows")).id)).toMatchObject({ state: "done" });
  });

  it("show their progress", async () => {
    const { id } = await begin("listen");
    expect(await started(id)).toMatchObject({ phase: "listening", fraction: 0.5 });
    expect(await store.cancel(id)).toMatchObject({ state: "cancelled", fraction: 0.5 });
  });

  it("are kept up to twenty, and older ones are removed once, however many start", async () => {
    const second = (i: number) => new Date(1_700_000_000_000 + 1000 * i).toISOString();
    for (let i = 0; i < 21; i++) await stored(`old-${i}`, { state: "done", startedAt: second(i) });
    const unhandled: unknown[] = [];
    const note = (cause: unknown) => unhandled.push(cause);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    await store.open();
    const ids = () => store.list().map(({ id }) => id);
    expect(ids()).toEqual(Array.from({ length: 20 }, (_, i) => `old-${20 - i}`));
    const begun = await Promise.all([begin("rows"), begin("rows"), begin("rows")]);
    for (const { id } of begun) await over(id);
    await begin("rows");
    for (const { id } of begun) expect(ids()).toContain(id);
    expect(ids()).not.toContain("old-3");
    expect(ids()).toContain("old-5");
    expect(unhandled).toEqual([]);
  });
});

describe("training", () => {
  it("shows its result, which is installed or discarded", async () => {
    const home = path.join(folder, "retinas");
    const retinas = new RetinaStore([{ folder: home, isOwn: true }], home);
    let reloads = 0;
    const host = { store: retinas, jobs: store, reload: () => void reloads++ };
    const handlers = { ...retinaHandlers(host), ...jobHandlers(store, retinas) };
    await writeFile(retinaFile, writeRetina(tinyRetinaData({ name: "own" })));
    const { id } = await train();
    await over(id);
    const [result] = await handlers["app.jobs"]({ id }, NEVER_CANCELLED);
    expect(result?.trained).toMatchObject({ name: "own", kept: false });
    expect(result?.trained?.anchors).toHaveLength(16_384);
    expect(result?.trained?.samples[0]?.similar.length).toBeGreaterThan(0);
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

it("estimates the time left once there is something to go by", () => {
  expect(remainingSeconds(0, 0.25, 10_000)).toBe(30);
  expect(remainingSeconds(0, 0, 10_000)).toBeNull();
  expect(remainingSeconds(0, 0.5, 100)).toBeNull();
});
