import { describe, expect, it } from "vitest";
import { buildAtlas } from "../../../core/atlas/build-atlas.ts";
import { cellFeatures, FEATURES, kinship, likeness } from "../../../core/atlas/cell-features.ts";
import { divideMap } from "../../../core/atlas/division.ts";
import { neighboursOf, squaredDistance } from "../../../core/atlas/torus.ts";
import { CELLS } from "../../../core/kernel/grid.ts";
import { syntheticRetina } from "../../support/retina-builder.ts";
import { TOPICS, tinyRetina } from "../../support/tiny-retina.ts";

const tiny = tinyRetina();
const atlas = buildAtlas(tiny);
/** A map full of terms, each in a patch of its own. */
const full = syntheticRetina(3000);
const fullAtlas = buildAtlas(full);
const fullFeatures = cellFeatures(full);

/** How many pieces the cells with one region id are in. */
function pieces(regionOf: ArrayLike<number>, id: number): number {
  const waiting = new Set(
    Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => regionOf[cell] === id),
  );
  let count = 0;
  for (const start of waiting) {
    count++;
    const open = [start];
    waiting.delete(start);
    while (open.length > 0)
      for (const next of neighboursOf(open.pop() ?? 0)) if (waiting.delete(next)) open.push(next);
  }
  return count;
}

describe("the atlas", () => {
  it("has regions at four levels, from wide to narrow", () => {
    const counts = [0, 1, 2, 3].map(
      (level) => atlas.regions.filter((region) => region.level === level).length,
    );
    // A mixture is parted, so there may be more than to begin with.
    expect(counts[0]).toBeGreaterThanOrEqual(20);
    expect(counts[0]).toBeLessThan(40);
    expect(counts[1]).toBeGreaterThanOrEqual(64);
    expect(counts[1]).toBeLessThan(128);
    expect(counts.slice(2)).toEqual([160, 1024]);
  });

  it("keeps every region in one piece, over the edges of the map", () => {
    for (const { id, level } of atlas.regions.filter((region) => region.level < 2))
      expect(pieces(atlas.regionOf[level] ?? [], id)).toBe(1);
  });

  it("puts every region into one of the level above", () => {
    for (const [level, regionOf] of atlas.regionOf.entries())
      regionOf.forEach((id, cell) => {
        const parent = level === 0 ? null : atlas.regionOf[level - 1]?.[cell];
        if (atlas.regions[id]?.parent !== parent) throw new Error(`cell ${cell} of level ${level}`);
      });
  });

  it("is the same every time", () => {
    expect(buildAtlas(tinyRetina())).toEqual(atlas);
  });

  it("names the places of a topic by its terms", () => {
    const { row, column } = TOPICS.fruit;
    const label = atlas.regions[atlas.regionOf[1]?.[128 * row + column] ?? 0]?.label ?? "";
    const fruit = ["fruit", "tree", "banana", "pear", "sweet", "apple", "eat"];
    expect(fruit).toEqual(expect.arrayContaining(label.split(", ")));
  });

  it("gives no word twice in the names of a level, nor to a region and one that holds it", () => {
    const wordsOf = ({ label }: (typeof fullAtlas.regions)[number]) =>
      label === "" ? [] : label.split(", ");
    for (const level of [0, 1, 2]) {
      const own = fullAtlas.regions.filter((region) => region.level === level);
      const words = own.flatMap(wordsOf);
      // Where subjects are random, the terms of few regions lead to a name.
      expect(words.length).toBeGreaterThan(16);
      expect(new Set(words).size).toBe(words.length);
    }
    for (const region of fullAtlas.regions.filter(({ parent }) => parent !== null)) {
      const above = wordsOf(fullAtlas.regions[region.parent ?? 0]!);
      expect(wordsOf(region).filter((word) => above.includes(word))).toEqual([]);
    }
  });

  it("is coherent on a map with patches and not on a shuffled one", () => {
    const mean = (regions: typeof atlas.regions) =>
      regions.reduce((sum, { coherence }) => sum + coherence, 0) / regions.length;
    expect(mean(fullAtlas.regions)).toBeGreaterThan(0.3);
    const random = Array.from({ length: 2000 }, (_, i) =>
      likeness(fullFeatures, i, (i * 7919 + 4000) % CELLS),
    );
    expect(Math.abs(random.reduce((a, b) => a + b) / 2000)).toBeLessThan(0.1);
  });
});

describe("kinship", () => {
  /** A map of two subjects, one a half. */
  const halves = new Float32Array(CELLS * FEATURES);
  for (let cell = 0; cell < CELLS; cell++)
    halves[cell * FEATURES + ((cell & 127) < 64 ? 0 : 1)] = 1;

  it("is full within a subject and sinks at its seams, also over the edge of the map", () => {
    const kin = kinship(halves);
    const row = 40 * 128;
    expect(kin[row + 32]).toBeCloseTo(1, 5);
    expect(kin[row + 96]).toBeCloseTo(1, 5);
    for (const seam of [63, 64, 127, 0]) expect(kin[row + seam]).toBeLessThan(0.9);
    expect(kin[row + 63]).toBeCloseTo(kin[row + 64] ?? 0, 5);
  });

  it("is higher on a map with order than on the same map with its cells shuffled", () => {
    const shuffled = new Float32Array(fullFeatures.length);
    for (let cell = 0; cell < CELLS; cell++) {
      const from = ((cell * 7919 + 4000) % CELLS) * FEATURES;
      shuffled.set(fullFeatures.subarray(from, from + FEATURES), cell * FEATURES);
    }
    const mean = (values: Float32Array) => values.reduce((a, b) => a + b) / CELLS;
    expect(mean(kinship(fullFeatures))).toBeGreaterThan(0.3);
    expect(Math.abs(mean(kinship(shuffled)))).toBeLessThan(0.1);
  });
});

describe("the first division", () => {
  it("gives each of 1,024 regions about its share of the cells", () => {
    const sizes = new Map<number, number>();
    for (const id of divideMap(fullFeatures)) sizes.set(id, (sizes.get(id) ?? 0) + 1);
    expect(sizes.size).toBe(1024);
    expect([...sizes.values()].reduce((a, b) => a + b)).toBe(CELLS);
    expect(Math.max(...sizes.values())).toBeLessThan(100);
  });
});

describe("the torus", () => {
  it("has neighbours over its edges", () => {
    expect(neighboursOf(0)).toEqual([1, 128, 127, 16_256]);
    expect(neighboursOf(16_383)).toEqual([16_256, 127, 16_382, 16_255]);
  });

  it("measures the shorter way round", () => {
    expect(squaredDistance(0, 16_383)).toBe(2);
    expect(squaredDistance(0, 64)).toBe(64 * 64);
    expect(squaredDistance(0, 65)).toBe(63 * 63);
  });
});
