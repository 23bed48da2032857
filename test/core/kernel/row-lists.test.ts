import { describe, expect, it } from "vitest";
import { LIST_ROWS, RowLists } from "../../../core/kernel/row-lists.ts";
import { seededRandom } from "../../../core/kernel/seeded-random.ts";
import { lowBitsFor, packBits } from "../../../core/node/collections/cells/cell-format.ts";

const random = seededRandom(11);

/** From hardly any row to every row. */
function randomList(): Uint16Array {
  const share = random() ** 3;
  const rows: number[] = [];
  for (let row = 0; row < LIST_ROWS; row++) if (random() < share) rows.push(row);
  return Uint16Array.from(rows);
}

const lists = [
  Uint16Array.of(),
  Uint16Array.of(0),
  Uint16Array.of(255, 256, 600, LIST_ROWS - 1),
  Uint16Array.from({ length: LIST_ROWS }, (_, row) => row),
  ...Array.from({ length: 60 }, randomList),
];
const noPlaces = () => ({
  addresses: new Uint32Array(lists.length),
  lengths: new Uint16Array(lists.length),
});

const packed = (rows: Uint16Array) => ({
  bytes: packBits(rows, LIST_ROWS),
  count: rows.length,
  low: lowBitsFor(rows.length, LIST_ROWS),
});

function countsOf(numbers: readonly number[]): Uint16Array {
  const counts = new Uint16Array(LIST_ROWS);
  for (const no of numbers) for (const row of lists[no]!) counts[row] = counts[row]! + 1;
  return counts;
}

/** Comparing 16,384 numbers by `toEqual` takes milliseconds. */
const isSame = (counts: Uint16Array, obvious: Uint16Array) =>
  counts.every((count, row) => count === obvious[row]);

describe("lists of rows", () => {
  it("counts by eye", () => {
    const memory = new RowLists(1e6);
    memory.begin();
    memory.unpack(packed(Uint16Array.of(1, 3)));
    memory.count();
    expect([...memory.counts().subarray(0, 5)]).toEqual([0, 1, 0, 1, 0]);
  });

  it("counts any lists like a plain loop, sparse and dense, any number at a time", () => {
    const memory = new RowLists(1e6);
    const places = noPlaces();
    lists.forEach((rows, no) => {
      memory.unpack(packed(rows));
      expect(memory.keep(places, no)).toBe(true);
    });
    for (let run = 0; run < 60; run++) {
      const numbers = [...lists.keys()].filter(() => random() < run / 50);
      memory.begin();
      memory.countKept(places, numbers);
      expect(isSame(memory.counts(), countsOf(numbers))).toBe(true);
    }
  });

  it("counts a list as often as it is asked for, up to 16,384 times", () => {
    const memory = new RowLists(1e6);
    const places = noPlaces();
    memory.unpack(packed(lists[3]!));
    memory.keep(places, 3);
    memory.begin();
    memory.countKept(places, new Uint16Array(LIST_ROWS).fill(3));
    expect(memory.counts().every((count) => count === LIST_ROWS)).toBe(true);
  });

  it("unpacks what was packed as bits", () => {
    const memory = new RowLists(1e6);
    for (const rows of lists) {
      expect(memory.unpack(packed(rows))).toBe(true);
      memory.begin();
      memory.count();
      const obvious = new Uint16Array(LIST_ROWS);
      for (const row of rows) obvious[row] = 1;
      expect(isSame(memory.counts(), obvious)).toBe(true);
    }
  });

  it("refuses bytes that are no list of so many rows", () => {
    const memory = new RowLists(1e6);
    for (const rows of lists.filter(({ length }) => length > 0)) {
      const right = packed(rows);
      const { bytes } = right;
      expect(memory.unpack({ ...right, bytes: bytes.subarray(0, bytes.length - 1) })).toBe(false);
      expect(memory.unpack({ ...right, count: right.count + 1 })).toBe(false);
    }
    expect(memory.unpack({ bytes: new Uint8Array(1000), count: 5, low: 3 })).toBe(false);
  });

  it("says when there is no more room, and counts what it has", () => {
    const memory = new RowLists(30_000);
    const places = noPlaces();
    const kept = lists.flatMap((rows, no) => {
      memory.unpack(packed(rows));
      return memory.keep(places, no) ? [no] : [];
    });
    expect(kept.length).toBeGreaterThan(3);
    expect(kept.length).toBeLessThan(lists.length);
    memory.begin();
    memory.countKept(places, [...lists.keys()]);
    expect(isSame(memory.counts(), countsOf(kept))).toBe(true);
  });
});
