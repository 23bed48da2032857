import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Outliner } from "../../image/svg.ts";
import { outlinerOf } from "../../image/typeface.ts";

const { resolve } = createRequire(import.meta.url);
const fileOf = (weight: number) =>
  readFileSync(resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`));

let known: Outliner | undefined;

/** The program's typeface, so that pictures look the same whatever fonts a machine has. */
export function typeface(): Outliner {
  known ??= outlinerOf({ 400: [fileOf(400)], 500: [fileOf(500)], 600: [fileOf(600)] });
  return known;
}
