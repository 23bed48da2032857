import { readFileSync } from "node:fs";
import type { Outliner } from "../../core/image/svg.ts";
import { outlinerOf } from "../../core/image/typeface.ts";

/** The program's typeface with some of its parts, such as "latin". */
export function interOutliner(...parts: readonly string[]): Outliner {
  const files = (weight: number) =>
    parts.map((part) =>
      readFileSync(`node_modules/@fontsource/inter/files/inter-${part}-${weight}-normal.woff`),
    );
  return outlinerOf({ 400: files(400), 500: files(500), 600: files(600) });
}
