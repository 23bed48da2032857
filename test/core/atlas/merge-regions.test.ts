import { describe, expect, it } from "vitest";
import { cellFeatures, FEATURES } from "../../../core/atlas/cell-features.ts";
import { divideMap } from "../../../core/atlas/division.ts";
import { mergeRegions } from "../../../core/atlas/merge-regions.ts";
import { neighboursOf } from "../../../core/atlas/torus.ts";
import { syntheticRetina } from "../../support/retina-builder.ts";

const features = cellFeatures(syntheticRetina(1500));
const smallest = divideMap(features);

/** What joining two groups of cells adds to the squared distances from the mean, and a little for their size. */
function loss(a: readonly number[], b: readonly number[]): number {
  const mean = (cells: readonly number[], k: number) =>
    cells.reduce((sum, cell) => sum + (features[cell * FEATURES + k] ?? 0), 0) / cells.length;
  let square = 0.05;
  for (let k = 0; k < FEATURES; k++) square += (mean(a, k) - mean(b, k)) ** 2;
  return ((a.length * b.length) / (a.length + b.length)) * square;
}

/** A group changes only by growing, so a loss is known by the two groups and their sizes. */
const losses = new Map<string, number>();
function knownLoss(first: number, a: readonly number[], second: number, b: readonly number[]) {
  const key = `${first}:${a.length} ${second}:${b.length}`;
  const known = losses.get(key) ?? loss(a, b);
  losses.set(key, known);
  return known;
}

/** Looks at every pair of neighbouring groups. */
function cheapestPair(cellsOf: ReadonlyMap<number, readonly number[]>, groupOf: readonly number[]) {
  let best = { into: -1, gone: -1, loss: Number.POSITIVE_INFINITY };
  const seen = new Set<string>();
  groupOf.forEach((group, cell) => {
    for (const other of neighboursOf(cell).map((next) => groupOf[next] ?? -1)) {
      if (other <= group || seen.has(`${group} ${other}`)) continue;
      seen.add(`${group} ${other}`);
      const lost = knownLoss(group, cellsOf.get(group) ?? [], other, cellsOf.get(other) ?? []);
      if (lost < best.loss) best = { into: group, gone: other, loss: lost };
    }
  });
  return best;
}

describe("joining regions", () => {
  it("takes the pair that loses least, every time", () => {
    const count = Math.max(...smallest) + 1;
    const [kept] = mergeRegions(features, smallest, [count - 12]);
    const groupOf = Array.from(smallest);
    const cellsOf = new Map<number, number[]>();
    groupOf.forEach((group, cell) => {
      cellsOf.set(group, [...(cellsOf.get(group) ?? []), cell]);
    });
    for (let step = 0; step < 12; step++) {
      const { into, gone } = cheapestPair(cellsOf, groupOf);
      cellsOf.set(into, [...(cellsOf.get(into) ?? []), ...(cellsOf.get(gone) ?? [])]);
      groupOf.forEach((group, cell) => {
        if (group === gone) groupOf[cell] = into;
      });
    }
    expect(Array.from(smallest, (region) => kept?.[region])).toEqual(groupOf);
  });

  it("leaves as many as were asked for, each within one of the wider level", () => {
    const [wide, narrow] = mergeRegions(features, smallest, [16, 64]);
    expect(new Set(wide).size).toBe(16);
    expect(new Set(narrow).size).toBe(64);
    const parents = new Map<number, number>();
    narrow?.forEach((region, i) => {
      expect(parents.get(region) ?? wide?.[i]).toBe(wide?.[i]);
      parents.set(region, wide?.[i] ?? -1);
    });
  });
});
