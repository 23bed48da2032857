import { execFileSync } from "node:child_process";
import { appendFile, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MOST_FORMER } from "../../../../core/node/workspace/former-workspaces.ts";
import { filesIn } from "../../../../core/node/workspace/workspace-files.ts";
import { WorkspaceStore } from "../../../../core/node/workspace/workspace-store.ts";
import { HAS_PIPES } from "../../../support/hostile-files.ts";

let folder: string;
let store: WorkspaceStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "workspace-"));
  store = new WorkspaceStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const journal = () => path.join(folder, "journal.jsonl");

describe("the workspace on disk", () => {
  it("is readable JSON that only the user may read", async () => {
    await store.load("me", false);
    await store.append("me", ["a step"]);
    await store.save("me", { pins: ["apple"] });
    expect(await readdir(folder)).toEqual(["lock.json", "workspace.json"]);
    const text = await readFile(path.join(folder, "workspace.json"), "utf8");
    expect(text).toBe(
      '{\n  "revision": 1,\n  "workspace": {\n    "pins": [\n      "apple"\n    ]\n  }\n}\n',
    );
  });

  it.runIf(HAS_PIPES).each(["workspace.json", "journal.jsonl", "lock.json"])(
    "is refused with a sentence where %s is a named pipe, and not waited for",
    async (name) => {
      execFileSync("mkfifo", [path.join(folder, name)]);
      await expect(store.load("me", false)).rejects.toMatchObject({
        code: "bad-input",
        message: `${path.join(folder, name)} cannot be read: it is a named pipe, not a file.`,
      });
    },
  );

  it("is the same for whoever only looks, and is neither claimed nor mended by that", async () => {
    await store.load("me", false);
    await store.save("me", { pins: ["apple"] });
    await store.append("me", ["a step"]);
    await appendFile(journal(), '{"revision": 1, "entry": "half a li');
    const names = await readdir(folder);
    const bytes = await readFile(journal(), "utf8");
    const { lockedBy: _, ...loaded } = await new WorkspaceStore(folder).load("other", false);
    await writeFile(journal(), bytes);
    expect(await new WorkspaceStore(folder).peek()).toEqual(loaded);
    expect([await readdir(folder), await readFile(journal(), "utf8")]).toEqual([names, bytes]);
    await writeFile(path.join(folder, "workspace.json"), "{");
    expect(await store.peek()).toMatchObject({ workspace: null, damaged: "It could not be read." });
    expect(await readFile(path.join(folder, "workspace.json"), "utf8")).toBe("{");
    expect(await new WorkspaceStore(path.join(folder, "none")).peek()).toMatchObject({
      workspace: null,
      journal: [],
      damaged: null,
    });
  });

  it("is looked at whole although its window saves in between", async () => {
    const files = filesIn(folder);
    await store.load("me", false);
    await store.append("me", ["first"]);
    // The save comes after the journal was read and before the file is.
    const looked = new WorkspaceStore(folder, {
      ...files,
      async readJournal() {
        const text = await files.readJournal();
        await store.save("me", { steps: ["first", "second"] });
        await store.append("me", ["third"]);
        return text;
      },
    });
    expect(await looked.peek()).toMatchObject({
      workspace: { steps: ["first", "second"] },
      journal: [],
    });
  });

  it("puts aside what another workspace takes the place of, also for a later start", async () => {
    await store.load("me", false);
    await store.save("me", { mine: 1 }, true);
    expect(await store.former()).toEqual([]);
    await store.append("me", [{ step: 1 }]);
    await store.save("me", { theirs: 1 }, true);
    // Its answer was lost, so the page sent it again.
    await store.save("me", { theirs: 1 }, true);
    const again = new WorkspaceStore(folder);
    const [latest, ...others] = await again.former();
    expect(others).toEqual([]);
    expect(Date.parse(latest?.keptAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
    expect(await again.readFormer(latest?.id ?? "")).toEqual({
      workspace: { mine: 1 },
      journal: [{ step: 1 }],
    });
    expect((await again.load("you", true)).workspace).toEqual({ theirs: 1 });
  });

  it("keeps the latest few of those, and reads no other file", async () => {
    await store.load("me", false);
    for (let turn = 0; turn <= MOST_FORMER + 2; turn++) await store.save("me", { turn }, true);
    const former = await store.former();
    const turns = await Promise.all(former.map(({ id }) => store.readFormer(id)));
    expect(turns.map(({ workspace }) => workspace?.turn)).toEqual([6, 5, 4, 3, 2]);
    await writeFile(path.join(folder, "former", "notes.json"), "{}");
    expect(await store.former()).toEqual(former);
    for (const id of ["notes", "../workspace", "", former[0]?.id.replace("Z", "Y") ?? ""])
      await expect(store.readFormer(id)).rejects.toThrow("No earlier workspace");
  });

  it("replaces nothing that it could not put aside", async () => {
    await store.load("me", false);
    await store.save("me", { mine: 1 });
    await writeFile(path.join(folder, "former"), "in the way");
    await expect(store.save("me", { theirs: 1 }, true)).rejects.toThrow();
    expect((await store.load("me", false)).workspace).toEqual({ mine: 1 });
  });

  it("starts empty", async () => {
    expect(await store.load("me", false)).toEqual({
      workspace: null,
      journal: [],
      revision: 0,
      lockedBy: null,
      damaged: null,
    });
  });

  it.each([
    ["an entry", (kept: WorkspaceStore) => kept.append("me", ["a step"]), ["a step"], null],
    ["a save", (kept: WorkspaceStore) => kept.save("me", { step: 1 }), [], { step: 1 }],
  ])("takes %s where its folder is not there", async (_, write, entries, workspace) => {
    await rm(folder, { recursive: true });
    await write(store);
    const loaded = await new WorkspaceStore(folder).load("me", false);
    expect(loaded).toMatchObject({ journal: entries, workspace });
  });

  it("gives the journal to another process after a crash", async () => {
    await store.load("me", false);
    await store.save("me", { step: 0 });
    await store.append("me", [{ step: 1 }]);
    await store.append("me", [{ step: 2 }]);
    const next = await new WorkspaceStore(folder).load("next", true);
    expect(next).toMatchObject({ workspace: { step: 0 }, journal: [{ step: 1 }, { step: 2 }] });
  });

  it("drops a line that a crash cut off, and goes on after it", async () => {
    await store.load("me", false);
    await store.append("me", ["whole"]);
    await appendFile(journal(), '{"revision":0,"ent');
    const next = new WorkspaceStore(folder);
    expect((await next.load("next", true)).journal).toEqual(["whole"]);
    await next.append("next", ["more"]);
    expect((await new WorkspaceStore(folder).load("last", true)).journal).toEqual([
      "whole",
      "more",
    ]);
  });

  it("says in words that the disk is full, and takes back what went through of the entry", async () => {
    await store.load("me", false);
    await store.append("me", ["before"]);
    const handle = await open(journal(), "r");
    const files = Object.getPrototypeOf(handle);
    await handle.close();
    const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
    const sync = vi.spyOn(files, "datasync").mockRejectedValueOnce(full);
    await expect(store.append("me", ["lost"])).rejects.toThrow(
      "The workspace could not be saved: the disk is full.",
    );
    sync.mockRestore();
    await store.append("me", ["after"]);
    expect((await new WorkspaceStore(folder).load("next", true)).journal).toEqual([
      "before",
      "after",
    ]);
  });

  it("does not repeat entries that a save has taken in", async () => {
    await store.load("me", false);
    await store.append("me", ["old"]);
    const before = await readFile(journal(), "utf8");
    await store.save("me", { has: "old" });
    // As if the process had died between the rename and the emptying of the journal.
    await writeFile(journal(), before);
    expect(await new WorkspaceStore(folder).load("next", true)).toMatchObject({
      workspace: { has: "old" },
      journal: [],
    });
  });

  it("knows after a save that failed late that it was done", async () => {
    const files = filesIn(folder);
    const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
    const own = new WorkspaceStore(folder, {
      ...files,
      removeJournal: () => Promise.reject(full),
    });
    await own.load("me", false);
    await own.append("me", ["before"]);
    await expect(own.save("me", { saved: true })).rejects.toThrow("the disk is full");
    await own.append("me", ["after"]);
    expect(await new WorkspaceStore(folder).load("next", true)).toMatchObject({
      workspace: { saved: true },
      journal: ["after"],
    });
  });

  it("sets a damaged file aside, says so, and keeps the journal", async () => {
    await store.load("me", false);
    await store.save("me", { a: 1 });
    await store.append("me", ["since"]);
    await writeFile(path.join(folder, "workspace.json"), '{"revision": 1, "works');
    const next = await new WorkspaceStore(folder).load("next", true);
    expect(next.workspace).toBeNull();
    expect(next.damaged).toContain("could not be read");
    expect(next.journal).toEqual(["since"]);
    const files = await readdir(folder);
    expect(files.some((file) => file.startsWith("workspace.json.damaged-"))).toBe(true);
  });

  it("tidies away what a killed process left half written", async () => {
    await writeFile(path.join(folder, "workspace.json.tmp-1234abc"), "{");
    await store.load("me", false);
    expect(await readdir(folder)).toEqual(["lock.json"]);
  });

  it("keeps the order of calls that were not waited for", async () => {
    await store.load("me", false);
    const calls = [store.append("me", [1]), store.save("me", { s: 1 }), store.append("me", [2])];
    await Promise.all(calls);
    expect(await store.load("me", false)).toMatchObject({ workspace: { s: 1 }, journal: [2] });
  });
});

describe("the lock", () => {
  it("keeps a second window from saving until it takes over", async () => {
    await store.load("one", false);
    expect((await store.load("two", false)).lockedBy).toMatchObject({ session: "one" });
    await expect(store.save("two", {})).rejects.toMatchObject({ code: "conflict" });
    await expect(store.append("two", [])).rejects.toMatchObject({ code: "conflict" });
    await store.load("two", true);
    await store.save("two", {});
    await expect(store.save("one", {})).rejects.toMatchObject({ code: "conflict" });
  });

  it("is free again when its process has ended, or when it is given back", async () => {
    await store.load("one", false);
    const lock = path.join(folder, "lock.json");
    const holder = JSON.parse(await readFile(lock, "utf8"));
    await writeFile(lock, JSON.stringify({ ...holder, process: 2 ** 22 + 1 }));
    expect((await store.load("two", false)).lockedBy).toBeNull();
    expect(await store.release("one")).toBe(false);
    expect(await store.release("two")).toBe(true);
    expect((await store.load("three", false)).lockedBy).toBeNull();
  });

  it("is not held up by a file that makes no sense", async () => {
    await writeFile(path.join(folder, "lock.json"), "{{{");
    expect((await store.load("one", false)).lockedBy).toBeNull();
  });
});
