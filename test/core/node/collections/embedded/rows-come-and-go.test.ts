import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
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
  home = await mkdtemp(path.join(tmpdir(), "semascope-rows-"));
});
afterEach(() => rm(home, { recursive: true, force: true, maxRetries: 10 }));

const random = seededRandom(4);
const ROWS = Array.from({ length: 1500 }, (_, no) => rowOf(no, 30, random));
const idsOf = (rows: readonly NewRow[]) => rows.map(({ id }) => id);

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
  await collection.prepare();
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

async function bytesOf(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map((name) => stat(path.join(folder, name))),
  );
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

async function all<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

it("rows that are imported again and again take the room of four imports at most, and answers are the same", async () => {
  const once = await made("once");
  await opened(once, async (collection) => {
    await putAll(collection, ROWS);
    await mark(collection);
    await finish(collection);
  });
  const one = await bytesOf(once);
  const often = await made("often");
  for (let time = 0; time < 12; time++) {
    await opened(often, async (collection) => {
      await putAll(collection, ROWS);
      if (time === 0) await mark(collection);
      if (time === 11) await finish(collection);
    });
    expect(await bytesOf(often)).toBeLessThanOrEqual(4 * one);
  }
  expect(await answersOf(often)).toEqual(await answersOf(once));
}, 120_000);

it("a stream passes over rows that are removed or replaced meanwhile, though their numbers are given again", async () => {
  const folder = await made("asked");
  await opened(folder, async (collection) => {
    await putAll(collection, ROWS);
    const like = { like: QUERY } as const;
    const before = await all(collection.stream(like));
    const streams = [collection.stream(like), collection.scan(like, ["text", "cells"])] as const;
    const first = [(await streams[0].next()).value, (await streams[1].next()).value] as const;
    await collection.removeRows(idsOf(ROWS.slice(600, 900)));
    // They get the numbers of those, and would come between them.
    await collection.put(ROWS.slice(600, 800).map((row) => ({ ...row, id: `${row.id}b` })));
    const changed = ROWS.slice(1000, 1100).map((row) => ({ ...row, text: "another text" }));
    await collection.put(changed);
    const gone = new Set(idsOf([...ROWS.slice(600, 900), ...changed]));
    const left = before.filter(({ id }, i) => i < first[0]!.length || !gone.has(id));
    expect(left.length).toBeLessThan(before.length);
    expect([...first[0]!, ...(await all(streams[0]))]).toEqual(left);
    const scanned = [...first[1]!, ...(await all(streams[1]))];
    expect(scanned.length).toBe(before.length);
    const [row] = await collection.rows({ ids: [idOf(1050)] }, { offset: 0, limit: 1 });
    expect(row!.text).toBe("another text");
  });
}, 60_000);

it("answers are those of a fresh collection before, while and after lists are made of what changed", async () => {
  const folder = await made("changed");
  const fresh = await made("fresh");
  const kept = ROWS.filter((_, i) => i % 3 !== 0);
  const asked = async (collection: OpenCollection) => [
    await collection.heat({ like: QUERY }),
    await collection.rows({ like: QUERY }, { offset: 0, limit: 100 }),
    await collection.count({ region: { positions: QUERY, share: 0.02 } }),
    await collection.points({ like: QUERY }),
    await collection.estimateHeat({ where: { column: "party", equals: "whig" } }),
  ];
  const expected = await opened(fresh, async (collection) => {
    await putAll(collection, kept);
    return asked(collection);
  });
  await opened(folder, async (collection) => {
    // Lists of these are there, and in memory.
    await putAll(collection, [...ROWS].reverse());
    await asked(collection);
    await collection.removeRows(idsOf(ROWS.slice(0, 800)));
    for (let from = 0; from < 800; from += 200) await collection.put(ROWS.slice(from, from + 200));
    const gone = collection.removeRows(idsOf(ROWS.filter((_, i) => i % 3 === 0)));
    await gone;
    // The first question begins to make lists, a turn at a time.
    for (let time = 0; time < 3; time++) expect(await asked(collection)).toEqual(expected);
    await collection.prepare();
    expect(await asked(collection)).toEqual(expected);
  });
  expect(await opened(folder, asked)).toEqual(expected);
  expect(await readdir(folder)).toContain("lists.bin");
}, 60_000);

it("a collection that is closed while it is prepared is closed at once, and prepared by a later question", async () => {
  const folder = await made("closed");
  const collection = await OpenCollection.open(folder);
  await collection.put(ROWS);
  const prepared = collection.prepare();
  await collection.close();
  await prepared;
  expect(await readdir(folder)).not.toContain("lists.bin");
  await opened(folder, async (again) => {
    const wanted = new Set(QUERY);
    const like = ROWS.filter(({ cells }) => cells.some((cell) => wanted.has(cell)));
    expect(await again.count({ like: QUERY })).toBe(like.length);
    await expect.poll(() => readdir(folder), { timeout: 30_000 }).toContain("lists.bin");
  });
}, 60_000);
