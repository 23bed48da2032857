import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { levelsAt, placeLabels } from "../../../../renderer/model/map/labels.ts";
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

describe("placeLabels", () => {
  it("prefers the wider region where two names would touch", () => {
    const labels = placeLabels([named("street", 2, 60, 1), named("finance", 0, 61)], 5, 5);
    expect(labels.map((label) => label.region.name)).toEqual(["finance"]);
  });

  it("shows as many words of a name as there is room for, and a person's own name whole", () => {
    const texts = (region: Region, cell: number) =>
      placeLabels([region], cell, 5).map(({ text }) => text);
    const rivers = named("river, lake, boat", 0, 64);
    const own = { ...rivers, name: "my rivers, and lakes", given: "river" };
    expect(texts(rivers, 5)).toEqual(["river, lake, boat"]);
    expect(texts(own, 5)).toEqual(["my rivers, and lakes"]);
    expect(texts(rivers, 1)).toEqual(["river"]);
    expect(texts(own, 1)).toEqual([]);
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
