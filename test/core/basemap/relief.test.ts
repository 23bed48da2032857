import { describe, expect, it } from "vitest";
import { contourHeights, landscapeOf } from "../../../core/basemap/relief.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const field = (height: (column: number, row: number) => number) =>
  Array.from({ length: 16384 }, (_, cell) => height(cell % 128, Math.floor(cell / 128)));
const hill = field(
  (column, row) => 1000 * Math.exp(-((column - 63.5) ** 2 + (row - 63.5) ** 2) / 200),
);

describe("the vocabulary as a landscape", () => {
  it("is flat and without contours where every cell is equally crowded", () => {
    const { contours, heights, relief } = landscapeOf(field(() => 7));
    expect([contours, heights]).toEqual([[], []]);
    expect(relief.light.every((light) => light === 0)).toBe(true);
  });

  it("lights a hill from the upper left: slopes there are bright, those opposite dark, the top neither", () => {
    const { side, light } = landscapeOf(hill).relief;
    const at = (column: number, row: number) =>
      light[Math.floor((row * side) / 128) * side + Math.floor((column * side) / 128)]!;
    expect(at(56, 56)).toBeGreaterThan(40);
    expect(at(72, 72)).toBeLessThan(-40);
    expect(at(72, 72)).toBeCloseTo(-at(56, 56), -1);
    expect(Math.abs(at(64, 64))).toBeLessThan(12);
    // Along the light neither face is turned to it.
    expect(Math.abs(at(72, 56))).toBeLessThan(12);
  });

  it("has contours round a hill, the higher the closer to its top", () => {
    const { contours, heights } = landscapeOf(hill);
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    expect(heights).toEqual(contourHeights(hill));
    const reach = contours.map((rings) =>
      Math.max(
        ...rings.flatMap((ring) => ring.filter((_, i) => i % 2 === 0).map((x) => Math.abs(x - 64))),
      ),
    );
    for (let at = 1; at < reach.length; at++) expect(reach[at]).toBeLessThan(reach[at - 1]!);
  });

  it("has its contours at these shares of the smoothed map, each height once", () => {
    const random = seededRandom(8);
    const crowded = field(() => random.below(300));
    let smooth = crowded;
    for (let pass = 0; pass < 4; pass++) {
      const before = smooth;
      smooth = field((column, row) => {
        let sum = 0;
        for (const down of [127, 0, 1])
          for (const right of [127, 0, 1])
            sum += before[((row + down) % 128) * 128 + ((column + right) % 128)]!;
        return sum / 9;
      });
    }
    const sorted = smooth.toSorted((a, b) => a - b);
    const heights = contourHeights(crowded);
    expect(heights).toHaveLength(6);
    for (const [i, share] of [0.34, 0.52, 0.68, 0.81, 0.91, 0.97].entries())
      expect(heights[i]).toBeCloseTo(sorted[Math.floor(share * 16383)]!, 3);
    // Two levels only, and nearly all of the map on the lower one.
    const island = field((column, row) => (column < 6 && row < 6 ? 9 : 0));
    expect(contourHeights(island)).toEqual([0]);
  });

  it("runs on across the edges of the map", () => {
    const random = seededRandom(3);
    const crowded = field(() => random.below(400));
    const moved = field(
      (column, row) => crowded[((row + 64) % 128) * 128 + ((column + 64) % 128)]!,
    );
    const [here, there] = [landscapeOf(crowded).relief, landscapeOf(moved).relief];
    const half = here.side / 2;
    for (let y = 0; y < here.side; y += 5)
      for (let x = 0; x < here.side; x += 5) {
        const other = ((y + half) % here.side) * here.side + ((x + half) % here.side);
        expect(Math.abs(there.light[y * here.side + x]! - here.light[other]!)).toBeLessThanOrEqual(
          1,
        );
      }
  });
});
