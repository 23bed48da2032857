import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { distance, hexOf, type Rgb, seenBy, VISIONS } from "../../../core/basemap/oklch.ts";
import { type GroundLook, groundOn, inksFor, tintOf } from "../../../core/basemap/tints.ts";
import { blend, parseRgb } from "../../../renderer/components/fingerprint-grid/palette.ts";
import { COLOUR_NAMES } from "../../../renderer/model/map/layers.ts";

const sheet = readFileSync(new URL("../../../renderer/styles/tokens.css", import.meta.url), "utf8");
const start = sheet.indexOf('[data-theme="dark"]');
const THEMES = { light: sheet.slice(0, start), dark: sheet.slice(start, sheet.indexOf("@media")) };

const fromHex = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
function read(theme: string, name: string): Rgb {
  const text = new RegExp(`--${name}: ([^;]+);`).exec(theme)?.[1] ?? "";
  return text.startsWith("#") ? fromHex(text) : parseRgb(text);
}

const luminance = (colour: Rgb) => {
  const [r = 0, g = 0, b = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: Rgb, b: Rgb) => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

const AREAS = [0, 1, 2, 3, 4, 5].flatMap((hue) =>
  [[], [0], [2], [0, 0], [2, 2]].flatMap((tones) =>
    [false, true].map((isPale) => ({ hue, tones, isPale })),
  ),
);

/** A tint as it is, and where light and shade on it are strongest. */
function grounds(look: GroundLook): Rgb[] {
  const { light, shade } = inksFor(look);
  return AREAS.flatMap((area) => {
    const tint = tintOf(area, look);
    const under = (ink: typeof light) => blend(tint, fromHex(ink.colour), ink.opacity);
    return [tint, under(light), under(shade)];
  });
}

describe.each(Object.entries(THEMES))("the %s ground", (_name, theme) => {
  const paper = read(theme, "paper");
  const look = groundOn(paper);
  const cells = COLOUR_NAMES.filter((name) => name !== "text-3").map(
    (name) => [name, read(theme, name)] as const,
  );

  it("leaves cells of every colour far ahead of every tint, in light and in shade", () => {
    for (const [name, cell] of cells)
      for (const ground of grounds(look)) {
        expect(distance(cell, ground), `${name} on ${hexOf(ground)}`).toBeGreaterThan(0.18);
        // The palest colour, the service's light blue, has 2.1 on white.
        expect(contrast(cell, ground), `${name} on ${hexOf(ground)}`).toBeGreaterThan(
          look.isDark ? 3.3 : 1.65,
        );
        expect(contrast(cell, ground)).toBeGreaterThan(
          (look.isDark ? 0.66 : 0.75) * contrast(cell, paper),
        );
      }
  });

  it("leaves them ahead for people who see colours otherwise", () => {
    for (const vision of VISIONS)
      for (const [name, cell] of cells)
        for (const ground of grounds(look))
          expect(
            distance(seenBy(cell, vision), seenBy(ground, vision)),
            `${name} on ${hexOf(ground)}, ${vision}`,
          ).toBeGreaterThan(0.14);
  });

  it("has names that can be read on their own region, and cells that stand out more than the ground", () => {
    const { name } = inksFor(look);
    for (const area of AREAS)
      for (const level of [0, 1, 2])
        expect(contrast(fromHex(name(area, level)), tintOf(area, look))).toBeGreaterThanOrEqual(
          4.5,
        );
    const tints = AREAS.map((area) => tintOf(area, look));
    const apart = Math.max(...tints.flatMap((a) => tints.map((b) => distance(a, b))));
    for (const [, cell] of cells)
      expect(Math.min(...tints.map((tint) => distance(cell, tint)))).toBeGreaterThan(2 * apart);
  });
});
