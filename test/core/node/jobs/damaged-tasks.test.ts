import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import type { GivenFiles } from "../../../../core/node/collections/import/given-files.ts";
import { isStillRunning, ownMark } from "../../../../core/node/config/process.ts";
import { importHandlers } from "../../../../core/node/jobs/import-tasks.ts";
import { newJob } from "../../../../core/node/jobs/job.ts";
import { JobFolder, type JobState, RowWriter } from "../../../../core/node/jobs/job-folder.ts";
import { JobStore } from "../../../../core/node/jobs/job-store.ts";
import type { RetinaStore } from "../../../../core/node/opening/retina-store.ts";
import { jobHandlers } from "../../../../core/node/service/host-handlers.ts";
import { testKinds } from "../../../support/job-threads.ts";

let home: string;
let printed: string[];
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "damaged-"));
  printed = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => printed.push(String(text)) > 0);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(home, { recursive: true, force: true });
});

const folderOf = (id: string) => path.join(home, id);

async function openStore(): Promise<JobStore> {
  const store = new JobStore({
    folder: home,
    kinds: testKinds({}),
    surroundings: () => ({ retinas: [], mayReadFiles: true }),
    startThread: () => {
      throw new Error("nothing is run here");
    },
    sizeOf: () => 0,
  });
  await store.open();
  return store;
}

/** A comparison of 1,500 pairs, or an import, as an earlier run of the program left it. */
async function finished(id: string, state: Partial<JobState> = {}): Promise<JobFolder> {
  const folder = new JobFolder(folderOf(id));
  await folder.prepare();
  const rows = await RowWriter.open(folder, () => {});
  for (let row = 0; row < 1500; row++) await rows.add({ left: 0, right: row });
  await rows.flush();
  await writeFile(folder.trainedFile, "a retina");
  const job = newJob(id, { kind: "compareBulk", title: "an hour of work" });
  await folder.writeState({ ...job, state: "done", rows: 1500, ...state }, "an earlier host");
  return folder;
}

async function flip(file: string, at: number, bit: number): Promise<void> {
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
  await writeFile(file, bytes);
}

async function resultOf(store: JobStore, id: string) {
  const handlers = jobHandlers(store, {} as RetinaStore);
  const { compared } = await handlers["app.jobResult"](
    { id, limit: 10_000, offset: 0 },
    NEVER_CANCELLED,
  );
  return compared;
}

describe("the state of a task", () => {
  it.each([
    ["cut short", '{ "process": 1, "owner": "o", "job": { "id'],
    ["of an unknown form", "[]"],
    [
      "of a kind of a later version",
      JSON.stringify({ process: 1, owner: "o", job: { id: "x", kind: "dream", state: "done" } }),
    ],
    [
      "in a condition of a later version",
      JSON.stringify({ process: 1, owner: "o", job: { id: "x", kind: "train", state: "asleep" } }),
    ],
  ])("is set aside and reported where it is %s, and deletes no result", async (_, text) => {
    const folder = await finished("hurt");
    await finished("sound");
    await writeFile(path.join(folder.path, "job.json"), text);
    // It is reported by the first start alone.
    for (let start = 0; start < 2; start++) {
      const store = await openStore();
      expect(store.list().map(({ id }) => id)).toEqual(["sound"]);
      expect((await readdir(folder.path)).sort()).toEqual([
        "job.damaged.json",
        "rows-00000.json",
        "rows-00001.json",
        "trained.retina",
      ]);
      expect(await readFile(path.join(folder.path, "job.damaged.json"), "utf8")).toBe(text);
      expect(printed).toHaveLength(1);
    }
    expect(printed[0]).toContain(`The task in ${folder.path} is not listed`);
    expect(printed[0]).toContain("job.damaged.json");
  });

  it("is the same, or is set aside, whichever bit of it changes", async () => {
    const folder = await finished("task");
    const file = path.join(folder.path, "job.json");
    const bytes = await readFile(file);
    const before = await folder.readState();
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        await writeFile(file, bytes);
        await flip(file, at, bit);
        const read = await folder.readState();
        if (read !== undefined) expect(read.job).toEqual(before?.job);
      }),
    );
  });

  it("written by a version without checksums is read", async () => {
    const folder = await finished("old");
    const { checksum: _, ...old } = JSON.parse(
      await readFile(path.join(folder.path, "job.json"), "utf8"),
    );
    await writeFile(path.join(folder.path, "job.json"), JSON.stringify(old));
    expect((await openStore()).list()).toMatchObject([{ id: "old", rows: 1500 }]);
  });

  it("is missing from what was removed, and from nothing that is being removed", async () => {
    const store = await openStore();
    const folder = await finished("gone");
    const removing = vi.spyOn(folder, "moveTo");
    await folder.remove();
    expect(removing).toHaveBeenCalledWith(expect.stringMatching(/^incoming-\d+-gone$/));
    expect([store.list(), await readdir(home)]).toEqual([[], []]);
  });
});

describe("the rows of a task", () => {
  it("are the same, or refused with the file, whichever bit of them changes", async () => {
    const folder = await finished("task");
    const store = await openStore();
    const before = await resultOf(store, "task");
    expect(before).toHaveLength(1500);
    const file = path.join(folder.path, "rows-00001.json");
    const bytes = await readFile(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        await writeFile(file, bytes);
        await flip(file, at, bit);
        const read = await resultOf(store, "task").catch((cause: unknown) => {
          expect(cause).toMatchObject({
            code: "conflict",
            message: `Results of this task are damaged: ${file} is not as it was written. Start the task again.`,
          });
        });
        if (read !== undefined) expect(read).toEqual(before);
      }),
    );
  });

  it("are not cut short in silence where a file of them is gone", async () => {
    const folder = await finished("task");
    await rm(path.join(folder.path, "rows-00001.json"));
    await expect(resultOf(await openStore(), "task")).rejects.toMatchObject({
      details: { state: "damaged" },
    });
  });

  it("written by a version without checksums are read", async () => {
    const folder = await finished("old");
    const file = path.join(folder.path, "rows-00001.json");
    const [line] = (await readFile(file, "utf8")).split("\n");
    await writeFile(file, `${line}\n`);
    expect(await resultOf(await openStore(), "old")).toHaveLength(1500);
  });

  it("that are damaged in the last file are made again by a run that resumes", async () => {
    const folder = await finished("task");
    await flip(path.join(folder.path, "rows-00001.json"), 20, 0);
    const rows = await RowWriter.open(folder, () => {});
    expect([await folder.countRows(), rows.count]).toEqual([1000, 1000]);
  });

  it("of one import are named as damaged, and the other imports are listed", async () => {
    const hurt = await finished("a", { kind: "import", title: "hurt" });
    await finished("b", { kind: "import", title: "failed", state: "failed" });
    await flip(path.join(hurt.path, "rows-00000.json"), 20, 0);
    const handlers = importHandlers(await openStore(), {} as GivenFiles);
    const { imports } = await handlers["app.collectionImports"]({}, NEVER_CANCELLED);
    const byName = imports.sort((a, b) => (a.name < b.name ? 1 : -1));
    expect(byName).toMatchObject([
      { name: "hurt", state: "done", report: null, error: { code: "conflict" } },
      { name: "failed", state: "failed", error: null },
    ]);
  });
});

describe("the number of a process that another has now", () => {
  /** As Linux and macOS report; elsewhere the number alone decides. */
  const knowsStarts = ownMark().processStart !== undefined;

  it.runIf(knowsStarts)("does not stand for the one that wrote it", async () => {
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
    await once(child, "spawn");
    const mark = { process: child.pid ?? 0 };
    expect(isStillRunning(ownMark())).toBe(true);
    expect(isStillRunning(mark)).toBe(true);
    expect(isStillRunning({ ...mark, processStart: ownMark().processStart })).toBe(false);
    child.kill();
    await once(child, "exit");
    expect(isStillRunning(mark)).toBe(false);
  });

  it.runIf(knowsStarts)("keeps nobody from a task that was cut off", async () => {
    for (const [id, processStart] of [
      ["theirs", undefined],
      ["ours", "an earlier start"],
    ] as const) {
      const job = { ...newJob(id, { kind: "compareBulk", title: id }), state: "running" };
      await mkdir(folderOf(id));
      const stored = { process: process.ppid, processStart, owner: id, job };
      await writeFile(path.join(folderOf(id), "job.json"), JSON.stringify(stored));
    }
    const listed = (await openStore()).list();
    expect(listed).toMatchObject([{ id: "ours", state: "failed", error: { code: "interrupted" } }]);
  });
});
