import { cp, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  CollectionPool,
  type PoolBounds,
} from "../../../../../core/node/collections/embedded/collection-pool.ts";
import { EmbeddedStore } from "../../../../../core/node/collections/embedded/embedded-store.ts";
import { Duck } from "../../../../../core/node/files/duck.ts";
import { HEAD } from "../../../collection/port/arbitrary-selection.ts";
import { OtherProcess } from "./other-process.ts";

const ROWS = 600;
let root: string;
let folders: string[];
let pool: CollectionPool;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "semascope-pool-"));
  const store = await EmbeddedStore.open(root);
  await store.create(HEAD);
  const values = HEAD.columns.map(() => null);
  const cells = Uint16Array.from({ length: 400 }, (_, i) => 40 * i);
  const ids = Array.from({ length: ROWS }, (_, i) => `r${i}`);
  await store.open(HEAD.name).put(ids.map((id) => ({ id, text: "text", values, cells })));
  await store.close();
  const [first = ""] = await readdir(root);
  await rename(path.join(root, first), path.join(root, "c0"));
  await copies(4);
  folders = ["c0", "c1", "c2", "c3"].map((entry) => path.join(root, entry));
}, 100_000);
afterEach(() => pool.closeAll());
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 10 }));

async function copies(count: number): Promise<void> {
  for (let i = 1; i < count; i++) {
    const copy = path.join(root, `c${i}`);
    await cp(path.join(root, "c0"), copy, { recursive: true, preserveTimestamps: true });
  }
}
const count = (folder: string) => pool.use(folder, (open) => open.count({}));
/** What a use lets go of is closed without anybody waiting for it; to open it again waits. */
const openOnes = () => folders.filter((folder) => pool.has(folder));

describe("the collections that are open", () => {
  it.each<[string, Partial<PoolBounds>, number]>([
    ["their number", { collections: 2 }, 2],
    ["what they hold in memory", { bytes: 1 }, 1],
    ["neither", {}, 4],
  ])(
    "are bounded by %s; those that were not used for longest are closed",
    async (_, bounds, most) => {
      pool = new CollectionPool(bounds);
      for (let time = 0; time < 2; time++)
        for (const [i, folder] of folders.entries()) {
          expect(await count(folder)).toBe(ROWS);
          const used = folders.slice(Math.max(0, i + 1 - most), i + 1);
          expect(openOnes()).toEqual(time === 0 ? used : expect.arrayContaining(used));
          expect(openOnes().length).toBeLessThanOrEqual(most);
        }
      // The one that was used again stays.
      await count(folders.at(-most) ?? "");
      await count(folders[0] ?? "");
      expect(pool.has(folders[0] ?? "")).toBe(true);
      if (most > 1) expect(pool.has(folders.at(-most) ?? "")).toBe(true);
    },
  );

  it("stay open while they are at work or a stream is being read from them", async () => {
    pool = new CollectionPool({ collections: 1, bytes: 1 });
    const [a = "", b = "", c = "", d = ""] = folders;
    const stream = pool.stream(a, (open) => open.stream({}));
    const ids = (await stream.next()).value.map(({ id }: { id: string }) => id);
    let isDone = () => {};
    const work = pool.use(b, async (open) => {
      await new Promise<void>((resolve) => {
        isDone = resolve;
      });
      return open.count({});
    });
    await count(c);
    await count(d);
    expect(openOnes()).toEqual([a, b, d]);
    isDone();
    expect(await work).toBe(ROWS);
    for await (const batch of stream) ids.push(...batch.map(({ id }: { id: string }) => id));
    expect(new Set(ids).size).toBe(ROWS);
    await count(d);
    expect(openOnes()).toEqual([d]);
  });

  it("are given back by whoever stops reading", async () => {
    pool = new CollectionPool({ collections: 1 });
    const [a = "", b = ""] = folders;
    for await (const batch of pool.stream(a, (open) => open.scan({}, ["text", "cells"]))) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    await count(b);
    expect(openOnes()).toEqual([b]);
  });

  it("are opened once by all who ask at the same time, and again while they are being closed", async () => {
    pool = new CollectionPool({ collections: 1 });
    const asked = Array.from({ length: 40 }, (_, i) => count(folders[i % 4] ?? ""));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([ROWS]));
    const [a = ""] = folders;
    await count(a);
    const closed = pool.close(a);
    expect(await count(a)).toBe(ROWS);
    await closed;
  });
});

describe("a process that opens thirty collections", () => {
  it("gives descriptors, threads and memory back", async () => {
    pool = new CollectionPool();
    const MANY = 30;
    await copies(MANY);
    const other = new OtherProcess(
      root,
      `
      import { readFileSync, readdirSync } from "node:fs";
      const figures = () => ({
        files: readdirSync("/proc/self/fd").length,
        threads: Number(/Threads:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]),
      });
      for (const bounds of [{}, { collections: ${MANY} }]) {
        const own = await EmbeddedStore.open(${JSON.stringify(root)}, bounds);
        const before = figures();
        let most = { files: 0, threads: 0 };
        let memory = 0;
        for (let i = 1; i < ${MANY}; i++) {
          await own.open("tests (recovered c" + i + ")").heat({ like: Uint16Array.of(0, 40, 80) });
          const { files, threads } = figures();
          most = { files: Math.max(most.files, files), threads: Math.max(most.threads, threads) };
          if (i === 10 || i === ${MANY} - 1) {
            gc();
            memory = process.memoryUsage.rss() - memory;
          }
        }
        await own.close();
        send({ before, most, memory, after: figures() });
      }`,
    );
    const grown: number[] = [];
    for (const open of [8, MANY]) {
      const { before, most, memory, after } = (await other.received()) as Figures;
      // One more may be about to be closed.
      expect(most.files).toBeLessThanOrEqual(before.files + 5 * (open + 1));
      expect(most.threads).toBeLessThanOrEqual(before.threads + open + 1);
      expect(after.files).toBe(before.files);
      grown.push(memory);
    }
    // From the tenth collection to the thirtieth, beside what it takes to have all of them open.
    const [ofEight = 0, ofAll = 0] = grown;
    expect(ofEight).toBeLessThan(ofAll / 2);
    await other.end();
  }, 300_000);
});

describe("the end of the service", () => {
  it("waits for those that are being closed to make room, each of which is closed once", async () => {
    pool = new CollectionPool({ collections: 1 });
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const uses = folders.map((folder) => pool.use(folder, () => left));
    await Promise.all(folders.map(count));
    const closed = pool.closeAll();
    leave();
    await Promise.all(uses);
    await closed;
    for (const folder of folders) (await Duck.open(path.join(folder, "rows.duckdb"))).close();
  });

  it("are all closed at the end, also where one of them fails; then nothing is opened", async () => {
    pool = new CollectionPool();
    const [a = "", b = ""] = folders;
    await count(a);
    const stream = pool.stream(b, (open) => open.stream({}));
    await stream.next();
    // What is written at the end has no place any more.
    await rm(a, { recursive: true, maxRetries: 10 });
    await expect(pool.closeAll()).rejects.toThrow();
    expect(openOnes()).toEqual([]);
    await expect(stream.next()).rejects.toMatchObject({ code: "busy" });
    await expect(count(b)).rejects.toMatchObject({ code: "busy" });
    const store = await EmbeddedStore.open(root);
    expect(await store.open("tests").count({})).toBe(ROWS);
    await store.close();
  });
});

interface Figures {
  readonly before: Counts;
  /** At any time while they were opened one after the other. */
  readonly most: Counts;
  /** Bytes of the process, grown meanwhile. */
  readonly memory: number;
  readonly after: Counts;
}
interface Counts {
  readonly files: number;
  readonly threads: number;
}
