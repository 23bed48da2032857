import { describe, expect, it } from "vitest";
import { makeBaseMap } from "../../../../../core/basemap/base-map.ts";
import { LIGHT_GROUND } from "../../../../../core/basemap/tints.ts";
import { IMAGE_PRESETS } from "../../../../../core/image/style.ts";
import {
  PAPERS,
  type Paper,
  type Poster,
  posterSide,
  posterSvg,
} from "../../../../../renderer/features/export/model/poster.ts";

const quarters = Uint16Array.from(
  { length: 16384 },
  (_, cell) => 2 * Math.floor(cell / 8192) + Math.floor((cell % 128) / 64),
);
const map = makeBaseMap({
  regions: [0, 1, 2, 3].map((id) => ({ id, level: 0, parent: null })),
  regionOf: [quarters],
  density: Array.from({ length: 16384 }, (_, cell) => (cell * 31) % 97),
});
const posterOn = (paper: Paper): Poster => ({
  paper,
  title: "Meaning & more",
  facts: "Four regions",
  note: "At the foot",
  map,
  look: LIGHT_GROUND,
  names: [{ text: "MUSIC", x: 64, y: 32, scale: 1, level: 0 }],
  keys: [0, 1, 2, 3].map((id) => ({ id, name: `Region ${id}`, fact: "25%" })),
});
const drawn = (paper: Paper) => posterSvg(posterOn(paper), IMAGE_PRESETS.Light!);

describe("a poster", () => {
  it("has the size of its paper, and the map in the middle", () => {
    for (const paper of ["A4", "A3", "A2", "A1"] as const) {
      const { width, height } = PAPERS[paper];
      const svg = drawn(paper);
      expect(svg).toContain(`width="${width}mm" height="${height}mm"`);
      expect(svg).toContain(`viewBox="0 0 ${10 * width} ${10 * height}"`);
      const [, x, side] = /<image x="([\d.]+)"[^>]* width="([\d.]+)"/.exec(svg) ?? [];
      expect(Number(side)).toBeCloseTo(10 * posterSide(paper), 6);
      expect(2 * Number(x) + Number(side)).toBeCloseTo(10 * width, 6);
    }
  });

  it("says what it is, names its regions in a key with their tints, and escapes what a person wrote", () => {
    const svg = drawn("A3");
    for (const text of ["Meaning &amp; more", "Four regions", "At the foot", "MUSIC", "Region 3"])
      expect(svg).toContain(`>${text}</text>`);
    expect(svg.match(/ rx="/g)).toHaveLength(4);
  });

  it("writes the name of each region above what is said of it, beside its tint", () => {
    const svg = drawn("A3");
    const heightOf = (text: string) =>
      [...svg.matchAll(/<text x="[\d.]+" y="([\d.]+)"[^>]*>([^<]*)<\/text>/g)].flatMap(
        ([, y, found]) => (found === text ? [Number(y)] : []),
      );
    const tints = [...svg.matchAll(/<rect [^>]*y="([\d.]+)"[^>]*height="([\d.]+)" rx=/g)].map(
      ([, y, height]) => ({ top: Number(y), bottom: Number(y) + Number(height) }),
    );
    const facts = heightOf("25%");
    expect(facts).toHaveLength(4);
    for (const id of [0, 1, 2, 3]) {
      const [name = 0] = heightOf(`Region ${id}`);
      const { top, bottom } = tints[id]!;
      expect(name).toBeLessThan(facts[id]!);
      expect(name).toBeGreaterThan(top);
      expect(facts[id]).toBeLessThan(bottom + (bottom - top) / 2);
    }
  });

  it("keeps every text on the paper", () => {
    for (const paper of ["A4", "A1"] as const) {
      const { width, height } = PAPERS[paper];
      for (const [, x, y] of drawn(paper).matchAll(/<text x="([\d.]+)" y="([\d.]+)"/g)) {
        expect(Number(x)).toBeLessThan(10 * width);
        expect(Number(y)).toBeLessThan(10 * height);
      }
    }
  });

  it("is the same every time", () => {
    expect(drawn("A2")).toBe(drawn("A2"));
  });
});
