import { describe, expect, it } from "vitest";
import { outlinesOf } from "../../../core/basemap/outlines.ts";
import type { Ring } from "../../../core/basemap/types.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const ownersBy = (owner: (column: number, row: number) => number) =>
  Uint16Array.from({ length: 16384 }, (_, cell) => owner(cell % 128, Math.floor(cell / 128)));

/** By the even-odd rule, along a ray to the right. */
function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let crossings = 0;
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      const [ax, ay] = [ring[at]!, ring[at + 1]!];
      const [bx, by] = [ring[(at + 2) % ring.length]!, ring[(at + 3) % ring.length]!];
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) crossings++;
    }
  return crossings % 2 === 1;
}

const points = (rings: readonly Ring[]) =>
  rings.flatMap((ring) =>
    Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i]!, ring[2 * i + 1]!] as const),
  );
const isOnMap = ([x, y]: readonly [number, number]) => x > 0 && y > 0 && x < 128 && y < 128;

describe("outlines of regions", () => {
  it("runs straight between two halves, and without a seam where the edges of the map are joined", () => {
    const [, right] = outlinesOf(
      ownersBy((column) => (column < 32 || column >= 96 ? 0 : 1)),
      2,
    );
    const xs = points(right!)
      .filter(isOnMap)
      .map(([x]) => x);
    expect(xs.length).toBeGreaterThan(200);
    for (const x of xs) expect(Math.min(Math.abs(x - 32), Math.abs(x - 96))).toBeLessThan(0.01);
  });

  it("makes a straight line of the stairs of a slope", () => {
    const [upper] = outlinesOf(
      ownersBy((column, row) => (row < 40 + column / 4 ? 0 : 1)),
      2,
    );
    // Stairs lie up to half a cell off their line.
    for (const [x, y] of points(upper!))
      if (x > 12 && x < 116 && y > 20 && y < 90)
        expect(Math.abs(y - (40 + x / 4) - 0.5)).toBeLessThan(0.3);
  });

  it("holds each place whose surroundings all belong to one region, and leaves it out of the others", () => {
    const random = seededRandom(5);
    const seeds = Array.from({ length: 14 }, () => [random.below(128), random.below(128)] as const);
    const around = (a: number, b: number) => Math.min(Math.abs(a - b), 128 - Math.abs(a - b));
    const owners = ownersBy((column, row) => {
      const far = seeds.map(([x, y]) => around(column, x) ** 2 + around(row, y) ** 2);
      return far.indexOf(Math.min(...far));
    });
    const outlines = outlinesOf(owners, seeds.length);
    let checked = 0;
    for (let cell = 0; cell < 16384; cell += 7) {
      const [column, row] = [cell % 128, Math.floor(cell / 128)];
      const isDeep = [-4, 0, 4].every((dy) =>
        [-4, 0, 4].every(
          (dx) =>
            owners[((row + dy + 128) % 128) * 128 + ((column + dx + 128) % 128)] === owners[cell],
        ),
      );
      if (!isDeep) continue;
      checked++;
      const holding = outlines.flatMap((rings, region) =>
        isInside(rings, column + 0.5, row + 0.5) ? [region] : [],
      );
      expect(holding).toEqual([owners[cell]]);
    }
    expect(checked).toBeGreaterThan(400);
  });

  it("traces a common border through the same points from both sides", () => {
    const [west, east] = outlinesOf(
      ownersBy((column, row) => (column < 50 + 9 * Math.sin(row / 9) && column > 4 ? 0 : 1)),
      2,
    );
    const seen = new Set(points(west!).filter(isOnMap).map(String));
    const others = points(east!).filter(isOnMap).map(String);
    const shared = others.filter((point) => seen.has(point));
    expect(shared.length / others.length).toBeGreaterThan(0.98);
  });

  it("needs an owner for every cell", () => {
    expect(() => outlinesOf(new Uint16Array(5), 1)).toThrow("16384 cells");
  });
});
