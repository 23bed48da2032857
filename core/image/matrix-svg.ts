import type { Rgba } from "./color.ts";
import {
  colorsOf,
  faceOf,
  innerSide,
  layOutMatrix,
  type MatrixLayout,
  type MatrixSheet,
  type Patch,
} from "./matrix-layout.ts";
import type { ImageStyle } from "./style.ts";
import { escapeXml, type Outliner, textElement } from "./svg.ts";
import { rectangle } from "./svg-path.ts";

interface MatrixSvgOptions {
  readonly title: string;
  readonly description: string;
  /** Makes letters paths; absent: they are texts. */
  readonly outline?: Outliner;
}

/** The matrix as vectors: one path per colour, and one more for the frames. */
export function matrixSvg(
  sheet: MatrixSheet,
  { cell, style }: { readonly cell: number; readonly style: ImageStyle },
  { title, description, outline }: MatrixSvgOptions,
): string {
  const layout = layOutMatrix(sheet, cell);
  const { width, height } = layout;
  const colors = colorsOf(style);
  const { fills, frames } = pathsOf(sheet, cell, layout);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<desc>${escapeXml(description)}</desc>`,
    style.background === null
      ? ""
      : `<rect width="${width}" height="${height}" fill="${style.background}"/>`,
    ...[...fills].map(([color, path]) => `<path ${paintOf(colors[color]!)} d="${path}"/>`),
    frames === "" ? "" : `<path fill="${style.ink}" fill-rule="evenodd" d="${frames}"/>`,
    ...layout.texts.map((line) => textElement(line, style, outline)),
    "</svg>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

const paintOf = ([red, green, blue, alpha]: Rgba): string =>
  `fill="rgb(${red} ${green} ${blue})"${alpha === 255 ? "" : ` fill-opacity="${(alpha / 255).toFixed(3)}"`}`;

function pathsOf(sheet: MatrixSheet, cell: number, { field, patches }: MatrixLayout) {
  const face = faceOf(sheet, cell);
  const inner = innerSide(cell);
  const fills = new Map<number, string>();
  let frames = "";
  const add = ({ x, y, width, height, color, isFramed }: Patch) => {
    fills.set(color, (fills.get(color) ?? "") + rectangle(x, y, width, height));
    if (isFramed)
      frames += rectangle(x, y, width, height) + rectangle(x + 1, y + 1, width - 2, height - 2);
  };
  for (let row = 0; row < sheet.names.length; row++)
    for (let column = 0; column < sheet.names.length; column++)
      add({
        x: field.x + column * cell,
        y: field.y + row * cell,
        width: inner,
        height: inner,
        ...face(row, column),
      });
  for (const patch of patches) add(patch);
  return { fills, frames };
}
