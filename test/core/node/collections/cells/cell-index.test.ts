import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CELLS, type Positions } from "../../../../../core/kernel/grid.ts";
import { seededRandom } from "../../../../../core/kernel/seeded-random.ts";
import { BLOCK_ROWS } from "../../../../../core/node/collections/cells/cell-format.ts";
import { CellIndex } from "../../../../../core/node/collections/cells/cell-index.ts";

/** Two full blocks and a part of a third. */
const ROWS = 2 * BLOCK_ROWS + 1300;
const BATCH = 4000;
const files = () => ({ folder, generation: 0 });
const NO_RECORD = { at: 0, length: 0 };
const GONE = [3, 20_000, ROWS - 1000, ROWS - 2];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-index-"));
});
afterEach(() => rm(folder, { recursive: true }));

const random = seededRandom(5);
/** Few cells, some of them in most rows and some in hardly any. */
const rows: Positions[] = Array.from({ length: ROWS }, (_, no) => {
  const cells = new Set<number>();
  for (let i = 0; i < (no % 17 === 0 ? 0 : 12); i++)
    cells.add(Math.floor(random() ** (1 + (i % 3)) * (i < 3 ? 6 : CELLS)));
  return Uint16Array.from(cells).sort();
});
const QUERIES = [
  Uint16Array.of(0),
  Uint16Array.of(0, 1, 2, 3, 4, 5, 9000, 16_383),
  Uint16Array.from({ length: 983 }, (_, i) => i * 16),
];

function obviousMatches(query: Positions): number[] {
  const wanted = new Set(query);
  return rows.map((cells, no) =>
    GONE.includes(no) ? 0 : cells.filter((cell) => wanted.has(cell)).length,
  );
}

/** Dead rows may count something: nobody asks. */
const ofAlive = (counts: Uint16Array) =>
  Array.from(counts, (count, no) => (GONE.includes(no) ? 0 : count));

async function filled() {
  const index = new CellIndex(files(), { cells: 0, lists: 0 }, []);
  const places: number[] = [];
  for (let from = 0; from < ROWS; from += BATCH) {
    const part = rows.slice(from, from + BATCH);
    index.append(part).forEach((place, i) => {
      index.rows.set(from + i, { ...place, record: NO_RECORD });
    });
    if (from === 0) for (const no of GONE) if (no < BATCH) index.rows.drop(no);
    for (const place of await index.sealBlocks()) {
      index.addPlace(place);
      places.push(place);
    }
    // So that lists of a part are made, and then made again.
    await index.matches(QUERIES[0]!);
  }
  for (const no of GONE) index.rows.drop(no);
  return { index, places };
}

describe("an index of cells", () => {
  it("counts the cells that rows share with a query, and how many rows have each", async () => {
    const { index, places } = await filled();
    expect(places.length).toBe(2);
    const alive = index.rows.all();
    const heat = new Uint32Array(CELLS);
    for (const no of alive) for (const cell of rows[no]!) heat[cell] = heat[cell]! + 1;
    const again = new CellIndex(files(), index.lengths, places);
    for (const no of alive)
      again.rows.set(no, {
        at: index.rows.at[no]!,
        length: index.rows.lengths[no]!,
        size: index.rows.sizes[no]!,
        record: NO_RECORD,
      });
    for (const each of [index, again]) {
      for (const query of [...QUERIES, ...QUERIES]) {
        const obvious = obviousMatches(query);
        expect(ofAlive(await each.matches(query))).toEqual(obvious);
        const few = alive.filter((no) => no % 100 === 7);
        expect([...(await each.matchesOf(few, query))]).toEqual(
          Array.from(few, (no) => obvious[no]),
        );
      }
      expect(await each.heat(alive)).toEqual(heat);
      expect(each.cellsOf(30_000)).toEqual(rows[30_000]);
      each.close();
    }
  }, 60_000);

  it("refuses lists that are not as they were written", async () => {
    const { index, places } = await filled();
    const lengths = index.lengths;
    index.close();
    const file = await open(path.join(folder, "lists.bin"), "r+");
    // In the middle of the second block's lists.
    const at = Math.floor(0.1 * places[1]! + 0.9 * lengths.lists);
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
    await file.write(Uint8Array.of(buffer[0]! ^ 4), 0, 1, at);
    await file.close();
    const again = new CellIndex(files(), lengths, places);
    const everything = Uint16Array.from({ length: CELLS }, (_, cell) => cell);
    await expect(again.matches(everything)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("block 1"),
    });
    again.close();
  }, 60_000);
});
