import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DISTINCT } from "../../../core/image/style.ts";

const sheet = readFileSync(new URL("../../../renderer/styles/tokens.css", import.meta.url), "utf8");
const themes = {
  light: sheet.slice(0, sheet.indexOf('[data-theme="dark"]')),
  dark: sheet.slice(sheet.indexOf('[data-theme="dark"]'), sheet.indexOf("@media")),
};
type Theme = keyof typeof themes;
type Triple = readonly [number, number, number];

const linear = (parts: readonly number[]): Triple =>
  parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;

const linearOfHex = (hex: string): Triple =>
  linear([1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));

function linearOf(theme: Theme, name: string): Triple {
  const hex = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(themes[theme])?.[1];
  if (hex) return linearOfHex(hex);
  const rgb = new RegExp(`--${name}: rgb\\((\\d+), (\\d+), (\\d+)\\);`).exec(themes[theme]);
  if (!rgb) throw new Error(`no ${name} in the ${theme} theme`);
  return linear(rgb.slice(1).map(Number));
}

/** What eyes without one kind of cone see, after Machado, Oliveira and Fernandes (2009), on linear light. */
const EYES: Readonly<Record<string, readonly Triple[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (matrix: readonly Triple[], [x, y, z]: Triple): Triple =>
  matrix.map(([a, b, c]) => Math.min(1, Math.max(0, a * x + b * y + c * z))) as unknown as Triple;

const TO_XYZ: readonly Triple[] = [
  [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
  [0.2126, 0.7152, 0.0722],
  [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
];

/** CIELAB, in which equal distances look about equally far. */
function labOf(linear: Triple): Triple {
  const [x, y, z] = times(TO_XYZ, linear).map((value) =>
    value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116,
  ) as unknown as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (a: Triple, b: Triple) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** The two that look most alike, and how far apart they look. */
function nearest(eyes: string, colours: Readonly<Record<string, Triple>>) {
  const seen = Object.entries(colours).map(([name, colour]) => ({
    name,
    lab: labOf(times(EYES[eyes]!, colour)),
  }));
  const pairs = seen.flatMap((a, i) =>
    seen
      .slice(i + 1)
      .map((b) => ({ pair: `${a.name} and ${b.name}`, apart: distance(a.lab, b.lab) })),
  );
  return pairs.reduce((least, each) => (each.apart < least.apart ? each : least));
}

const named = (theme: Theme, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, linearOf(theme, name)]));

const HUES = "abcdefgh".split("").map((letter) => `hue-${letter}`);
const cases = (["light", "dark"] as const).flatMap((theme) =>
  Object.keys(EYES).map((eyes) => ({ theme, eyes })),
);

describe("the colours of the map", () => {
  it.each(cases)("$theme: left, both and right differ for eyes with $eyes", ({ theme, eyes }) => {
    const least = nearest(eyes, named(theme, ["first", "second", "shared"]));
    expect(least.apart, least.pair).toBeGreaterThan(20);
  });

  it.each(cases)("$theme: the eight hues differ for eyes with $eyes", ({ theme, eyes }) => {
    const least = nearest(eyes, named(theme, HUES));
    expect(least.apart, least.pair).toBeGreaterThan(10);
  });

  it.each(Object.keys(EYES))("of exported pictures differ for eyes with %s", (eyes) => {
    const hues = Object.fromEntries(DISTINCT.map((hex) => [hex, linearOfHex(hex)]));
    const least = nearest(eyes, hues);
    expect(least.apart, least.pair).toBeGreaterThan(10);
  });
});
