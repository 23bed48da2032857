import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FIRST, SECOND, SHARED } from "../../../core/image/style.ts";
import { parseRgb } from "../../../renderer/components/fingerprint-grid/palette.ts";

const sheet = readFileSync(new URL("../../../renderer/styles/tokens.css", import.meta.url), "utf8");
const light = sheet.slice(0, sheet.indexOf('[data-theme="dark"]'));
const tokenOf = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(light)?.[1] ?? "";

const fromHex = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

describe("the colours of the page", () => {
  it("are those of exported pictures: first, second and shared", () => {
    expect(parseRgb(tokenOf("first"))).toEqual(fromHex(FIRST));
    expect(parseRgb(tokenOf("second"))).toEqual(fromHex(SECOND));
    expect(parseRgb(tokenOf("shared"))).toEqual(fromHex(SHARED));
  });

  it("keep text readable on every ground, light and dark", () => {
    const luminance = (hex: string) => {
      const [r = 0, g = 0, b = 0] = fromHex(hex).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a: string, b: string) => {
      const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
      return (high + 0.05) / (low + 0.05);
    };
    const dark = sheet.slice(sheet.indexOf('[data-theme="dark"]'), sheet.indexOf("@media"));
    for (const theme of [light, dark]) {
      const read = (name: string) =>
        new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)?.[1] ?? "";
      for (const text of ["text", "text-2", "text-3", "accent", "danger", "warn"])
        for (const ground of ["bg", "panel", "raised"])
          expect(contrast(read(text), read(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(
            4.5,
          );
    }
  });
});
