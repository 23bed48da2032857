import {
  type GroundInks,
  type GroundLook,
  type Ink,
  inksFor,
} from "../../../core/basemap/tints.ts";
import type { BaseMap, Ring } from "../../../core/basemap/types.ts";
import {
  BORDER,
  CONTOUR,
  draw,
  EDGE,
  INNER_BORDER,
  OVERLAP,
  reliefColours,
} from "../../../core/image/ground.ts";
import { SIDE } from "../../../core/kernel/grid.ts";

/** A part of the map on whole pixels: where its upper left corner lies, and how large a cell is. */
export interface GroundView {
  /** Pixels per cell. */
  readonly cell: number;
  /** Pixels from the upper left corner of the map to that of the part. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Cells this large have room for a third level of tints. */
const ROOM_FOR_THIRD = 14;

/** Draws the ground with the canvas of a worker. Cost grows with the lines that are in view. */
export class GroundPainter {
  readonly #map: BaseMap;
  readonly #paths: readonly { readonly path: Path2D; readonly top: number }[][];
  readonly #contours: Path2D;
  readonly #reliefs = new Map<string, OffscreenCanvas>();

  constructor(map: BaseMap) {
    this.#map = map;
    this.#paths = map.levels.map((areas) =>
      areas.map(({ rings, top }) => ({ path: pathFrom([rings]), top })),
    );
    this.#contours = pathFrom(map.contours);
  }

  /** RGBA of the part, opaque, row by row. */
  pixels(look: GroundLook, view: GroundView): Uint32Array<ArrayBuffer> {
    const canvas = new OffscreenCanvas(view.width, view.height);
    const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    if (!context) throw new Error("This browser cannot draw in the background.");
    this.#paint(context, look, view);
    const { data } = context.getImageData(0, 0, view.width, view.height);
    return new Uint32Array(data.buffer);
  }

  #paint(context: OffscreenCanvasRenderingContext2D, look: GroundLook, view: GroundView): void {
    const inks = inksFor(look);
    context.fillStyle = inks.paper;
    context.fillRect(0, 0, view.width, view.height);
    context.setTransform(view.cell, 0, 0, view.cell, -view.left, -view.top);
    context.lineJoin = "round";
    this.#fillRegions(context, inks, view.cell);
    this.#lay(context, inks, view.cell);
  }

  #fillRegions(context: OffscreenCanvasRenderingContext2D, inks: GroundInks, cell: number): void {
    const [areas = [], ...inner] = this.#map.levels;
    const [widest = [], ...innerPaths] = this.#paths;
    const shown = inner.slice(0, cell >= ROOM_FOR_THIRD ? 2 : 1);
    context.lineWidth = OVERLAP;
    for (const pass of ["overlap", "own"] as const)
      widest.forEach(({ path }, index) => {
        context.fillStyle = inks.tint(areas[index]!);
        context.strokeStyle = context.fillStyle;
        if (pass === "overlap") context.stroke(path);
        else context.fill(path, "evenodd");
      });
    widest.forEach(({ path, top }, index) => {
      context.save();
      context.clip(path, "evenodd");
      shown.forEach((children, level) => {
        const paths = innerPaths[level]!.filter((child) => child.top === top);
        const own = children.filter((child) => child.top === top);
        own.forEach((child, at) => {
          context.fillStyle = inks.tint(child);
          context.fill(paths[at]!.path, "evenodd");
        });
      });
      const lines = innerPaths[0]?.filter((child) => child.top === top) ?? [];
      for (const line of lines)
        stroke(context, line.path, inks.innerBorder, thin(cell, INNER_BORDER));
      stroke(context, path, inks.edge(areas[index]!), EDGE);
      context.restore();
    });
  }

  /** Light and lines over the tints. */
  #lay(context: OffscreenCanvasRenderingContext2D, inks: GroundInks, cell: number): void {
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = "high";
    if (inks.light.opacity > 0) context.drawImage(this.#relief(inks), 0, 0, SIDE, SIDE);
    stroke(context, this.#contours, inks.contour, thin(cell, CONTOUR));
    for (const { path } of this.#paths[0] ?? [])
      stroke(context, path, inks.border, thin(cell, BORDER));
  }

  #relief(inks: GroundInks): OffscreenCanvas {
    const key = JSON.stringify([inks.light, inks.shade]);
    const known = this.#reliefs.get(key);
    if (known) return known;
    const { side } = this.#map.relief;
    const canvas = new OffscreenCanvas(side, side);
    const data = new Uint8ClampedArray(reliefColours(this.#map.relief, inks).flat());
    canvas.getContext("2d")?.putImageData(new ImageData(data, side, side), 0, 0);
    this.#reliefs.set(key, canvas);
    return canvas;
  }
}

function pathFrom(shapes: readonly (readonly Ring[])[]): Path2D {
  const path = new Path2D();
  for (const rings of shapes) draw(rings, path);
  return path;
}

function stroke(
  context: OffscreenCanvasRenderingContext2D,
  path: Path2D,
  { colour, opacity }: Ink,
  width: number,
): void {
  if (opacity === 0) return;
  context.globalAlpha = opacity;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke(path);
  context.globalAlpha = 1;
}

/** Pixels of a line of the width of a border: it neither breaks nor grows as thick as a close look would make it. */
const LEAST_LINE = 1;
const MOST_LINE = 2.4;

/** A width in cells; between bounds on the screen, finer lines in proportion. */
function thin(cell: number, width: number): number {
  const share = width / BORDER;
  return (Math.min(MOST_LINE, Math.max(LEAST_LINE, BORDER * cell)) * share) / cell;
}
