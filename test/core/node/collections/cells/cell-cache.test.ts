import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { seededRandom } from "../../../../../core/kernel/seeded-random.ts";
import { CellCache } from "../../../../../core/node/collections/cells/heat.ts";
import { MemoryTable } from "./memory-table.ts";

let folder: string;
let table: MemoryTable;
let index: MemoryTable["index"];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-kept-"));
  table = new MemoryTable(path.join(folder, "lists.bin"));
  index = table.index;
});
afterEach(async () => {
  index.close();
  await rm(folder, { recursive: true });
});

const random = seededRandom(11);

/** Rows of up to nine cells each; some have none. */
function add(count: number): void {
  const rows = Array.from({ length: count }, () => {
    const cells = Array.from({ length: Math.floor(10 * random()) }, () => random() * 16_384);
    return Uint16Array.from(new Set(cells.map(Math.floor))).sort();
  });
  // Numbers of removed rows are given again only where what is kept is forgotten.
  const first = index.rows.count;
  table.replace(rows.map((cells, i) => [first + i, cells]));
}

async function readAll(kept: CellCache): Promise<void> {
  while (await kept.readMore(index));
}

const someOf = (share: number) => index.rows.all().filter(() => random() < share);

it("counts what the tables count, whatever is in memory, while rows come and go", async () => {
  const roomy = new CellCache();
  // Less and less of the rows fits in.
  const tight = new CellCache(9000);
  for (const count of [1500, 1500, 4000]) {
    add(count);
    table.drop([...someOf(0.05)]);
    for (const kept of [roomy, tight]) {
      for (const isRead of [false, true]) {
        if (isRead) await readAll(kept);
        for (const share of [0.001, 0.3, 1]) {
          const numbers = someOf(share);
          expect(await kept.heat(numbers, index)).toEqual(await index.heat(numbers));
        }
      }
    }
  }
});

it("estimates from the rows in memory, a random part of any rows", async () => {
  add(12_000);
  const kept = new CellCache(9000);
  expect(kept.isQuick(index.rows.all())).toBe(false);
  await readAll(kept);
  const wanted = someOf(0.9);
  const { counts, rows } = await kept.estimate(wanted, index);
  expect(rows).toBeGreaterThanOrEqual(1000);
  expect(rows).toBeLessThan(wanted.length / 2);
  const sum = (heat: Uint32Array) => heat.reduce((total, each) => total + each);
  const ratio = sum(counts) / rows / (sum(await index.heat(wanted)) / wanted.length);
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
});
