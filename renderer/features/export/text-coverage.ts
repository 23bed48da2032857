import type { TextLine } from "../../../core/image/layout.ts";

/** How much of each pixel a line of text covers, 0 to 255, and where its upper left corner is. */
export interface Coverage {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly amounts: Uint8Array;
}

const FAMILY = '"Inter Variable", system-ui, sans-serif';

/** The typeface must be there before the first line is drawn. */
export const loadTypeface = async (): Promise<void> => {
  await document.fonts?.load(`600 16px ${FAMILY}`);
};

/** Draws a line on a canvas of its own, squeezed where it is wider than its room. Null where nothing can be drawn. */
export function coverText(line: TextLine, room: number): Coverage | null {
  const x = Math.floor(line.x);
  const [width, height] = [Math.floor(room - x), Math.ceil(line.size * 1.5)];
  const y = Math.round(line.y - height / 2);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = width > 0 ? canvas.getContext("2d", { willReadFrequently: true }) : null;
  if (!context) return null;
  context.font = `${line.role === "title" ? 600 : 400} ${line.size}px ${FAMILY}`;
  context.textBaseline = "middle";
  context.fillText(line.text, line.x - x, height / 2, width - 1);
  const { data } = context.getImageData(0, 0, width, height);
  return {
    x,
    y,
    width,
    height,
    amounts: Uint8Array.from({ length: width * height }, (_, i) => data[4 * i + 3]!),
  };
}
