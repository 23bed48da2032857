import { zlibSync } from "fflate";
import type { Rgba } from "../image/color.ts";
import { readColor } from "../image/color.ts";
import { encodePng } from "../image/png.ts";
import type { GroundInks } from "./tints.ts";
import type { Relief } from "./types.ts";

/** Steps of light on each side of flat ground: finer ones cannot be seen, and make the file larger. */
const STEPS = 24;

/** Light and shade to lay over tints, row by row: colour and opacity of each sample. */
export function reliefColours({ light }: Relief, inks: GroundInks): Rgba[] {
  const palette = reliefPalette(inks);
  return Array.from(light, (value) => palette[stepOf(value)]!);
}

const stepOf = (light: number): number => STEPS + Math.round((light / 127) * STEPS);

function reliefPalette(inks: GroundInks): Rgba[] {
  return Array.from({ length: 2 * STEPS + 1 }, (_, index): Rgba => {
    const step = index - STEPS;
    const { colour, opacity } = step < 0 ? inks.shade : inks.light;
    const [red, green, blue] = readColor(colour);
    return [red, green, blue, Math.round(255 * opacity * (Math.abs(step) / STEPS))];
  });
}

/** The same as a small PNG, for files that hold it. The same relief and inks give the same bytes. */
export function reliefPng({ side, light }: Relief, inks: GroundInks): Uint8Array {
  const paintRow = (y: number, row: Uint16Array) => {
    for (let x = 0; x < side; x++) row[x] = stepOf(light[y * side + x]!);
  };
  return encodePng(
    { width: side, height: side, palette: reliefPalette(inks), paintRow },
    { deflate: (bytes) => zlibSync(bytes, { level: 9 }), form: "smallest" },
  );
}
