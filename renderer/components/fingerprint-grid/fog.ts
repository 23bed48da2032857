import type { Layout } from "../../model/map/geometry.ts";
import { type Bands, bandsOf, drawBands } from "./bands.ts";
import { blend, type Palette, pixelOf, type Rgb } from "./palette.ts";

/**
 * Likeness of a cell and those around it from which the fog thins, step by step, until there is none. Cells in random order
 * stay below the first: theirs is 0, give or take 0.03.
 */
const STEPS = [0.06, 0.12, 0.18, 0.25] as const;
/** The strength of the fog below each step; the last is clear. */
const STRENGTHS = [0.62, 0.44, 0.28, 0.13, 0] as const;
export const FOG_LEVELS = STRENGTHS.length;
/** Likeness that is told apart at most. */
const HIGHEST = 0.5;

const known = new WeakMap<object, Bands>();

/** How clear each place of the map is, in levels from fog to clear. `kinship`: likeness of each cell with those around it. */
export function fogOf(kinship: ArrayLike<number>): Bands {
  const before = known.get(kinship);
  if (before) return before;
  const fog = bandsOf(Float32Array.from(kinship), { from: STEPS, highest: HIGHEST });
  known.set(kinship, fog);
  return fog;
}

/** 0 is thick fog, `FOG_LEVELS - 1` is clear. */
export const fogLevel = (likeness: number): number =>
  STEPS.filter((step) => likeness >= step).length;

/** Likeness from which each level begins; the first begins at random. */
export const fogStart = (level: number): number => (level === 0 ? 0 : STEPS[level - 1]!);

/** Does likeness as low as this mean that nearness says nothing? */
export const isFoggy = (likeness: number): boolean => fogLevel(likeness) === 0;

/** What a level looks like over a ground. */
export const fogged = (palette: Palette, level: number, ground: Rgb = palette.paper): Rgb =>
  blend(ground, palette.colours["text-3"], STRENGTHS[level]!);

interface FogPaint {
  readonly palette: Palette;
  readonly strength: number;
}

/** Lays the fog over a ground that is drawn already. */
export function drawFog(
  pixels: Uint32Array,
  layout: Layout,
  fog: Bands,
  { palette, strength }: FogPaint,
): void {
  const levels = new Uint8Array(pixels.length);
  drawBands(levels, layout, fog);
  const colour = palette.colours["text-3"];
  const shades = STRENGTHS.map(() => new Map<number, number>());
  for (let i = 0; i < pixels.length; i++) {
    const level = levels[i]!;
    const opacity = STRENGTHS[level]! * strength;
    if (opacity === 0) continue;
    const ground = pixels[i]!;
    const known = shades[level]!.get(ground);
    const shade = known ?? pixelOf(blend(rgbOf(ground), colour, opacity));
    if (known === undefined) shades[level]!.set(ground, shade);
    pixels[i] = shade;
  }
}

const rgbOf = (pixel: number): Rgb => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
