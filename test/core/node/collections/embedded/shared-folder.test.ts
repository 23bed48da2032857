import { execFileSync } from "node:child_process";
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  unlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CollectionStore } from "../../../../../core/collection/port/store.ts";
import { EmbeddedStore } from "../../../../../core/node/collections/embedded/embedded-store.ts";
import { HAS_PIPES } from "../../../../support/hostile-files.ts";
import { HEAD } from "../../../collection/port/arbitrary-selection.ts";
import { OtherProcess } from "./other-process.ts";

let folder: string;
let store: EmbeddedStore;
const others: OtherProcess[] = [];
const row = (id: string) => ({
  id,
  text: id,
  values: HEAD.columns.map(() => null),
  cells: Uint16Array.of(1, 2, 300),
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-shared-"));
  store = await EmbeddedStore.open(folder);
});
afterEach(async () => {
  for (const other of others.splice(0)) other.kill();
  await store.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

function otherProcess(source: string): OtherProcess {
  const other = new OtherProcess(folder, source);
  others.push(other);
  return other;
}
async function reopen(): Promise<void> {
  await store.close();
  store = await EmbeddedStore.open(folder);
}
const idsOf = async (of: CollectionStore, name: string) =>
  (await of.open(name).rows({}, { offset: 0, limit: 10 })).map(({ id }) => id);
const named = (name: string) => ({ ...HEAD, name });
const entries = async () => (await readdir(folder)).map((entry) => path.join(folder, entry));
async function fill(name: string, ...ids: string[]) {
  await store.create(named(name));
  await store.open(name).put(ids.map(row));
}

describe("two processes on one folder", () => {
  it("each see what the other has made and removed since", async () => {
    await fill("first", "a");
    expect(await store.list()).toMatchObject([{ name: "first" }]);
    const other = otherProcess(`
      await store.create({ ...HEAD, name: "later" });
      await store.open("later").put([row("b")]);
      await store.close();
      send("made");
      await goOn();
      const again = await EmbeddedStore.open(${JSON.stringify(folder)});
      await again.remove("later");
      send("removed");`);
    await expect(store.open("later").count({})).rejects.toMatchObject({
      code: "unknown-collection",
    });
    expect(await other.received()).toBe("made");
    await expect(store.create(named("later"))).rejects.toMatchObject({
      code: "conflict",
      message: "There is a collection “later” already; choose another name.",
    });
    expect(await store.list()).toMatchObject([
      { name: "first", rows: 1, state: "ready" },
      { name: "later", rows: 1, state: "ready" },
    ]);
    other.goOn();
    expect(await other.received()).toBe("removed");
    await expect(store.open("later").count({})).rejects.toMatchObject({
      code: "unknown-collection",
    });
    expect(await store.list()).toMatchObject([{ name: "first" }]);
    await fill("later", "c");
    expect(await idsOf(store, "later")).toEqual(["c"]);
  }, 200_000);

  it("cannot both have a name: one makes it, the others are received, and no row is hidden", async () => {
    const processes = ["a", "b", "c"].map((id) =>
      otherProcess(`
        send("ready");
        await goOn();
        try {
          await store.create(HEAD);
          await store.open(HEAD.name).put([row("${id}")]);
          send("${id}");
        } catch ({ code, message }) {
          send({ code, message });
        }
        await store.close();`),
    );
    for (const each of processes) expect(await each.received()).toBe("ready");
    for (const each of processes) each.goOn();
    const received = await Promise.all(processes.map((each) => each.received()));
    await Promise.all(processes.map((each) => each.end()));
    const winners = received.filter((each) => typeof each === "string");
    expect(winners).toHaveLength(1);
    const taken = {
      code: "conflict",
      message: `There is a collection “${HEAD.name}” already; choose another name.`,
    };
    expect(received.filter((each) => typeof each !== "string")).toEqual([taken, taken]);
    expect(await store.list()).toMatchObject([{ name: HEAD.name, rows: 1 }]);
    expect(await idsOf(store, HEAD.name)).toEqual(winners);
    expect(await readdir(folder)).toHaveLength(1);
  }, 200_000);

  it("do not take from each other what is open; the list shows it, and everything else works", async () => {
    await fill("kept", "a");
    await fill("written", "b");
    await reopen();
    const other = otherProcess(`
      await store.open("written").put([row("c")]);
      send("open");
      await goOn();
      await store.close();
      send("closed");`);
    expect(await other.received()).toBe("open");
    const inUse = {
      code: "conflict",
      message:
        "Another program has this collection open; close it there, or wait until it is done.",
    };
    for (let time = 0; time < 2; time++)
      expect(await store.list()).toMatchObject([
        { name: "kept", rows: 1, state: "ready" },
        { name: "written", state: "in-use", reason: inUse.message },
      ]);
    await expect(store.open("written").count({})).rejects.toMatchObject(inUse);
    await expect(store.remove("written")).rejects.toMatchObject(inUse);
    expect(await store.open("kept").count({})).toBe(1);
    other.goOn();
    expect(await other.received()).toBe("closed");
    expect(await idsOf(store, "written")).toEqual(["b", "c"]);
    await store.remove("written");
    expect(await store.list()).toMatchObject([{ name: "kept" }]);
  }, 200_000);
});

describe("what was cut short or left behind", () => {
  it("a process that was ended while it made a collection keeps nobody from its name", async () => {
    const cutShort = path.join(folder, "0000.unfinished");
    await mkdir(cutShort);
    await writeFile(path.join(cutShort, "collection.json"), JSON.stringify({ name: "later" }));
    await fill("later", "a");
    expect(await store.list()).toMatchObject([{ name: "later", rows: 1 }]);
    // It may have been somebody who is at it; after an hour nobody is.
    await reopen();
    expect(await entries()).toContain(cutShort);
    const before = new Date(Date.now() - 3_700_000);
    await utimes(cutShort, before, before);
    await reopen();
    expect(await entries()).not.toContain(cutShort);
    expect(await idsOf(store, "later")).toEqual(["a"]);
  });

  it("of two folders with one name both are listed, keep their names, and each can be removed", async () => {
    await fill("later", "a");
    await store.close();
    const [own = ""] = await entries();
    const copy = path.join(folder, "3f2a9c00-copy");
    await cp(own, copy, { recursive: true });
    store = await EmbeddedStore.open(folder);
    await store.open("later").put([row("b")]);
    const second = "later (recovered 3f2a9c00)";
    for (let time = 0; time < 2; time++) {
      expect(await store.list()).toMatchObject([
        { name: "later", rows: 2 },
        { name: second, rows: 1 },
      ]);
      expect(await idsOf(store, second)).toEqual(["a"]);
      expect(await idsOf(store, "later")).toEqual(["a", "b"]);
      await reopen();
    }
    await store.remove(second);
    expect(await entries()).toEqual([own]);
    expect(await idsOf(store, "later")).toEqual(["a", "b"]);
  });

  it("two copies whose folders begin alike are received apart", async () => {
    await fill("later", "a");
    await store.close();
    const [own = ""] = await entries();
    for (const end of ["1", "2"])
      await cp(own, path.join(folder, `3f2a9c00-${end}`), { recursive: true });
    store = await EmbeddedStore.open(folder);
    expect((await store.list()).map(({ name }) => name)).toEqual([
      "later",
      "later (recovered 3f2a9c00)",
      "later (recovered 3f2a9c00-2)",
    ]);
  });

  it.each<[string, (file: string) => Promise<void>]>([
    ["missing", unlink],
    ["empty", (file) => writeFile(file, "")],
    ["damaged", (file) => writeFile(file, '{"name":')],
    ["of another kind", (file) => writeFile(file, "[3]")],
  ])("a collection whose name file is %s is found by its tables", async (_, spoil) => {
    await fill("later", "a", "b");
    await store.close();
    const [own = ""] = await entries();
    await spoil(path.join(own, "collection.json"));
    store = await EmbeddedStore.open(folder);
    await expect(store.create(named("later"))).rejects.toMatchObject({ code: "conflict" });
    expect(await store.list()).toMatchObject([{ name: "later", rows: 2, state: "ready" }]);
    expect(await idsOf(store, "later")).toEqual(["a", "b"]);
  });

  it("one flipped bit of the name file does not rename a collection", async () => {
    await fill("later", "a");
    const [own = ""] = await entries();
    const file = path.join(own, "collection.json");
    const whole = await readFile(file);
    const name = whole.indexOf("later");
    for (let bit = 8 * name; bit < 8 * (name + "later".length); bit++) {
      await store.close();
      const spoilt = Buffer.from(whole);
      spoilt[bit >> 3]! ^= 1 << (bit & 7);
      await writeFile(file, spoilt);
      store = await EmbeddedStore.open(folder);
      expect(await store.list()).toMatchObject([{ name: "later", rows: 1, state: "ready" }]);
      expect(await readFile(file)).toEqual(whole);
    }
  }, 60_000);

  it.runIf(HAS_PIPES)("pipes in place of its small files keep nobody waiting", async () => {
    await fill("later", "a");
    const [own = ""] = await entries();
    await store.close();
    for (const name of ["collection.json", "info.json"]) {
      await rm(path.join(own, name), { force: true });
      execFileSync("mkfifo", [path.join(own, name)]);
    }
    store = await EmbeddedStore.open(folder);
    expect(await store.list()).toMatchObject([{ name: "later", rows: 1, state: "ready" }]);
  });

  it("one whose name was flipped while another process has it is listed rightly once that is done", async () => {
    await fill("later", "a");
    await store.close();
    const [own = ""] = await entries();
    const other = otherProcess(`
      await store.open("later").put([row("b")]);
      send("open");
      await goOn();
      await store.close();
      send("closed");`);
    expect(await other.received()).toBe("open");
    await writeFile(path.join(own, "collection.json"), JSON.stringify({ name: "mater" }));
    store = await EmbeddedStore.open(folder);
    expect(await store.list()).toMatchObject([{ name: "mater", state: "in-use" }]);
    other.goOn();
    expect(await other.received()).toBe("closed");
    expect(await store.list()).toMatchObject([{ name: "later", rows: 2, state: "ready" }]);
  }, 60_000);

  it("one whose name is nowhere to be read is listed, keeps its place, and can be removed", async () => {
    await fill("later", "a");
    await fill("kept", "b");
    await store.close();
    const name = /^unnamed \(recovered [0-9a-f]{8}\)$/;
    for (const own of await entries()) {
      const { name: is } = JSON.parse(await readFile(path.join(own, "collection.json"), "utf8"));
      if (is !== "later") continue;
      await unlink(path.join(own, "collection.json"));
      await writeFile(path.join(own, "rows.duckdb"), "no tables");
    }
    store = await EmbeddedStore.open(folder);
    const [kept, lost] = await store.list();
    expect(kept).toMatchObject({ name: "kept", rows: 1 });
    expect(lost).toMatchObject({ name: expect.stringMatching(name), state: "damaged" });
    await expect(store.create(named("later"))).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(`listed as “${lost?.name}”; remove that first`),
    });
    await store.remove(lost?.name ?? "");
    await fill("later", "c");
    expect(await idsOf(store, "later")).toEqual(["c"]);
  });

  it("a folder that is no collection is left alone", async () => {
    await mkdir(path.join(folder, "notes"));
    await writeFile(path.join(folder, "notes", "a.txt"), "mine");
    await writeFile(path.join(folder, "b.txt"), "mine");
    await fill("later", "a");
    await reopen();
    expect(await store.list()).toMatchObject([{ name: "later" }]);
    expect(await readdir(path.join(folder, "notes"))).toEqual(["a.txt"]);
  });
});
