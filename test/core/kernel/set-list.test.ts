import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SetList } from "../../../core/kernel/set-list.ts";

const set = fc
  .uniqueArray(fc.oneof(fc.nat(300), fc.nat(0xffffffff)), { maxLength: 20 })
  .map((members) => Uint32Array.from(members).sort());

const readAll = (sets: SetList, at: number) => {
  const members = new Uint32Array(sets.sizeOf(at));
  sets.read(at, members);
  return [...members];
};

describe("a list of sets", () => {
  it("numbers sets as they come, equal ones alike", () => {
    const sets = new SetList();
    const added = [[1, 2], [], [1, 3], [1, 2], [], [0xffffffff]].map((members) =>
      sets.add(Uint32Array.from(members)),
    );
    expect(added).toEqual([0, 1, 2, 0, 1, 3]);
    expect(sets.count).toBe(4);
    expect([0, 1, 2, 3].map((at) => readAll(sets, at))).toEqual([[1, 2], [], [1, 3], [0xffffffff]]);
  });

  it("gives back what it was given", () => {
    fc.assert(
      fc.property(fc.array(set, { maxLength: 40 }), (given) => {
        const [different, all] = [new SetList(), new SetList()];
        for (const members of given) {
          expect(readAll(different, different.add(members))).toEqual([...members]);
          expect(readAll(all, all.push(members))).toEqual([...members]);
        }
        expect(different.count).toBe(new Set(given.map(String)).size);
        expect(all.count).toBe(given.length);
      }),
    );
  });

  it("keeps sets apart over many pieces of memory, and one that is larger than a piece", () => {
    const sets = new SetList();
    const large = Uint32Array.from({ length: 1_000_000 }, (_, i) => 4000 * i);
    const small = (i: number) => Uint32Array.from({ length: 300 }, (_, k) => 5000 * k + i);
    for (let i = 0; i < 3000; i++) sets.add(small(i));
    expect(sets.add(large)).toBe(3000);
    for (let i = 0; i < 3000; i++) expect(sets.add(small(i))).toBe(i);
    expect(sets.add(large)).toBe(3000);
    expect(readAll(sets, 3000).at(-1)).toBe(3_999_996_000);
  });

  it("reads the first members where there is room for no more", () => {
    const sets = new SetList();
    sets.add(Uint32Array.of(3, 5, 8));
    const members = new Uint32Array(2);
    expect(sets.read(0, members)).toBe(2);
    expect([...members]).toEqual([3, 5]);
  });

  it("tells whether at most so many members are without a mark", () => {
    const sets = new SetList();
    sets.add(Uint32Array.of(0, 2, 3));
    const marks = Uint32Array.of(7, 7, 6, 7);
    expect([0, 1].map((most) => sets.isMarked(0, marks, 7, most))).toEqual([false, true]);
  });
});
