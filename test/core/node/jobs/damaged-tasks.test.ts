import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isStillRunning, ownMark } from "../../../../core/node/config/process.ts";
import { Job } from "../../../../core/node/jobs/job.ts";
import { JobStore } from "../../../../core/node/jobs/job-store.ts";
import { HAS_PIPES } from "../../../support/hostile-files.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "damaged-"));
});
afterEach(() => rm(home, { recursive: true, force: true, maxRetries: 10 }));

const fileOf = (id: string) => path.join(home, id, "job.json");

async function open(): Promise<JobStore> {
  const store = new JobStore({
    folder: home,
    checkImport: async () => {},
    mayReadFiles: true,
    openThread: () => {
      throw new Error("nothing is run here");
    },
  });
  await store.open();
  return store;
}

/** A training that is done, with its retina. */
async function finished(id: string): Promise<Job> {
  const job = await Job.create(path.join(home, id), { id, kind: "train", title: "an hour" });
  await writeFile(job.trainedFile, "a retina");
  await job.end("done");
  return job;
}

describe("the state of a task", () => {
  it.each([
    ["cut short", '{ "process": 1, "job": { "id'],
    ["of an unknown form", "[]"],
    [
      "of a kind of a later version",
      JSON.stringify({ process: 1, job: { id: "x", kind: "dream", state: "done" } }),
    ],
    [
      "in a condition of a later version",
      JSON.stringify({ process: 1, job: { id: "x", kind: "train", state: "asleep" } }),
    ],
  ])("is reported where it is %s, and deletes no result", async (_, text) => {
    const { folder } = await finished("hurt");
    await finished("sound");
    await writeFile(fileOf("hurt"), text);
    const store = await open();
    expect(store.list().map(({ id }) => id)).toEqual(["sound"]);
    expect((await readdir(folder)).sort()).toEqual(["job.json", "trained.retina"]);
    expect(await readFile(fileOf("hurt"), "utf8")).toBe(text);
    expect(store.problems).toEqual([expect.stringContaining(folder)]);
  });

  it.runIf(HAS_PIPES)(
    "is reported where it is no regular file, and keeps nobody waiting",
    async () => {
      await finished("sound");
      for (const [id, make] of [
        ["folder", () => mkdir(fileOf("folder"))],
        ["pipe", () => execFileSync("mkfifo", [fileOf("pipe")])],
      ] as const) {
        await finished(id);
        await rm(fileOf(id));
        await make();
      }
      const store = await open();
      expect(store.list().map(({ id }) => id)).toEqual(["sound"]);
      expect(store.problems).toHaveLength(2);
    },
  );

  it("is the same, or damaged, whichever bit of it changes", async () => {
    const { state } = await finished("task");
    const bytes = await readFile(fileOf("task"));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at);
        await writeFile(fileOf("task"), changed);
        const read = await Job.open(path.join(home, "task")).catch((cause) => {
          expect(cause).toBeInstanceOf(SyntaxError);
        });
        if (read !== undefined) expect(read.state).toEqual(state);
      }),
    );
  });

  it("goes with what is deleted, at the next start if the deletion was cut off", async () => {
    await (await finished("gone")).remove();
    await finished("deleting-half");
    const store = await open();
    expect([store.list(), store.problems, await readdir(home)]).toEqual([[], [], []]);
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
      const job = { id, kind: "import", title: id, state: "running" };
      await mkdir(path.dirname(fileOf(id)));
      const stored = { process: process.ppid, processStart, job };
      await writeFile(fileOf(id), JSON.stringify(stored));
    }
    const listed = (await open()).list();
    expect(listed).toMatchObject([{ id: "ours", state: "failed", error: { code: "interrupted" } }]);
  });
});
