import { execFileSync } from "node:child_process";
import { mkdtemp, open, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ownMark } from "../../../../core/node/config/process.ts";
import { filesIn, type JsonObject } from "../../../../core/node/workspace/workspace-files.ts";
import { KEPT, WorkspaceStore } from "../../../../core/node/workspace/workspace-store.ts";
import { HAS_PIPES } from "../../../support/hostile-files.ts";

let folder: string;
let store: WorkspaceStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "workspace-"));
  store = new WorkspaceStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const fileOf = (revision: number) => path.join(folder, `workspace-${revision}.json`);
const savedFiles = async () =>
  (await readdir(folder)).filter((name) => /^workspace-\d+\.json$/.test(name)).sort();

/** A window that saves one document after the other. */
function windowOf(session: string, at = store) {
  let [base, save] = [0, 0];
  return {
    async load(takeOver = false) {
      const loaded = await at.load(session, takeOver);
      base = loaded.revision;
      return loaded;
    },
    async save(workspace: JsonObject) {
      save += 1;
      const saved = await at.save({ session, base, save, workspace });
      base = saved.revision;
      return saved;
    },
  };
}

describe("the saved document", () => {
  it("is JSON that only the user may read", async () => {
    const me = windowOf("me");
    await me.load();
    const { savedAt } = await me.save({ pins: ["apple"] });
    expect(await readdir(folder)).toEqual(["workspace-1.json", "writer.json"]);
    const text = await readFile(fileOf(1), "utf8");
    const { checksum: _, ...saved } = JSON.parse(text);
    expect(saved).toEqual({
      revision: 1,
      by: "me",
      save: 1,
      savedAt,
      workspace: { pins: ["apple"] },
    });
    const handle = await open(fileOf(1));
    expect((await handle.stat()).mode & 0o777).toBe(0o600);
    await handle.close();
  });

  it.runIf(HAS_PIPES).each(["workspace-1.json", "writer.json"])(
    "is refused with a sentence where %s is a named pipe, and not waited for",
    async (name) => {
      execFileSync("mkfifo", [path.join(folder, name)]);
      await expect(store.load("me", false)).rejects.toMatchObject({
        code: "bad-input",
        message: `${path.join(folder, name)} cannot be read: it is a named pipe, not a file.`,
      });
    },
  );

  it("is nothing at the start, also where there is no folder yet", async () => {
    const nothing = { workspace: null, revision: 0, by: "", damaged: null };
    expect(await store.load("me", false)).toEqual({ ...nothing, writer: null });
    const none = new WorkspaceStore(path.join(folder, "none"));
    expect(await none.peek()).toEqual(nothing);
    expect(await none.save({ session: "me", base: 0, save: 1, workspace: {} })).toMatchObject({
      revision: 1,
    });
  });

  it("comes back in another process, and is not sent again to a window that has it", async () => {
    const me = windowOf("me");
    await me.load();
    await me.save({ a: 1 });
    await me.save({ a: 2 });
    const next = new WorkspaceStore(folder);
    expect(await next.load("next", true)).toEqual({
      workspace: { a: 2 },
      revision: 2,
      by: "me",
      writer: null,
      damaged: null,
    });
    expect(await next.load("next", false, 2)).toMatchObject({ workspace: null, revision: 2 });
    expect(await next.load("next", false, 1)).toMatchObject({ workspace: { a: 2 } });
  });

  it("is the same for whoever only looks, who claims and mends nothing", async () => {
    const me = windowOf("me");
    await me.load();
    await me.save({ pins: ["apple"] });
    await writeFile(`${fileOf(2)}.tmp-cut`, "{");
    const names = await readdir(folder);
    expect(await new WorkspaceStore(folder).peek()).toMatchObject({
      workspace: { pins: ["apple"] },
    });
    await writeFile(fileOf(1), "{");
    expect(await store.peek()).toMatchObject({
      workspace: null,
      damaged: expect.stringContaining("workspace-1.json"),
    });
    expect(await readdir(folder)).toEqual(names);
  });

  it("is saved once where it is sent twice, and a save that was overtaken changes nothing", async () => {
    const save = (number: number, n: number) =>
      store.save({ session: "me", base: 0, save: number, workspace: { n } });
    await store.load("me", false);
    const first = await save(1, 1);
    expect(await save(1, 1)).toEqual(first);
    await save(3, 3);
    await save(2, 2);
    expect(await store.peek()).toMatchObject({ workspace: { n: 3 }, revision: 2 });
  });

  it("is not replaced on a revision that is not the stored one", async () => {
    const me = windowOf("me");
    await me.load();
    await me.save({ mine: 1 });
    await store.release("me");
    const late = { session: "late", base: 0, save: 1, workspace: { late: 1 } };
    await expect(store.save(late)).rejects.toMatchObject({ code: "conflict" });
    expect(await store.peek()).toMatchObject({ workspace: { mine: 1 } });
    await expect(store.save({ ...late, base: 1 })).resolves.toMatchObject({ revision: 2 });
  });

  it("is made by one of two processes that save on the same revision", async () => {
    const files = filesIn(folder);
    await store.load("me", false);
    // The other comes between the look at the folder and the file.
    const slow = new WorkspaceStore(folder, {
      ...files,
      async create(revision, text) {
        await store.save({ session: "me", base: 0, save: 1, workspace: { me: 1 } });
        return files.create(revision, text);
      },
    });
    await rm(path.join(folder, "writer.json"));
    const theirs = { session: "other", base: 0, save: 1, workspace: { other: 1 } };
    await expect(slow.save(theirs)).rejects.toMatchObject({ code: "conflict" });
    expect(await store.peek()).toMatchObject({ workspace: { me: 1 }, revision: 1 });
  });

  it("keeps the order of calls that were not waited for", async () => {
    await store.load("me", false);
    const save = (n: number) => store.save({ session: "me", base: 0, save: n, workspace: { n } });
    await Promise.all([save(1), save(2), save(3)]);
    expect(await store.peek()).toMatchObject({ workspace: { n: 3 }, revision: 3 });
  });

  it("says in words that the disk is full, and keeps the save before", async () => {
    const me = windowOf("me");
    await me.load();
    await me.save({ n: 1 });
    const handle = await open(fileOf(1), "r");
    const files = Object.getPrototypeOf(handle);
    await handle.close();
    const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
    const sync = vi.spyOn(files, "sync").mockRejectedValueOnce(full);
    await expect(me.save({ n: 2 })).rejects.toThrow(
      "The workspace could not be saved: the disk is full.",
    );
    sync.mockRestore();
    expect(await readdir(folder)).toEqual(["workspace-1.json", "writer.json"]);
    await me.save({ n: 3 });
    expect(await store.peek()).toMatchObject({ workspace: { n: 3 }, revision: 2 });
  });

  it("tidies away what a killed process left half written", async () => {
    const [left, underWay] = ["workspace-3.json.tmp-1234abc", "workspace-4.json.tmp-1234abc"];
    for (const name of [left, underWay]) await writeFile(path.join(folder, name), "{");
    await utimes(path.join(folder, left), 1, 1);
    await store.load("me", false);
    expect(await readdir(folder)).toEqual([underWay, "writer.json"]);
  });
});

describe("the saves that are kept", () => {
  it("are the last two and the first three while all are close to each other", async () => {
    const me = windowOf("me");
    await me.load();
    for (let n = 1; n <= 9; n++) await me.save({ n });
    expect(await savedFiles()).toEqual([1, 2, 3, 8, 9].map((n) => `workspace-${n}.json`));
  });

  it("move on once the third is ten minutes after the fourth", async () => {
    const me = windowOf("me");
    await me.load();
    for (let n = 1; n <= KEPT; n++) await me.save({ n });
    const now = Date.now() / 1000;
    for (let n = 1; n <= KEPT; n++) await utimes(fileOf(n), now, now - 601 * (KEPT - n));
    await me.save({ n: 6 });
    expect(await savedFiles()).toEqual([2, 3, 4, 5, 6].map((n) => `workspace-${n}.json`));
  });
});

describe("damage", () => {
  const look = { pins: ["apple", "Ärger"], looks: { jaguar: { least: 0.2 } } };

  it("of one bit is reported, the file is kept, and the save before is open", async () => {
    const me = windowOf("me");
    await me.load();
    await me.save({ mine: "before" });
    await me.save(look);
    const bytes = await readFile(fileOf(2));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        const other = Buffer.from(bytes);
        other.writeUInt8(other.readUInt8(at) ^ (1 << bit), at);
        await writeFile(fileOf(2), other);
        const read = await new WorkspaceStore(folder).load("next", true);
        if (read.damaged === null) return expect(read.workspace).toEqual(look);
        expect(read).toMatchObject({ workspace: { mine: "before" }, revision: 1 });
        const [, name] = /^The last save is damaged and kept as (\S+)\./.exec(read.damaged) ?? [];
        expect(await readFile(path.join(folder, name ?? ""))).toEqual(other);
        await rm(path.join(folder, name ?? ""));
      }),
    );
  });

  it("of several is told once, and saving goes on", async () => {
    const me = windowOf("me");
    await me.load();
    for (let n = 1; n <= 3; n++) await me.save({ n });
    for (const n of [2, 3]) await writeFile(fileOf(n), "{}");
    const again = windowOf("again", new WorkspaceStore(folder));
    const loaded = await again.load(true);
    expect(loaded).toMatchObject({ workspace: { n: 1 }, revision: 1 });
    expect(loaded.damaged).toMatch(
      /^The last 2 saves are damaged and kept as \S+, \S+\. The workspace is as it was saved at 20/,
    );
    await again.save({ n: 4 });
    expect(await store.peek()).toMatchObject({ workspace: { n: 4 }, damaged: null });
  });

  it("of all leaves an empty workspace and every file", async () => {
    await writeFile(fileOf(1), "{");
    const { workspace, damaged } = await store.load("me", false);
    expect(workspace).toBeNull();
    expect(damaged).toContain("No earlier one could be read.");
    expect((await readdir(folder)).some((name) => name.includes(".damaged-"))).toBe(true);
  });
});

describe("the writer", () => {
  it("keeps a second window from saving until it takes over", async () => {
    const [one, two] = [windowOf("one"), windowOf("two")];
    await one.load();
    expect((await two.load()).writer).toMatchObject({ session: "one", process: process.pid });
    await expect(two.save({})).rejects.toMatchObject({ code: "conflict" });
    await two.load(true);
    await two.save({ two: 1 });
    await expect(one.save({})).rejects.toMatchObject({ code: "conflict" });
    expect((await one.load()).writer).toMatchObject({ session: "two" });
  });

  const writer = () => path.join(folder, "writer.json");
  const change = async (members: object) =>
    writeFile(
      writer(),
      JSON.stringify({ ...JSON.parse(await readFile(writer(), "utf8")), ...members }),
    );

  it("is nobody when its process has ended, or when it has released", async () => {
    await store.load("one", false);
    await change({ process: 2 ** 22 + 1 });
    expect((await store.load("two", false)).writer).toBeNull();
    expect(await store.release("one")).toBe(false);
    expect(await store.release("two")).toBe(true);
    expect((await store.load("three", false)).writer).toBeNull();
  });

  it.runIf(ownMark().processStart !== undefined)(
    "is nobody where its process has ended and another has its number",
    async () => {
      await store.load("one", false);
      await change({ process: process.ppid });
      expect((await store.load("two", false)).writer).toBeNull();
    },
  );

  it("on another machine counts as alive", async () => {
    await store.load("one", false);
    await change({ process: 2 ** 22 + 1, machine: "elsewhere" });
    expect((await store.load("two", false)).writer).toMatchObject({ session: "one" });
  });

  it("is one of twenty that begin at once: nobody else can save", async () => {
    const windows = Array.from({ length: 20 }, (_, i) =>
      windowOf(`window ${i}`, new WorkspaceStore(folder)),
    );
    await Promise.all(windows.map((each) => each.load()));
    const saved = await Promise.allSettled(windows.map((each, i) => each.save({ i })));
    expect(saved.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await savedFiles()).toEqual(["workspace-1.json"]);
  });

  it("is not held up by a file that makes no sense", async () => {
    await writeFile(writer(), "{{{");
    expect((await store.load("one", false)).writer).toBeNull();
  });
});

describe("the file of an earlier version", () => {
  it("is named, stays as it is, and is in nobody's way", async () => {
    const file = path.join(folder, "workspace.json");
    await writeFile(file, "{}");
    const me = windowOf("me");
    expect(await me.load()).toMatchObject({
      workspace: null,
      revision: 0,
      damaged: expect.stringContaining(`It is kept as ${file}.`),
    });
    await me.save({ n: 1 });
    expect(await me.load()).toMatchObject({ workspace: { n: 1 }, damaged: null });
    expect(await readFile(file, "utf8")).toBe("{}");
  });
});
