import { describe, expect, it } from "vitest";
import { distance, labOf, leastDistance } from "../../../core/basemap/oklch.ts";
import {
  DARK_GROUND,
  groundOn,
  HUE_DISTANCES,
  inksFor,
  LIGHT_GROUND,
  tintOf,
} from "../../../core/basemap/tints.ts";

const HUES = [0, 1, 2, 3, 4, 5];
const TONES = [[], [0], [1], [2], [0, 0], [0, 2], [2, 0], [2, 2]];
const GROUNDS = [LIGHT_GROUND, DARK_GROUND];
const groundPaper = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
const hueOf = (colour: readonly [number, number, number]) => {
  const [, a, b] = labOf(colour);
  return (Math.atan2(b, a) * 180) / Math.PI;
};
const turn = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180);

describe("tints of regions", () => {
  it("are quiet: light and nearly grey on light ground, dark and nearly grey on dark", () => {
    for (const ground of GROUNDS)
      for (const hue of HUES)
        for (const tones of TONES) {
          const [lightness, a, b] = labOf(tintOf({ hue, tones }, ground));
          expect(Math.abs(lightness - (ground.isDark ? 0.23 : 0.96))).toBeLessThan(0.032);
          expect(Math.hypot(a, b)).toBeLessThan(0.027);
        }
  });

  it("differ for everybody: no two hues look the same under any colour deficiency, on light ground or dark", () => {
    for (const ground of GROUNDS)
      for (const a of HUES)
        for (const b of HUES.filter((hue) => hue > a)) {
          const [one, other] = [
            tintOf({ hue: a, tones: [] }, ground),
            tintOf({ hue: b, tones: [] }, ground),
          ];
          expect(leastDistance(one, other), `${a} and ${b}`).toBeGreaterThan(0.014);
          expect(distance(one, other)).toBeGreaterThan(0.02);
          expect(HUE_DISTANCES[a]![b]).toBeLessThanOrEqual(leastDistance(one, other));
        }
  });

  it("stay in the family: a region in another keeps its hue, and siblings differ in lightness", () => {
    for (const ground of GROUNDS)
      for (const hue of HUES) {
        const parent = tintOf({ hue, tones: [] }, ground);
        // Half way to the next hue is 30 degrees.
        for (const tones of TONES)
          expect(turn(hueOf(tintOf({ hue, tones }, ground)), hueOf(parent))).toBeLessThan(30);
        const [low, middle, high] = [0, 1, 2].map(
          (tone) => labOf(tintOf({ hue, tones: [tone] }, ground))[0],
        );
        expect(middle! - low!).toBeGreaterThan(0.004);
        expect(high! - middle!).toBeGreaterThan(0.004);
      }
  });

  it("are next to paper where a region is pale: much nearer to it than any other", () => {
    for (const ground of GROUNDS) {
      const paper = groundPaper(ground.paper);
      for (const hue of HUES) {
        const pale = distance(tintOf({ hue, tones: [0], isPale: true }, ground), paper);
        for (const tones of TONES)
          expect(1.5 * pale).toBeLessThan(distance(tintOf({ hue, tones }, ground), paper));
      }
    }
  });

  it("follow a paper of one's own", () => {
    expect(groundOn([255, 255, 255]).isDark).toBe(false);
    expect(groundOn([30, 30, 40]).isDark).toBe(true);
    const sand = groundOn([220, 210, 190]);
    expect(sand.lightness).toBeLessThan(labOf([220, 210, 190])[0]);
    expect(sand.paper).toBe("#dcd2be");
  });
});

describe("what a ground is painted with", () => {
  it("leaves plain paper where neither tints nor borders nor terrain are wanted", () => {
    const inks = inksFor({ ...LIGHT_GROUND, hasTints: false, hasBorders: false, terrain: 0 });
    expect(inks.tint({ hue: 3, tones: [1] })).toBe(inks.paper);
    for (const { opacity } of [inks.border, inks.innerBorder, inks.contour, inks.light, inks.shade])
      expect(opacity).toBe(0);
    expect(inks.edge({ hue: 3 }).opacity).toBe(0);
  });
});
