import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { levelsAt, placeLabels, weightsOf } from "../../../../renderer/model/map/labels.ts";
import type { MapLayer } from "../../../../renderer/model/map/layers.ts";
import type { Region } from "../../../../renderer/model/map/region.ts";

const region = fc.record({
  id: fc.uuid(),
  level: fc.nat(3),
  name: fc.string({ minLength: 1, maxLength: 18 }),
  x: fc.double({ min: 0, max: 128, noNaN: true }),
  y: fc.double({ min: 0, max: 128, noNaN: true }),
  size: fc.nat(2000),
});

const named = (name: string, level: number, x: number, size = 100): Region => ({
  id: name,
  level,
  name,
  x,
  y: 64,
  size,
});

describe("weightsOf", () => {
  const regions = [named("west", 0, 32, 8192), named("east", 0, 96, 8192)];
  const layer = (id: string, positions: number[], opacity: number, isOutside = true): MapLayer => ({
    id,
    label: id,
    colour: "first",
    positions: Uint16Array.from(positions),
    opacity,
    isOutside,
  });
  /** The left half of the map is the west. */
  const sumsOf = (values: ArrayLike<number>) => {
    const sums = new Map([
      ["west", 0],
      ["east", 0],
    ]);
    for (let cell = 0; cell < values.length; cell++) {
      const half = cell % 128 < 64 ? "west" : "east";
      sums.set(half, sums.get(half)! + values[cell]!);
    }
    return sums;
  };

  it("has the warmth of what is warmer than the map: 2 strong cells and 1 faint one in the west, 2 faint ones in the east", () => {
    const heat = [layer("faint", [3, 70, 71], 0.25), layer("strong", [1, 2], 1)];
    expect([...weightsOf(regions, heat, { sumsOf })]).toEqual([["west", 2.25]]);
    const even = [layer("faint", [3, 70], 0.25)];
    expect([...weightsOf(regions, even, { sumsOf })]).toEqual([]);
  });

  it("is nothing for a fingerprint, whose cells no name may cover", () => {
    const fingerprint = [layer("jaguar", [1, 2, 3], 1, false)];
    expect(weightsOf(regions, fingerprint, { sumsOf }).size).toBe(0);
    expect(weightsOf(regions, [], { sumsOf }).size).toBe(0);
  });
});

describe("placeLabels", () => {
  it("prefers the wider region where two names would touch", () => {
    const labels = placeLabels([named("street", 2, 60, 1), named("finance", 0, 61)], 5, 5);
    expect(labels.map((label) => label.region.name)).toEqual(["finance"]);
  });

  it("shows as many words of a name as there is room for", () => {
    const texts = (region: Region, cell: number) =>
      placeLabels([region], cell, 5).map(({ text }) => text);
    const rivers = named("river, lake, boat", 0, 64);
    expect(texts(rivers, 5)).toEqual(["river, lake, boat"]);
    expect(texts(rivers, 1)).toEqual(["river, lake"]);
    expect(texts(rivers, 0.8)).toEqual(["river"]);
  });

  it("never lets two names overlap or leave the map, at any zoom", () => {
    fc.assert(
      fc.property(
        fc.array(region, { maxLength: 120 }),
        fc.double({ min: 1, max: 160, noNaN: true }),
        fc.integer({ min: 1, max: 5 }),
        (regions, cell, levels) => {
          const labels = placeLabels(regions, cell, levels);
          labels.forEach((a, i) => {
            expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= 128 * cell + 1e-9).toBe(true);
            for (const b of labels.slice(i + 1))
              expect(
                a.x + a.width <= b.x ||
                  b.x + b.width <= a.x ||
                  a.y + a.height <= b.y ||
                  b.y + b.height <= a.y,
              ).toBe(true);
          });
        },
      ),
    );
  });

  it("shows three levels at once, and finer ones when closer", () => {
    expect([1, 2, 4, 8, 16, 32].map(levelsAt)).toEqual([3, 3, 4, 4, 5, 5]);
  });
});
