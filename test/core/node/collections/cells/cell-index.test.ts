import { mkdtemp, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CELLS, type Positions } from "../../../../../core/kernel/grid.ts";
import { BLOCK_ROWS } from "../../../../../core/node/collections/cells/cell-format.ts";
import { placeOfTurn } from "../../../../soak/bit-flips.ts";
import { seededRandom } from "../../../../support/seeded-random.ts";
import { MemoryTable } from "./memory-table.ts";

/** Two full blocks and a part of a third. */
const ROWS = 2 * BLOCK_ROWS + 1300;

let folder: string;
let file: string;
let table: MemoryTable;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-index-"));
  file = path.join(folder, "lists.bin");
  table = new MemoryTable(file);
});
afterEach(async () => {
  table.index.close();
  await rm(folder, { recursive: true, maxRetries: 10 });
});

const random = seededRandom(5);
/** Few cells, some of them in most rows and some in hardly any. */
const rowsOf = (count: number): Positions[] =>
  Array.from({ length: count }, (_, i) => {
    const cells = new Set<number>();
    for (let each = 0; each < (i % 17 === 0 ? 0 : 12); each++)
      cells.add(each < 3 ? random.below(6) : random.below(1 + random.below(CELLS)));
    return Uint16Array.from(cells).sort();
  });
const QUERIES = [
  Uint16Array.of(0),
  Uint16Array.of(0, 1, 2, 3, 4, 5, 9000, 16_383),
  Uint16Array.from({ length: 983 }, (_, i) => i * 16),
];

async function expectExact(): Promise<void> {
  for (const query of QUERIES) {
    const obvious = table.obvious(query);
    expect(await table.matches(query)).toEqual(obvious);
    const few = table.index.rows.all().filter((no) => no % 100 === 7);
    expect([...(await table.index.matchesOf(few, query))]).toEqual(
      Array.from(few, (no) => obvious.get(no)),
    );
  }
  const heat = new Uint32Array(CELLS);
  for (const { cells } of table.rows.values()) for (const cell of cells) heat[cell]!++;
  expect(await table.index.heat(table.index.rows.all())).toEqual(heat);
}

/** Rows come, are replaced and go; numbers are given again. */
function change(): void {
  const numbers = [...table.index.rows.all()];
  table.replace(rowsOf(40).map((cells) => [numbers[random.below(numbers.length)]!, cells]));
  table.drop(Array.from({ length: 40 }, () => numbers[random.below(numbers.length)]!));
  table.add(rowsOf(random.below(80)));
}

describe("an index of cells", () => {
  it("is exact without lists, with them, after changes and after it is opened again", async () => {
    table.add(rowsOf(ROWS));
    await expectExact();
    await table.makeLists();
    await expectExact();
    for (let time = 0; time < 3; time++) {
      change();
      await expectExact();
      table.reopen();
      await expectExact();
      change();
      await table.makeLists();
    }
    await expectExact();
    expect((await readdir(folder)).sort()).toEqual(["lists.bin"]);
  }, 120_000);

  it("is exact where rows come and go while its lists are made", async () => {
    table.add(rowsOf(ROWS));
    await table.makeLists(change);
    await expectExact();
    table.reopen();
    await expectExact();
    await table.makeLists(change);
    table.reopen();
    await expectExact();
  }, 120_000);

  it("copies the blocks whose rows are as they were, and makes the others from the rows", async () => {
    table.add(rowsOf(ROWS));
    await table.makeLists();
    table.replace([[BLOCK_ROWS + 5, Uint16Array.of(9000)]]);
    const before = table.reads;
    await table.makeLists();
    expect(table.reads - before).toBe(BLOCK_ROWS);
    await expectExact();
    table.drop([3]);
    const after = table.reads;
    await table.makeLists();
    expect(table.reads - after).toBe(BLOCK_ROWS - 1);
  }, 60_000);

  it("wants other lists once more than a tenth of the rows are not as they were, and none of few rows", async () => {
    const numbers = table.add(rowsOf(1000));
    expect(await table.index.isOutdated()).toBe(false);
    numbers.push(...table.add(rowsOf(14_000)));
    expect(await table.index.isOutdated()).toBe(true);
    await table.makeLists();
    expect(await table.index.isOutdated()).toBe(false);
    table.drop(numbers.slice(0, 700));
    table.replace(numbers.slice(700, 1500).map((no) => [no, Uint16Array.of(1)]));
    expect(await table.index.isOutdated()).toBe(false);
    table.drop([numbers[1500]!]);
    expect(await table.index.isOutdated()).toBe(true);
    table.reopen();
    expect(await table.index.isOutdated()).toBe(true);
  });

  it("passes over lists in which any bit has changed, and over the file of a later version", async () => {
    table.add(rowsOf(3000));
    await table.makeLists();
    table.reopen();
    const before = table.reads;
    await expectExact();
    // The few rows of `matchesOf`, and all of the heat.
    const whole = table.reads - before;
    const { size } = await stat(file);
    for (let turn = 0; turn < 30; turn++) {
      const at = placeOfTurn(size, { turn, turns: 30, random });
      const handle = await open(file, "r+");
      const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
      await handle.write(Uint8Array.of(buffer[0]! ^ (1 << random.below(8))), 0, 1, at);
      table.reopen();
      const reads = table.reads;
      await expectExact();
      // The rows themselves were looked through.
      expect(table.reads - reads).toBeGreaterThan(whole);
      await handle.write(buffer, 0, 1, at);
      await handle.close();
      if (!(await readdir(folder)).includes("lists.bin")) await table.makeLists();
    }
    table.version--;
    table.reopen();
    expect(await readdir(folder)).toEqual([]);
    await expectExact();
  }, 60_000);

  it("goes on with the rows where its file is cut off while it is open", async () => {
    table.add(rowsOf(3000));
    await table.makeLists();
    const handle = await open(file, "r+");
    await handle.truncate(200);
    await handle.close();
    await expectExact();
    expect(await readdir(folder)).toEqual([]);
  });

  it("says which row cannot be read", async () => {
    const numbers = table.add(rowsOf(20));
    table.rows.set(numbers[7]!, { cells: Uint16Array.of(1), version: 1 });
    await expect(table.index.heat(table.index.rows.all())).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("row number 7"),
    });
  });

  it("writes the same file of the same rows", async () => {
    table.add(rowsOf(2000));
    await table.makeLists();
    const first = await readFile(file);
    await rm(file);
    table.reopen();
    await table.makeLists();
    expect((await readFile(file)).equals(first)).toBe(true);
  });
});
