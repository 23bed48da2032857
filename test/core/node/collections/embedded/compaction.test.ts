import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { NewRow } from "../../../../../core/collection/port/store.ts";
import { createTables } from "../../../../../core/node/collections/embedded/collection-tables.ts";
import { OpenCollection } from "../../../../../core/node/collections/embedded/open-collection.ts";
import { Duck } from "../../../../../core/node/files/duck.ts";
import { answersOf, idOf, QUERY, rowOf } from "../../../../soak/bit-flips.ts";
import { seededRandom } from "../../../../support/seeded-random.ts";
import { HEAD } from "../../../collection/port/arbitrary-selection.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "semascope-compaction-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const random = seededRandom(4);
const ROWS = Array.from({ length: 1500 }, (_, no) => rowOf(no, 30, random));

async function made(name: string): Promise<string> {
  const folder = path.join(home, name);
  await mkdir(folder);
  const duck = await Duck.open(path.join(folder, "rows.duckdb"));
  await createTables(duck, HEAD);
  duck.close();
  return folder;
}

/** As an import does it. */
async function putAll(collection: OpenCollection, rows: readonly NewRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 500)
    await collection.put(rows.slice(from, from + 500));
}

async function opened<T>(folder: string, act: (collection: OpenCollection) => Promise<T>) {
  const collection = await OpenCollection.open(folder);
  try {
    return await act(collection);
  } finally {
    await collection.close();
  }
}

async function mark(collection: OpenCollection): Promise<void> {
  const ids = Array.from({ length: 200 }, (_, i) => idOf(3 * i));
  await collection.label(
    "war",
    ids.map((id, i) => ({ id, belongs: i % 2 === 0 })),
  );
}

async function finish(collection: OpenCollection): Promise<void> {
  await collection.score({ name: "trade", positions: QUERY });
  await collection.setNote("topics", "war and peace");
}

const cellFiles = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith("cells")).sort();

/** Of the files that are only added to. */
async function bytesOf(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".bin"));
  const sizes = await Promise.all(names.map((name) => stat(path.join(folder, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

it("rows that are imported again and again take the room of three imports at most, and answers are the same", async () => {
  const once = await made("once");
  await opened(once, async (collection) => {
    await putAll(collection, ROWS);
    await mark(collection);
    await finish(collection);
  });
  const one = await bytesOf(once);
  const often = await made("often");
  for (let time = 0; time < 5; time++) {
    await opened(often, async (collection) => {
      await putAll(collection, ROWS);
      if (time === 0) await mark(collection);
      if (time === 4) await finish(collection);
    });
    expect(await bytesOf(often)).toBeLessThanOrEqual(3 * one);
    expect(await cellFiles(often)).toHaveLength(1);
  }
  // What a compaction left has been compacted, too.
  const [file = ""] = await cellFiles(often);
  expect(Number(/^cells-(\d+)\.bin$/.exec(file)?.[1])).toBeGreaterThan(1);
  expect(await answersOf(often)).toEqual(await answersOf(once));
}, 120_000);

it("rows that were removed give their room back", async () => {
  const folder = await made("removed");
  await opened(folder, async (collection) => {
    await putAll(collection, ROWS);
    await collection.removeRows(ROWS.slice(0, 1400).map(({ id }) => id));
    await expect.poll(() => cellFiles(folder), { timeout: 30_000 }).toEqual(["cells-1.bin"]);
    expect(await collection.count({})).toBe(100);
  });
  expect(await opened(folder, (collection) => collection.cells([idOf(1450)]))).toEqual([
    ROWS[1450]!.cells,
  ]);
}, 60_000);

it("what is asked before, beside and after a compaction has the same answers", async () => {
  const folder = await made("asked");
  await opened(folder, async (collection) => {
    // The rows that stay come last, so that each gets another number.
    await putAll(collection, [...ROWS].reverse());
    const kept = ROWS.slice(0, 400);
    const gone = ROWS.slice(400).map(({ id }) => id);
    const selection = { where: { column: "party", in: ["whig", "none"] }, like: QUERY } as const;
    const streams = [collection.stream(selection), collection.stream({})];
    const texts = collection.scan({ like: QUERY }, ["text", "cells"]);
    const first: (readonly { readonly id: string }[] | undefined)[] = [];
    for (const each of [...streams, texts]) first.push((await each.next()).value);
    const removed = collection.removeRows(gone);
    const beside = collection.heat({ like: QUERY, ids: kept.map(({ id }) => id) });
    await removed;
    await expect.poll(() => cellFiles(folder), { timeout: 30_000 }).toEqual(["cells-1.bin"]);
    const heat = await collection.heat({ like: QUERY });
    expect(await beside).toEqual(heat);
    const fresh = await made("fresh");
    await opened(fresh, async (other) => {
      await putAll(other, kept);
      expect(await other.heat({ like: QUERY })).toEqual(heat);
      const read = [
        other.stream(selection),
        other.stream({}),
        other.scan({ like: QUERY }, ["text", "cells"]),
      ];
      for (const [i, each] of [...streams, texts].entries()) {
        const isKept = ({ id }: { readonly id: string }) => id < idOf(400);
        const rows = (first[i] ?? []).filter(isKept);
        for await (const batch of each) rows.push(...batch);
        const all: { readonly id: string }[] = [];
        for await (const batch of read[i]!) all.push(...batch);
        expect(rows).toEqual(all);
      }
    });
  });
}, 60_000);

it("files that a kill left behind are removed, before a compaction counts and after it", async () => {
  const folder = await made("left");
  await opened(folder, (collection) => putAll(collection, ROWS));
  const before = path.join(home, "before");
  await cp(folder, before, { recursive: true });
  for (const kind of ["cells", "lists", "records"])
    await writeFile(path.join(folder, `${kind}-1.bin`), "half");
  expect(await opened(folder, (collection) => collection.count({}))).toBe(1500);
  expect(await cellFiles(folder)).toEqual(["cells.bin"]);
  await opened(folder, async (collection) => {
    await collection.removeRows(ROWS.slice(0, 1400).map(({ id }) => id));
  });
  expect(await cellFiles(folder)).toEqual(["cells-1.bin"]);
  for (const kind of ["cells", "lists", "records"])
    await cp(path.join(before, `${kind}.bin`), path.join(folder, `${kind}.bin`));
  expect(await opened(folder, (collection) => collection.count({}))).toBe(100);
  expect(await cellFiles(folder)).toEqual(["cells-1.bin"]);
}, 60_000);

it("a row that cannot be read keeps a collection as it is, and is said when it is asked for", async () => {
  const folder = await made("damaged");
  await opened(folder, (collection) => putAll(collection, ROWS));
  const file = path.join(folder, "records.bin");
  const { size } = await stat(file);
  await writeFile(file, Buffer.alloc(20, 1), { flag: "r+" });
  expect((await stat(file)).size).toBe(size);
  await opened(folder, async (collection) => {
    await collection.removeRows(ROWS.slice(1, 1400).map(({ id }) => id));
    await expect(collection.rows({ ids: [idOf(0)] }, { offset: 0, limit: 1 })).rejects.toThrow(
      "The collection is damaged",
    );
    const [row] = await collection.rows({ ids: [idOf(1450)] }, { offset: 0, limit: 1 });
    expect(row!.text).toBe(ROWS[1450]!.text);
  });
  expect(await cellFiles(folder)).toEqual(["cells.bin"]);
}, 60_000);
