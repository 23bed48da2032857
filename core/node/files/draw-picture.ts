import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Resvg } from "@resvg/resvg-js";
import type { Outliner } from "../../image/svg.ts";
import { outlinerOf } from "../../image/typeface.ts";

/** An SVG as PNG with the fonts of this machine. */
export function drawPng(svg: string): Uint8Array {
  const resvg = new Resvg(svg, {
    font: { loadSystemFonts: true, defaultFontFamily: "DejaVu Sans" },
  });
  return resvg.render().asPng();
}

const { resolve } = createRequire(import.meta.url);
const fileOf = (weight: number) =>
  readFileSync(resolve(`#fonts/inter-latin-${weight}-normal.woff`));

let known: Outliner | undefined;

/** The program's typeface, so that pictures look the same whatever fonts a machine has. */
export function typeface(): Outliner {
  known ??= outlinerOf({ 400: [fileOf(400)], 500: [fileOf(500)], 600: [fileOf(600)] });
  return known;
}
