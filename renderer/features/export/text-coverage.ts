import type { TextLine } from "../../../core/image/layout.ts";
import { faceOf } from "../../../core/image/svg.ts";

/** How much of each pixel a line of text covers, 0 to 255, and where its upper left corner is. */
export interface Coverage {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly amounts: Uint8Array;
  /** Of a name over cells: pixels that get the colour of the ground first, so that it can be read. */
  readonly halo?: Uint8Array;
  /** `#rrggbb` of the letters and of the halo; absent: the picture's ink, and its ground. */
  readonly color?: string;
  readonly haloColor?: string;
}

const FAMILY = '"Inter Variable", system-ui, sans-serif';

/** The typeface must be there before the first line is drawn. */
export const loadTypeface = async (): Promise<void> => {
  await Promise.all(
    [400, 500, 600].map((weight) => document.fonts?.load(`${weight} 16px ${FAMILY}`)),
  );
};

/** Draws a line on a canvas of its own, squeezed where it is wider than its room. Null where nothing can be drawn. */
export function coverText(line: TextLine, room: number): Coverage | null {
  if (line.role === "name") return coverName(line);
  if (line.isUpright) return coverUpright(line);
  const x = Math.floor(line.x);
  const [width, height] = [Math.floor(room - x), Math.ceil(line.size * 1.5)];
  const y = Math.round(line.y - height / 2);
  const context = width > 0 ? contextOf(width, height) : null;
  if (!context) return null;
  context.font = `${line.role === "title" ? 600 : 400} ${line.size}px ${FAMILY}`;
  context.fillText(line.text, line.x - x, height / 2, width - 1);
  return { x, y, width, height, amounts: opacitiesOf(context) };
}

/** Drawn lying, then turned to read upwards. */
function coverUpright(line: TextLine): Coverage | null {
  const length = Math.ceil(line.text.length * line.size);
  const lying = coverText({ ...line, isUpright: false, x: 0, y: 0 }, length);
  if (!lying) return null;
  const { width, height, amounts } = lying;
  const turned = new Uint8Array(amounts.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[(width - 1 - x) * height + y] = amounts[y * width + x]!;
  const corner = { x: Math.round(line.x - height / 2), y: Math.round(line.y - width) };
  return { ...corner, width: height, height: width, amounts: turned };
}

/** Centred at its place, with a halo. */
function coverName(line: TextLine): Coverage | null {
  const { text, x, y, size, color, halo: around } = line;
  const { weight, spacing } = faceOf(line);
  const width = Math.ceil(text.length * size * 0.9 + size);
  const height = Math.ceil(size * 1.6);
  const context = contextOf(width, height);
  if (!context) return null;
  context.font = `${weight} ${size}px ${FAMILY}`;
  context.textAlign = "center";
  if ("letterSpacing" in context) context.letterSpacing = `${size * spacing}px`;
  context.fillText(text, width / 2, height / 2);
  const amounts = opacitiesOf(context);
  context.lineWidth = size / 4;
  context.lineJoin = "round";
  context.strokeText(text, width / 2, height / 2);
  const halo = opacitiesOf(context);
  const corner = { x: Math.round(x - width / 2), y: Math.round(y - height / 2) };
  return {
    ...corner,
    width,
    height,
    amounts,
    halo,
    ...(color === undefined ? {} : { color }),
    ...(around === undefined ? {} : { haloColor: around }),
  };
}

function contextOf(width: number, height: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context) context.textBaseline = "middle";
  return context;
}

function opacitiesOf(context: CanvasRenderingContext2D): Uint8Array {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  return Uint8Array.from({ length: width * height }, (_, i) => data[4 * i + 3]!);
}
