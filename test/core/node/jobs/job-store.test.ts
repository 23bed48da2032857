import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { badCorpus, cancelled } from "../../../../core/errors.ts";
import { newJob } from "../../../../core/node/jobs/job.ts";
import { JobFolder } from "../../../../core/node/jobs/job-folder.ts";
import { JobStore, type Train } from "../../../../core/node/jobs/job-store.ts";
import { remainingSeconds } from "../../../../core/node/jobs/remaining-time.ts";
import { jobHandlers } from "../../../../core/node/service/job-handlers.ts";
import { retinaHandlers } from "../../../../core/node/service/retina-handlers.ts";
import { RetinaStore } from "../../../../core/node/service/retina-store.ts";
import { writeRetina } from "../../../../core/retina/write-retina.ts";
import { tinyRetinaData } from "../../../support/tiny-retina.ts";

/** A thread that accepts what it is told to, and ends badly for the title "crash". */
const THREAD = `
const { parentPort, workerData } = require("node:worker_threads");
const { kind = "classify", title = "t" } = workerData;
const training = kind === "train" ? { input: { kind, name: "own", paths: [] } } : null;
parentPort.once("message", () => {
  if (title === "crash") process.exit(1);
  parentPort.postMessage({ type: "rows", rows: [1, 2, 3] });
  parentPort.postMessage({ type: "ended", error: null });
  parentPort.close();
});
parentPort.postMessage({ type: "accepted", kind, title, total: 3, training });
`;

let folder: string;
let store: JobStore;
let train: Train;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "jobs-"));
  store = open();
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const open = () =>
  new JobStore({
    folder: path.join(folder, "jobs"),
    startThread: (request) =>
      new Worker(THREAD, { eval: true, workerData: "args" in request ? request.args : {} }),
    train: (input, context) => train(input, context),
  });

const start = (args: object = {}) => store.start({ args });

async function over(id: string) {
  while (!store.get(id).isOver) await new Promise((resolve) => setTimeout(resolve, 5));
  return store.get(id).state;
}

describe("tasks", () => {
  it("run one after the other and keep their rows on disk", async () => {
    const ids = (await Promise.all([start(), start(), start()])).map(({ id }) => id);
    for (const id of ids) expect(await over(id)).toMatchObject({ state: "done", rows: 3 });
    expect(await store.get(ids[0] ?? "").folder.readRows(1, 5)).toEqual([2, 3]);
  });

  it("fail with the reason where their rows cannot be written, and let the next one run", async () => {
    const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
    const write = vi.spyOn(JobFolder.prototype, "writeChunk").mockRejectedValueOnce(full);
    const [first, second] = [await start(), await start()];
    expect(await over(first.id)).toMatchObject({
      state: "failed",
      error: { message: "What the task found could not be saved: the disk is full." },
    });
    write.mockRestore();
    expect(await over(second.id)).toMatchObject({ state: "done", rows: 3 });
  });

  it("go on where only their state cannot be written, and refuse to start where nothing can", async () => {
    const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
    const { id } = await start();
    const write = vi.spyOn(JobFolder.prototype, "writeState").mockRejectedValue(full);
    expect(await over(id)).toMatchObject({ state: "done", rows: 3 });
    await expect(start()).rejects.toThrow("The task could not be saved: the disk is full.");
    write.mockRestore();
  });

  it("are there again after a restart; those cut off count as failed", async () => {
    const { id } = await start();
    await over(id);
    const cut = path.join(folder, "jobs", "cut-off");
    await mkdir(cut, { recursive: true });
    const state = { ...newJob("cut-off", "classify", "half"), state: "running" };
    await writeFile(
      path.join(cut, "job.json"),
      JSON.stringify({ process: 2 ** 22 + 1, job: state }),
    );
    await mkdir(path.join(folder, "jobs", "junk"));
    const next = open();
    await next.open();
    expect(next.get(id).state).toMatchObject({ state: "done", rows: 3 });
    expect(next.get("cut-off").state).toMatchObject({
      state: "failed",
      error: { message: expect.stringContaining("while this task was running") },
    });
    expect(await readdir(path.join(folder, "jobs"))).not.toContain("junk");
  });

  it("are left alone while another process works on them", async () => {
    const other = path.join(folder, "jobs", "theirs");
    await mkdir(other, { recursive: true });
    const state = { ...newJob("theirs", "classify", "x"), state: "running" };
    const file = path.join(other, "job.json");
    await writeFile(file, JSON.stringify({ process: process.ppid, job: state }));
    await store.open();
    expect(store.list()).toEqual([]);
    expect(JSON.parse(await readFile(file, "utf8")).job.state).toBe("running");
  });

  it("fail when their thread dies", async () => {
    const { id } = await start({ title: "crash" });
    expect(await over(id)).toMatchObject({ state: "failed", error: { code: "internal" } });
  });

  it("can be stopped while they wait", async () => {
    train = (_, { signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(cancelled())));
    const running = await start({ kind: "train" });
    const waiting = await start();
    expect(await store.cancel(waiting.id)).toMatchObject({ state: "cancelled" });
    expect(await store.cancel(running.id)).toMatchObject({ state: "cancelled" });
  });

  it("are removed once, however many start at the same time", async () => {
    for (let i = 0; i < 23; i++) {
      const old = new JobFolder(path.join(folder, "jobs", `old-${i}`));
      const startedAt = new Date(1_700_000_000_000 + 1000 * i).toISOString();
      await old.prepare();
      await old.writeState({ ...newJob(`old-${i}`, "classify", "old"), state: "done", startedAt });
    }
    const unhandled: unknown[] = [];
    const note = (cause: unknown) => unhandled.push(cause);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    vi.spyOn(JobFolder.prototype, "remove").mockRejectedValueOnce(new Error("no access"));
    await store.open();
    const ids = (await Promise.all([start(), start(), start()])).map(({ id }) => id);
    for (const id of ids) await over(id);
    await start();
    const left = store.list().map(({ id }) => id);
    for (const id of ids) expect(left).toContain(id);
    expect(left).not.toContain("old-0");
    expect(unhandled).toEqual([]);
  });

  it("keep the twenty latest", async () => {
    for (let i = 0; i < 23; i++) await over((await start()).id);
    await start();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(store.list().length).toBeLessThanOrEqual(22);
  });
});

describe("training", () => {
  it("tells progress, and its result is looked at, kept, and thrown away", async () => {
    const home = path.join(folder, "retinas");
    const retinas = new RetinaStore([{ folder: home, isOwn: true }], home);
    let reloads = 0;
    const host = { store: retinas, jobs: store, reload: () => void reloads++ };
    const handlers = { ...retinaHandlers(host), ...jobHandlers(store, retinas) };
    const phases: string[] = [];
    train = async (_, { out, report }) => {
      report("map", 0.5, 12);
      phases.push(store.list()[0]?.phase ?? "");
      await writeFile(out, writeRetina(tinyRetinaData({ name: "own" })));
    };
    const { id } = await start({ kind: "train" });
    await over(id);
    expect(phases).toEqual(["map"]);
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

  it("fails with its reason", async () => {
    train = async () => {
      throw badCorpus("There is no text.");
    };
    const { id } = await start({ kind: "train" });
    expect(await over(id)).toMatchObject({ state: "failed", error: { code: "bad-corpus" } });
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
