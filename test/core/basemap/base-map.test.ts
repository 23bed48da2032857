import { describe, expect, it } from "vitest";
import { bordersOf, makeBaseMap } from "../../../core/basemap/base-map.ts";
import { inksFor, LIGHT_GROUND } from "../../../core/basemap/tints.ts";
import type { Geography } from "../../../core/basemap/types.ts";
import { groundSvg, pathOf, toBase64 } from "../../../core/image/ground.ts";

/** Squares of 32 cells a side, each with four of 16 in it. */
function squares(): Geography {
  const idAt = (side: number, first: number) => (_: unknown, cell: number) =>
    first +
    Math.floor(Math.floor(cell / 128) / side) * (128 / side) +
    Math.floor((cell % 128) / side);
  const wide = Uint16Array.from({ length: 16384 }, idAt(32, 0));
  const fine = Uint16Array.from({ length: 16384 }, idAt(16, 16));
  const parentOf = (id: number) => wide[fine.indexOf(id)]!;
  return {
    regions: Array.from({ length: 80 }, (_, id) =>
      id < 16 ? { id, level: 0, parent: null } : { id, level: 1, parent: parentOf(id) },
    ),
    regionOf: [wide, fine],
    density: Array.from({ length: 16384 }, (_, cell) => (cell * 37) % 101),
  };
}

const geography = squares();
const map = makeBaseMap(geography);

describe("the ground of a map", () => {
  it("counts the sides of cells that regions share, round the edges too", () => {
    const borders = bordersOf(geography.regionOf[0]!, 16);
    expect([...borders[0]!].sort((a, b) => a[0] - b[0])).toEqual([
      [1, 32],
      [3, 32],
      [4, 32],
      [12, 32],
    ]);
  });

  it("gives neighbours other hues, and the regions in one its hue", () => {
    const [wide, fine] = map.levels;
    const borders = bordersOf(geography.regionOf[0]!, 16);
    for (const { id, hue } of wide!)
      for (const other of borders[id]!.keys()) expect(wide![other]!.hue).not.toBe(hue);
    for (const { id, top, hue, tones } of fine!) {
      expect(top).toBe(geography.regions[id]!.parent);
      expect(hue).toBe(wide![top]!.hue);
      expect(tones).toHaveLength(1);
    }
  });

  it("gives siblings that share a border other tones", () => {
    const fine = geography.regionOf[1]!;
    const tone = new Map(map.levels[1]!.map(({ id, tones }) => [id, tones[0]]));
    for (let cell = 0; cell < 16383; cell++) {
      const [a, b] = [fine[cell]!, fine[cell + 1]!];
      const areSiblings = geography.regions[a]!.parent === geography.regions[b]!.parent;
      if (a !== b && areSiblings && cell % 128 !== 127) expect(tone.get(a)).not.toBe(tone.get(b));
    }
  });

  it("is the same every time", () => {
    expect(makeBaseMap(squares())).toEqual(map);
  });

  it("is drawn as an SVG with a path for each region, and nothing from outside", () => {
    const svg = groundSvg(map, inksFor(LIGHT_GROUND), {
      x: 4,
      y: 8,
      side: 256,
      levels: 2,
      name: "g",
    });
    for (const area of map.levels.flat()) expect(svg).toContain(inksFor(LIGHT_GROUND).tint(area));
    expect(svg.match(/<clipPath/g)).toHaveLength(17);
    expect(svg).toContain('href="data:image/png;base64,');
    expect(svg).not.toMatch(/https?:/);
  });
});

describe("paths", () => {
  it("go through the middles of the sides of a square", () => {
    expect(pathOf([[0, 0, 2, 0, 2, 2, 0, 2]], { scale: 10, x: 5, y: 0 })).toBe(
      "M15 0Q25 0 25 10Q25 20 15 20Q5 20 5 10Q5 0 15 0Z",
    );
  });
});

describe("bytes as base64", () => {
  it("are what Node writes", () => {
    for (let length = 0; length < 70; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 83 + length) & 255);
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
    }
  });
});
