import { describe, expect, it } from "vitest";
import { CellCounts } from "../../../core/kernel/cell-piles.ts";
import { seededRandom } from "../../../core/kernel/seeded-random.ts";
import { lowBitsFor, packBits } from "../../../core/node/collections/cells/cell-format.ts";

const LIMIT = 16_384;
const random = seededRandom(12);

function randomCells(): Uint16Array {
  const share = random() ** 3;
  return Uint16Array.from({ length: LIMIT }, (_, cell) => cell).filter(() => random() < share);
}

/** Puts packed lists one behind the other. */
function fill(counts: CellCounts, lists: readonly Uint16Array[]) {
  let from = 0;
  return lists.map((list) => {
    const bytes = packBits(list, LIMIT);
    counts.input.set(bytes, from);
    const place = { from, to: from + bytes.length, count: list.length };
    from = place.to;
    return place;
  });
}

const lowOf = (list: Uint16Array) => lowBitsFor(list.length, LIMIT);

describe("counts of cells", () => {
  it("counts by eye", () => {
    const counts = new CellCounts(100);
    const lists = [Uint16Array.of(0, 2), Uint16Array.of(2, LIMIT - 1), Uint16Array.of(2)];
    const places = fill(counts, lists);
    counts.begin();
    places.forEach((place, i) => {
      expect(counts.addPacked(place, lowOf(lists[i]!))).toBe(true);
    });
    const totals = counts.totals();
    expect([totals[0], totals[1], totals[2], totals[LIMIT - 1]]).toEqual([1, 0, 3, 1]);
    counts.begin();
    expect(counts.totals().every((count) => count === 0)).toBe(true);
  });
  it("counts what is counted one by one, up to the end of its input", () => {
    const lists = [Uint16Array.of(), ...Array.from({ length: 40 }, randomCells)];
    const bytes = lists.reduce((sum, list) => sum + packBits(list, LIMIT).length, 0);
    const counts = new CellCounts(bytes);
    const places = fill(counts, lists);
    const obvious = new Uint32Array(LIMIT);
    for (const list of lists) for (const cell of list) obvious[cell]! += 1;
    counts.begin();
    expect(places.every((place, i) => counts.addPacked(place, lowOf(lists[i]!)))).toBe(true);
    expect(Buffer.compare(Buffer.from(counts.totals().buffer), Buffer.from(obvious.buffer))).toBe(
      0,
    );
  });
  it("counts more lists than 16 bits hold", () => {
    const counts = new CellCounts(100);
    const cells = Uint16Array.of(5);
    const [place] = fill(counts, [cells]);
    counts.begin();
    for (let i = 0; i < 140_000; i++) counts.addPacked(place!, lowOf(cells));
    expect(counts.totals()[5]).toBe(140_000);
  });
  it("adds nothing of a list that is not as it was packed", () => {
    const counts = new CellCounts(1000);
    const cells = Uint16Array.from({ length: 300 }, (_, i) => 50 * i);
    const [place] = fill(counts, [cells]);
    const low = lowOf(cells);
    counts.begin();
    expect(counts.addPacked({ ...place!, count: 301 }, low)).toBe(false);
    expect(counts.addPacked({ ...place!, to: place!.to - 1 }, low)).toBe(false);
    expect(counts.addPacked({ ...place!, count: LIMIT + 1 }, low)).toBe(false);
    counts.input.fill(0, 0, place!.to);
    expect(counts.addPacked(place!, low)).toBe(false);
    expect(counts.totals().every((count) => count === 0)).toBe(true);
  });
});
