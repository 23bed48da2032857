import { describe, expect, it } from "vitest";
import type { Atlas } from "../../../../core/atlas/types.ts";
import {
  compareParts,
  regionsOfRow,
  TopicGatherer,
} from "../../../../core/collection/analyses/topics.ts";
import { CELLS } from "../../../../core/kernel/grid.ts";

/** Sixteen bands of 1,024 cells. */
const BAND = 1024;
const ATLAS = {
  regions: Array.from({ length: 16 }, (_, id) => ({
    id,
    level: 0,
    label: `band ${id}`,
    parent: null,
    runnersUp: [],
    cells: BAND,
    centre: id * BAND,
    coherence: 1,
  })),
  regionOf: [Uint16Array.from({ length: CELLS }, (_, cell) => Math.floor(cell / BAND))],
  kinship: new Float32Array(CELLS),
} satisfies Atlas;

const inBand = (band: number, count: number) =>
  Array.from({ length: count }, (_, i) => band * BAND + i);
const cells = (...lists: number[][]) => Uint16Array.from(lists.flat()).sort();

describe("topics", () => {
  it("are regions that have far more of a row's cells than their size would give them", () => {
    // Three times a sixteenth of 16 cells is three of them.
    const row = cells(inBand(0, 3), inBand(1, 2), inBand(2, 11));
    expect([...regionsOfRow(row, ATLAS, 0)].sort(([a], [b]) => a - b)).toEqual([
      [0, 3 / 16],
      [2, 11 / 16],
    ]);
    expect(regionsOfRow(new Uint16Array(0), ATLAS, 0).size).toBe(0);
  });

  it("are named by the rows' own words, and differ between parts", () => {
    const all = new TopicGatherer(ATLAS, 0);
    const war = new TopicGatherer(ATLAS, 0);
    for (let i = 0; i < 40; i++) {
      const isWar = i % 4 === 0;
      const row = {
        id: `r${i}`,
        text: isWar ? `the army and the war ${i}` : `the tariff and the duty ${i}`,
        cells: cells(inBand(isWar ? 3 : 5, 10 + i)),
      };
      all.add(row);
      if (isWar) war.add(row);
    }
    const [first, second] = all.topics(5);
    expect(first).toMatchObject({ region: 5, place: "band 5", rows: 30, share: 0.75 });
    expect(first!.words.slice(0, 2).sort()).toEqual(["duty", "tariff"]);
    expect(second!.words.slice(0, 2).sort()).toEqual(["army", "war"]);
    expect(second!.examples).toHaveLength(3);
    const { regions, words, rows } = compareParts(war, all, ATLAS, 0);
    expect(rows).toEqual({ a: 10, b: 40 });
    expect([regions[0]!.place, regions.at(-1)!.place]).toEqual(["band 3", "band 5"]);
    expect(["army", "war"]).toContain(words[0]!.word);
  });

  it("name each word in one form only", () => {
    const all = new TopicGatherer(ATLAS, 0);
    for (let i = 0; i < 40; i++) {
      const text = i % 2 === 0 ? "department departments tax taxes" : "tariff duty";
      all.add({ id: `r${i}`, text, cells: cells(inBand(i % 2 === 0 ? 3 : 5, 10)) });
    }
    const topic = all.topics(2).find(({ region }) => region === 3);
    expect(
      topic!.words
        .slice(0, 2)
        .map((word) => word.slice(0, 3))
        .sort(),
    ).toEqual(["dep", "tax"]);
  });
});
