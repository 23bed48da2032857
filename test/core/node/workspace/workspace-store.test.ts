import { execFileSync } from "node:child_process";
import { appendFile, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ownMark } from "../../../../core/node/config/process.ts";
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

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const journal = () => path.join(folder, "journal.jsonl");

describe("the workspace on disk", () => {
  it("is readable JSON that only the user may read", async () => {
    await store.load("me", false);
    await store.append("me", ["a step"]);
    await store.save("me", { pins: ["apple"] });
    expect(await readdir(folder)).toEqual(["lock-1.json", "workspace.json"]);
    const text = await readFile(path.join(folder, "workspace.json"), "utf8");
    expect(text).toBe(
      '{\n  "revision": 1,\n  "workspace": {\n    "pins": [\n      "apple"\n    ]\n  },\n  "checksum": "d55f5965"\n}\n',
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
    expect(await readdir(folder)).toEqual(["lock-1.json"]);
  });

  it("keeps the order of calls that were not waited for", async () => {
    await store.load("me", false);
    const calls = [store.append("me", [1]), store.save("me", { s: 1 }), store.append("me", [2])];
    await Promise.all(calls);
    expect(await store.load("me", false)).toMatchObject({ workspace: { s: 1 }, journal: [2] });
  });
});

describe("a changed bit", () => {
  const look = { pins: ["apple", "Ärger"], looks: { jaguar: { least: 0.2 } } };
  const steps = [{ step: 1 }, { step: "two" }, { step: [3] }];
  async function fill(): Promise<void> {
    await store.load("me", true);
    await store.save("me", { mine: "before" });
    await store.save("me", look, true);
    for (const step of steps) await store.append("me", [step]);
  }
  async function flipped(file: string, check: (at: string) => Promise<void>): Promise<void> {
    const bytes = await readFile(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        for (const name of await readdir(folder))
          if (name.includes(".damaged-")) await rm(path.join(folder, name));
        const other = Buffer.from(bytes);
        other.writeUInt8(other.readUInt8(at) ^ (1 << bit), at);
        await writeFile(file, other);
        await check(`byte ${at}, bit ${bit}`);
      }),
    );
  }

  it("of the workspace is reported, and neither file is lost", async () => {
    await fill();
    const kept = await readFile(journal());
    await flipped(path.join(folder, "workspace.json"), async () => {
      const read = await new WorkspaceStore(folder).load("next", true);
      expect(read.journal).toEqual(steps);
      if (read.damaged === null) return expect(read.workspace).toEqual(look);
      expect(read.workspace).toBeNull();
      const [, workspaceFile, journalFile] =
        /kept as (\S+)\. The journal was kept as (\S+)\.$/.exec(read.damaged) ?? [];
      expect((await readdir(folder)).includes(workspaceFile ?? "")).toBe(true);
      expect(await readFile(path.join(folder, journalFile ?? ""))).toEqual(kept);
    });
  });

  it("of the journal is reported, the other changes are there, and it is kept as it was", async () => {
    await fill();
    await flipped(journal(), async () => {
      const bytes = await readFile(journal());
      const peeked = await store.peek();
      const read = await new WorkspaceStore(folder).load("next", true);
      expect([read.workspace, peeked.journal]).toEqual([look, read.journal]);
      if (read.damaged === null) return expect(read.journal).toEqual(steps);
      expect(steps.filter((step) => read.journal.some((each) => same(each, step)))).toEqual(
        read.journal,
      );
      expect(read.damaged.startsWith(peeked.damaged ?? "?")).toBe(true);
      const [, name] = /kept as (\S+)\.$/.exec(read.damaged) ?? [];
      expect(await readFile(path.join(folder, name ?? ""))).toEqual(bytes);
      // It is mended, and said once.
      const again = await new WorkspaceStore(folder).load("again", true);
      expect(again).toMatchObject({ journal: read.journal, damaged: null });
    });
  });

  it("of a former workspace is refused with the file", async () => {
    await fill();
    const [{ id = "" } = {}] = await store.former();
    const before = await store.readFormer(id);
    const file = path.join(folder, "former", `${id}.json`);
    await flipped(file, async () => {
      const read = await store.readFormer(id).catch((cause: unknown) => {
        expect(cause).toMatchObject({ code: "conflict", details: { state: "damaged", file } });
      });
      if (read !== undefined) expect(read).toEqual(before);
    });
  });

  it("is not looked for in what versions without checksums wrote", async () => {
    const old = { revision: 3, workspace: { pins: ["apple"] } };
    await writeFile(path.join(folder, "workspace.json"), JSON.stringify(old));
    await writeFile(journal(), '{"revision":3,"entry":"a step"}\n');
    expect(await store.load("me", false)).toMatchObject({
      workspace: old.workspace,
      journal: ["a step"],
      damaged: null,
    });
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
    const lock = path.join(folder, "lock-1.json");
    const holder = JSON.parse(await readFile(lock, "utf8"));
    await writeFile(lock, JSON.stringify({ ...holder, process: 2 ** 22 + 1 }));
    expect((await store.load("two", false)).lockedBy).toBeNull();
    expect(await store.release("one")).toBe(false);
    expect(await store.release("two")).toBe(true);
    expect((await store.load("three", false)).lockedBy).toBeNull();
  });

  it.runIf(ownMark().processStart !== undefined)(
    "is free where its process has ended and another has its number",
    async () => {
      await store.load("one", false);
      const lock = path.join(folder, "lock-1.json");
      const holder = JSON.parse(await readFile(lock, "utf8"));
      await writeFile(lock, JSON.stringify({ ...holder, process: process.ppid }));
      expect((await store.load("two", false)).lockedBy).toBeNull();
    },
  );

  it.each([
    ["free", undefined],
    ["left by a process that has ended", { process: 2 ** 22 + 1 }],
  ])("is given to exactly one of twenty that claim it at once where it is %s", async (_, left) => {
    if (left !== undefined) {
      await store.load("before", false);
      const lock = path.join(folder, "lock-1.json");
      const holder = JSON.parse(await readFile(lock, "utf8"));
      await writeFile(lock, JSON.stringify({ ...holder, ...left }));
    }
    const sessions = Array.from({ length: 20 }, (_, i) => `window ${i}`);
    const loaded = await Promise.all(
      sessions.map((session) => new WorkspaceStore(folder).load(session, false)),
    );
    const winners = sessions.filter((_, i) => loaded[i]?.lockedBy === null);
    expect(winners).toHaveLength(1);
    const others = loaded.flatMap(({ lockedBy }) => (lockedBy === null ? [] : [lockedBy.session]));
    expect(new Set(others)).toEqual(new Set(winners));
    expect((await readdir(folder)).filter((name) => name.startsWith("lock"))).toHaveLength(1);
  });

  it("of an earlier version counts", async () => {
    await store.load("one", false);
    const holder = await readFile(path.join(folder, "lock-1.json"), "utf8");
    await rm(path.join(folder, "lock-1.json"));
    await writeFile(path.join(folder, "lock.json"), holder);
    expect((await store.load("two", false)).lockedBy).toMatchObject({ session: "one" });
  });

  it("is not held up by a file that makes no sense", async () => {
    await writeFile(path.join(folder, "lock.json"), "{{{");
    expect((await store.load("one", false)).lockedBy).toBeNull();
  });
});
