import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  distance,
  labOf,
  lchToRgb,
  leastDistance,
  type Rgb,
  rgbOf,
  seenBy,
  VISIONS,
} from "../../../core/basemap/oklch.ts";

const channel = fc.integer({ min: 0, max: 255 });
const colour = fc.tuple(channel, channel, channel);

describe("colours in OKLab", () => {
  it("gives white, black and red the values of the definition", () => {
    const [white, black, red] = [labOf([255, 255, 255]), labOf([0, 0, 0]), labOf([255, 0, 0])];
    expect(white[0]).toBeCloseTo(1, 3);
    expect(Math.hypot(white[1], white[2])).toBeLessThan(0.001);
    expect(black[0]).toBeCloseTo(0, 6);
    expect(red[0]).toBeCloseTo(0.628, 3);
    expect(red[1]).toBeCloseTo(0.2249, 3);
    expect(red[2]).toBeCloseTo(0.1258, 3);
  });

  it("comes back from every colour of a screen", () => {
    fc.assert(
      fc.property(colour, (given) => {
        expect(rgbOf(labOf(given))).toEqual(given);
      }),
    );
  });

  it("makes a grey of no chroma, whatever the hue", () => {
    const [r, g, b] = lchToRgb({ lightness: 0.6, chroma: 0, hue: 123 });
    expect([g, b]).toEqual([r, r]);
  });

  it("measures the same both ways, and nothing from a colour to itself", () => {
    fc.assert(
      fc.property(colour, colour, (a, b) => {
        expect(distance(a, a)).toBe(0);
        expect(distance(a, b)).toBeCloseTo(distance(b, a), 12);
      }),
    );
  });
});

describe("colours as others see them", () => {
  const close = (a: Rgb, b: Rgb) => a.every((value, i) => Math.abs(value - b[i]!) <= 1);

  it("leaves greys as they are", () => {
    fc.assert(
      fc.property(channel, fc.constantFrom(...VISIONS), (value, vision) => {
        expect(close(seenBy([value, value, value], vision), [value, value, value])).toBe(true);
      }),
    );
  });

  it("makes red and green alike for those who lack one of their cones", () => {
    const [red, green]: Rgb[] = [
      lchToRgb({ lightness: 0.7, chroma: 0.12, hue: 30 }),
      lchToRgb({ lightness: 0.7, chroma: 0.12, hue: 145 }),
    ];
    expect(distance(red!, green!)).toBeGreaterThan(0.15);
    expect(leastDistance(red!, green!)).toBeLessThan(distance(red!, green!) / 2);
  });
});
