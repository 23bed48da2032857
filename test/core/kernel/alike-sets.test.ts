import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AlikeSets } from "../../../core/kernel/alike-sets.ts";
import { seededRandom } from "../../../core/kernel/seeded-random.ts";
import { SetList } from "../../../core/kernel/set-list.ts";

type Sets = readonly (readonly number[])[];

function joined(given: Sets) {
  const sets = new SetList();
  const members = Math.max(0, ...given.map((set) => Math.max(-1, ...set) + 1));
  for (const set of given) sets.add(Uint32Array.from(set).sort());
  const alike = new AlikeSets(sets, members);
  const steps = [...alike.steps()];
  return { first: [...alike.first], looked: alike.looked, steps };
}

/** Every set with every one before it. */
function obvious(given: Sets): number[] {
  const sets = [
    ...new Map(given.map((set) => [String([...set].sort((a, b) => a - b)), set])).values(),
  ];
  return sets.map((set, i) => {
    const own = new Set(set);
    const found = sets.slice(0, i).findIndex((other) => {
      const shared = other.filter((member) => own.has(member)).length;
      return shared > 0 && shared / (set.length + other.length - shared) >= 0.8;
    });
    return found === -1 ? i : found;
  });
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

/** Sets of a small world, so that many share most of their members. */
const alikeSets = fc
  .integer({ min: 1, max: 40 })
  .chain((world) => fc.array(fc.uniqueArray(fc.nat(world), { maxLength: 40 }), { maxLength: 60 }));

/** Variants of a few sets, each with some members left out and some of its own. */
const variants = fc
  .tuple(
    fc.array(fc.uniqueArray(fc.nat(200), { minLength: 1, maxLength: 60 }), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.array(fc.tuple(fc.nat(2), fc.nat(8), fc.nat(8), fc.nat(5)), { maxLength: 60 }),
  )
  .map(([bases, made]) =>
    made.map(([base, without, more, kind], i) => {
      const own = bases[base % bases.length]!;
      return [
        ...own.slice(kind % 2 === 0 ? without : 0),
        ...range(0, more).map((k) => 300 + (kind < 3 ? 10 * i : 0) + k),
      ];
    }),
  );

describe("alike sets", () => {
  it("share four fifths of what both have", () => {
    const base = range(0, 9);
    expect(
      joined([base, [...base, 20], [...base, 20, 21, 22], [...base, 23, 24, 25]]).first,
    ).toEqual([0, 0, 1, 3]);
    // 8 of 10 are just enough, 7 of 9 are not.
    expect(joined([range(0, 10), range(0, 8), range(1, 8)]).first).toEqual([0, 0, 1]);
    expect(joined([range(0, 9), range(0, 7)]).first).toEqual([0, 1]);
  });

  it("are those that comparing all with all finds", () => {
    fc.assert(
      fc.property(fc.oneof(alikeSets, variants), (given) => {
        expect(joined(given).first).toEqual(obvious(given));
      }),
      { numRuns: 500 },
    );
  });

  it("are found among many that share what all have, and in chains", () => {
    const random = seededRandom(4);
    const some = (count: number, world: number) =>
      range(0, count).map(() => Math.floor(random() * world));
    const families: Record<string, Sets> = {
      "a core and words of their own": range(0, 300).map((i) => [
        ...range(0, 20),
        ...range(0, 3 + (i % 5)).map((k) => 100 + 10 * i + k),
      ]),
      "a core and words of a pool": range(0, 300).map(() => [
        ...range(0, 30),
        ...new Set(some(5, 40).map((k) => 100 + k)),
      ]),
      "a chain": range(0, 300).map((i) => range(i, i + 12)),
      "most of a small world": range(0, 300).map(() => [...new Set(some(30, 20))]),
    };
    for (const given of Object.values(families))
      expect(joined(given).first).toEqual(obvious(given));
  });

  it.each([
    ["that are copies of one", (i: number) => [...range(0, 20), 100 + i]],
    ["that share a core", (i: number) => [...range(0, 20), ...range(100 + 6 * i, 106 + 6 * i)]],
    [
      "that are nearly copies",
      (i: number) => [...range(0, 88), ...range(100 + 12 * i, 112 + 12 * i)],
    ],
    [
      "of many sizes that share a core",
      (i: number) => [...range(0, 40 + (i % 40)), ...range(100 + 30 * i, 120 + (i % 7) + 30 * i)],
    ],
    ["in a chain", (i: number) => range(i, i + 30)],
  ])("cost twice as much among twice as many sets %s", (_, make) => {
    const few = joined(range(0, 2000).map(make));
    const many = joined(range(0, 4000).map(make));
    expect(many.looked).toBeLessThan(2.5 * few.looked + 1000);
    expect(many.looked).toBeLessThan(60 * 4000);
  });

  it("are found in many steps, which tell how far they are", () => {
    const random = seededRandom(8);
    const given = range(0, 3000).map(() => range(0, 40).filter(() => random() < 0.7));
    const { steps } = joined(given);
    expect(steps.length).toBeGreaterThan(100);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps.at(-1)).toBeLessThanOrEqual(1);
  });
});
