import fc from "fast-check";
import { expect, it } from "vitest";
import type { Atlas } from "../../../../core/atlas/types.ts";
import { GroupGatherer } from "../../../../core/collection/analyses/groups.ts";
import { compareOdds } from "../../../../core/collection/analyses/statistics.ts";
import { CELLS } from "../../../../core/kernel/grid.ts";

/** Four bands of the map. */
const BAND = CELLS / 4;
const ATLAS = {
  regions: Array.from({ length: 4 }, (_, id) => ({
    ...{ id, level: 0, label: `band ${id}`, parent: null, runnersUp: [], cells: BAND },
    ...{ centre: id * BAND, coherence: 1 },
  })),
  regionOf: [Uint16Array.from({ length: CELLS }, (_, cell) => Math.floor(cell / BAND))],
  kinship: new Float32Array(CELLS),
} satisfies Atlas;

/** A row of one band, with a word of its own and one that all have. */
const row = (band: number, i: number) => ({
  id: `${band} ${i}`,
  text: `common word${band}`,
  cells: Uint16Array.from({ length: 20 }, (_, cell) => band * BAND + cell + (i % 3)),
});
const gatherer = (count: number) =>
  new GroupGatherer({ count, atlas: ATLAS, level: 0, weight: () => 1, limit: 10 });

it("compares each group with all other rows: words, regions and cells", () => {
  const groups = gatherer(2);
  for (let i = 0; i < 60; i++) groups.add(row(i % 3, i), i % 3 === 2 ? undefined : i % 3);
  const found = groups.differences();
  expect(found.rows).toBe(60);
  expect(found.groups.map(({ rows }) => rows)).toEqual([20, 20]);
  expect(found.groups[1]!.positions).toEqual(Array.from({ length: 20 }, (_, i) => BAND + 1 + i));
  const words = new Map(found.words.map(({ word, groups: own }) => [word, own]));
  expect([...words.keys()].sort()).toEqual(["word0", "word1", "word2"]);
  expect(words.get("word1")!.map(({ inA, inB }) => [inA, inB])).toEqual([
    [0, 20],
    [20, 0],
  ]);
  expect(words.get("word1")!.map(({ effect }) => Math.sign(effect))).toEqual([-1, 1]);
  expect(found.regions.map(({ place }) => place).sort()).toEqual(["band 0", "band 1", "band 2"]);
});

it("lists nothing where the groups are alike", () => {
  const groups = gatherer(3);
  for (let i = 0; i < 60; i++) groups.add(row(0, 0), i % 3);
  expect(groups.differences()).toMatchObject({ words: [], regions: [] });
});

it("gives the figures that counting one by one gives, corrected over all groups", () => {
  const rows = fc.array(fc.tuple(fc.nat(3), fc.option(fc.nat(2), { nil: undefined })), {
    minLength: 30,
    maxLength: 80,
  });
  fc.assert(
    fc.property(rows, (drawn) => {
      const groups = gatherer(3);
      drawn.forEach(([band, group], i) => {
        groups.add(row(band, i), group);
      });
      for (const { word, groups: own } of groups.differences().words) {
        expect(Math.min(...own.map(({ q }) => q))).toBeLessThanOrEqual(0.05);
        own.forEach((figures, group) => {
          const has = ([band]: (typeof drawn)[number]) => word === `word${band}`;
          const inside = drawn.filter(([, of]) => of === group);
          const outside = drawn.filter(([, of]) => of !== group);
          const counts = { inA: inside.filter(has).length, inB: outside.filter(has).length };
          const { z: _, ...wanted } = compareOdds(counts, { a: inside.length, b: outside.length });
          expect(figures).toMatchObject(wanted);
        });
      }
    }),
    { numRuns: 30 },
  );
});
