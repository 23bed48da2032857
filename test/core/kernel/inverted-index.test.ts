import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indexPositions } from "../../../core/kernel/fill-index.ts";
import {
  BLOCK,
  holdScratchAs,
  type IndexMemory,
  releaseScratch,
  viewTables,
} from "../../../core/kernel/index-memory.ts";
import { InvertedIndex } from "../../../core/kernel/inverted-index.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";
import { joinRows, naiveIndex } from "../../support/naive-index.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const open = (rows: readonly (readonly number[] | Uint16Array)[]) => {
  const joined = joinRows(rows);
  return {
    index: new InvertedIndex(indexPositions(joined.offsets, joined.positions)),
    naive: naiveIndex(joined),
  };
};

test("counts shared positions and ranks by them, equal counts by id", () => {
  const { index } = open([[1, 2, 3], [3, 4], [9], [2, 3, 4]]);
  const query = Uint16Array.of(2, 3, 4);
  expect([...index.overlaps(query)]).toEqual([2, 2, 0, 3]);
  const { ids, counts } = index.rank(query, { offset: 0, limit: 10 });
  expect([...ids]).toEqual([3, 0, 1]);
  expect([...counts]).toEqual([3, 2, 2]);
});

test("agrees with counting in sets, for any terms, query, page and filter", () => {
  const rows = fc.array(arbitraryPositions(30), { minLength: 1, maxLength: 60 });
  const page = fc.record({ offset: fc.nat(20), limit: fc.nat(30) });
  fc.assert(
    fc.property(
      rows,
      arbitraryPositions(),
      page,
      fc.nat(3),
      fc.boolean(),
      (list, query, { offset, limit }, mask, hasLists) => {
        const { index, naive } = open(list);
        if (hasLists) index.prepare();
        const flags = Uint8Array.from(list, (_, id) => id % 4);
        expect([...index.overlaps(query)]).toEqual(naive.overlaps(query));
        const all = naive.rank(query).slice(offset, offset + limit);
        expect([...index.rank(query, { offset, limit }).ids]).toEqual(all.map(({ id }) => id));
        const some = naive.rank(query, (id) => (flags[id]! & mask) !== 0);
        const filtered = index.rank(query, { offset, limit }, { filter: { flags, mask } });
        const expected = some.slice(offset, offset + limit);
        expect([...filtered.ids]).toEqual(expected.map(({ id }) => id));
        expect([...filtered.counts]).toEqual(expected.map(({ count }) => count));
      },
    ),
    { numRuns: 60 },
  );
});

test("gives back the positions of each term, however far apart they lie", () => {
  const rows = [[0, 254, 255, 510, 16_383], [16_383], [], [255], [254], [509, 765, 766]];
  const { index } = open(rows);
  expect(rows.map((_, term) => [...index.positions(term)])).toEqual(rows);
  expect(rows.map((_, term) => index.size(term))).toEqual([5, 1, 0, 1, 1, 3]);
  expect(index.termsAt(16_383)).toEqual([0, 1]);
  expect(index.termsAt(255)).toEqual([0, 3]);
  fc.assert(
    fc.property(fc.array(arbitraryPositions(), { minLength: 1, maxLength: 30 }), (list) => {
      const own = open(list).index;
      expect(list.map((_, term) => [...own.positions(term)])).toEqual(list.map((row) => [...row]));
      const map = new Float32Array(16_384);
      own.addTo(map, 0, 2);
      expect([...map.keys()].filter((cell) => map[cell] === 2)).toEqual([...list[0]!]);
    }),
    { numRuns: 60 },
  );
});

test("piles all terms up, each as high as its amount, as adding them one by one does", () => {
  const { index } = open([[1, 2], [2], [5]]);
  const pile = index.pile(Float64Array.of(1, 2, 4));
  expect([pile[1], pile[2], pile[5], pile[0]]).toEqual([1, 3, 4, 0]);
  const rows = fc.array(arbitraryPositions(30), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(rows, (list) => {
      const { index } = open(list);
      const added = new Float32Array(pile.length);
      list.forEach((_, id) => {
        index.addTo(added, id, id + 1);
      });
      const amounts = Float64Array.from(list, (_, id) => id + 1);
      expect([...index.pile(amounts)]).toEqual([...added]);
    }),
  );
});

/** More terms than two blocks hold, with long and empty rows. */
const random = seededRandom(3);
const many = Array.from({ length: 2 * BLOCK + 77 }, (_, id) =>
  id % 50 === 0 ? [] : random.distinct(1 + random.below(12), 600),
);

test("agrees with counting in sets over several blocks of terms, at any depth of the list", () => {
  const { index, naive } = open(many);
  const query = Uint16Array.from(random.distinct(200, 600));
  const expected = naive.rank(query);
  for (const [offset, limit] of [
    [0, 100],
    [5000, 3000],
    [expected.length - 3, 100],
    [0, expected.length + 5],
    [expected.length + 1, 5],
    [0, 0],
  ] as const) {
    const { ids, counts } = index.rank(query, { offset, limit });
    const page = expected.slice(offset, offset + limit);
    expect([...ids]).toEqual(page.map(({ id }) => id));
    expect([...counts]).toEqual(page.map(({ count }) => count));
  }
  expect(index.termsAt(17)).toEqual(naive.termsAt(17));
  expect(index.load()[17]).toBe(naive.termsAt(17).length);
  expect([...index.positions(BLOCK + 5)]).toEqual(many[BLOCK + 5]);
  expect(index.size(BLOCK + 5)).toBe(many[BLOCK + 5]!.length);
});

test("ranks the first terms alone as it ranks all, wherever the last of them lies in a block", () => {
  const { index } = open(many);
  const query = Uint16Array.from(random.distinct(200, 600));
  const all = index.rank(query, { offset: 0, limit: many.length });
  for (const terms of [1, 777, BLOCK, BLOCK + 1, many.length, many.length + 9]) {
    const first = [...all.ids.keys()].filter((i) => all.ids[i]! < terms).slice(0, 300);
    const { ids, counts } = index.rank(query, { offset: 0, limit: 300 }, { first: terms });
    expect([...ids]).toEqual(first.map((i) => all.ids[i]));
    expect([...counts]).toEqual(first.map((i) => all.counts[i]));
    expect(index.rank(query, { offset: 0, limit: many.length })).toEqual(all);
  }
});

test("ranks counts made elsewhere, and the next search is not disturbed by them", () => {
  const { index } = open([[1], [2], [1, 2]]);
  const { ids } = index.rankCounts(Uint16Array.of(7, 9, 9), 9, { offset: 0, limit: 2 });
  expect([...ids]).toEqual([1, 2]);
  expect([...index.rank(Uint16Array.of(1), { offset: 0, limit: 9 }).ids]).toEqual([0, 2]);
});

test("fills its lists with the fifth search, where there is room, whatever a thread that was ended has left of them", () => {
  const joined = joinRows(many);
  const memory = indexPositions(joined.offsets, joined.positions);
  const { filled, listOffsets, listTerms } = viewTables(memory);
  const index = new InvertedIndex(memory);
  expect([...index.positions(1)]).toEqual(many[1]);
  index.pile(new Float64Array(many.length));
  expect(filled[0]).toBe(0);
  expect(listTerms.every((term) => term === 0)).toBe(true);
  listOffsets.fill(7, 0, 9000);
  listTerms.fill(3, 0, 500);
  const naive = naiveIndex(joined);
  const query = Uint16Array.of(17, 30, 599);
  const searchAll = () => {
    expect(index.termsAt(17)).toEqual(naive.termsAt(17));
    expect([...index.overlaps(query)]).toEqual(naive.overlaps(query));
    expect(index.load()[17]).toBe(naive.termsAt(17).length);
  };
  expect([...index.overlaps(query)]).toEqual(naive.overlaps(query));
  expect(filled[0]).toBe(0);
  for (let i = 0; i < 4; i++) searchAll();
  expect(filled[0]).toBe(1);
});

test("two indexes over the same memory search side by side", () => {
  const joined = joinRows([[1, 2], [2], [3]]);
  const memory = indexPositions(joined.offsets, joined.positions);
  const one = new InvertedIndex(memory);
  const two = new InvertedIndex(memory);
  const counted = one.overlaps(Uint16Array.of(2));
  expect([...two.overlaps(Uint16Array.of(3))]).toEqual([0, 0, 1]);
  expect([...counted]).toEqual([1, 1, 0]);
});

describe("working areas", () => {
  const memoryOf = (rows: number[][]) => {
    const joined = joinRows(rows);
    return indexPositions(joined.offsets, joined.positions);
  };
  const asHolder = (number: number, index: IndexMemory) => {
    holdScratchAs(number);
    const opened = new InvertedIndex(index);
    holdScratchAs(1);
    return opened;
  };

  test("are used again once their thread has ended, so that the memory stops growing", () => {
    const index = memoryOf([[1, 2], [2], [3]]);
    asHolder(7, index);
    asHolder(8, index);
    const size = index.memory.buffer.byteLength;
    for (let thread = 9; thread < 600; thread++) {
      releaseScratch(index, thread - 2);
      expect([...asHolder(thread, index).overlaps(Uint16Array.of(2))]).toEqual([1, 1, 0]);
    }
    expect(index.memory.buffer.byteLength).toBe(size);
  });

  test("of a thread that goes on are not touched", () => {
    const index = memoryOf([[1, 2], [2], [3]]);
    const stays = asHolder(7, index);
    asHolder(8, index);
    const counts = stays.overlaps(Uint16Array.of(2));
    releaseScratch(index, 8);
    const later = [asHolder(9, index), asHolder(10, index)];
    for (const other of later)
      other.rankCounts(Uint16Array.of(5, 5, 5), 5, { offset: 0, limit: 1 });
    expect([...stays.overlaps(Uint16Array.of(3))]).toEqual([0, 0, 1]);
    expect([...counts]).toEqual([1, 1, 0]);
  });

  test("are enough for more threads than the table has places", () => {
    const index = memoryOf([[1], [2]]);
    const opened = Array.from({ length: 300 }, (_, i) => asHolder(i + 1, index));
    opened.forEach((each, i) => {
      each.rankCounts(Uint16Array.of(i, i), i, { offset: 0, limit: 1 });
    });
    for (const each of opened) expect([...each.overlaps(Uint16Array.of(2))]).toEqual([0, 1]);
  });
});
