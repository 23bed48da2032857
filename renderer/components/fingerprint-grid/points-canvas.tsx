import { useEffect, useMemo, useRef } from "react";
import type { Layout } from "../../model/map/geometry.ts";
import { cellOfPoint, type MapPoints, type PointClass } from "../../model/map/points.ts";
import { blend, type Palette, type Rgb } from "./palette.ts";

interface PointsCanvasProps {
  readonly layout: Layout;
  readonly points: MapPoints;
  readonly palette: Palette;
  /** Chosen cells; points elsewhere are faint. */
  readonly chosen: readonly number[];
}

/** The points of a map over its cells, on a canvas of their own: they are drawn again only when they or the map move. */
export function PointsCanvas({ layout, points, palette, chosen }: PointsCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const runs = useMemo(() => runsOf(points, chosen), [points, chosen]);
  const colours = useMemo(
    () => points.classes.map((each) => cssOf(colourOf(each, palette))),
    [points.classes, palette],
  );
  useEffect(() => {
    const frame = requestAnimationFrame(() => draw(canvas.current, layout, points, runs, colours));
    return () => cancelAnimationFrame(frame);
  }, [layout, points, runs, colours]);
  return <canvas ref={canvas} className="points-canvas" data-points={points.ids.length} />;
}

function colourOf({ colour, towards }: PointClass, { colours }: Palette): Rgb {
  return towards === undefined
    ? colours[colour]
    : blend(colours[colour], colours[towards.colour], towards.share);
}

const cssOf = (rgb: Rgb) => `rgb(${rgb.join(" ")})`;

interface Run {
  readonly kind: number;
  readonly isFaint: boolean;
  readonly members: readonly number[];
}

/** Parts that are drawn one after the other, each with all kinds: so none of them lies on top of all others. */
const PARTS = 12;

/** Faint ones first, so that chosen ones lie on top. */
function runsOf(points: MapPoints, chosen: readonly number[]): readonly Run[] {
  const cells = new Set(chosen);
  const runs = Array.from({ length: 2 * PARTS * points.classes.length }, (): number[] => []);
  for (let i = 0; i < points.ids.length; i++) {
    const isFaint = cells.size > 0 && !cells.has(cellOfPoint(points, i));
    const part = (isFaint ? 0 : PARTS) + ((Math.imul(i + 1, 0x9e3779b1) >>> 8) % PARTS);
    runs[part * points.classes.length + points.classOf[i]!]!.push(i);
  }
  return runs.map((members, place) => ({
    kind: place % points.classes.length,
    isFaint: place < PARTS * points.classes.length,
    members,
  }));
}

const FAINT = 0.16;
const LARGEST = 9;
/** Share of a cell that a point is wide. */
const WIDTH = 0.42;

function draw(
  canvas: HTMLCanvasElement | null,
  { cell, originX, originY, frame }: Layout,
  { x, y }: MapPoints,
  runs: readonly Run[],
  colours: readonly string[],
): void {
  const context = canvas?.getContext("2d");
  if (!canvas || !context) return;
  const { side, ratio } = frame;
  if (canvas.width !== side) {
    canvas.width = side;
    canvas.height = side;
  }
  context.clearRect(0, 0, side, side);
  const size = Math.max(2, Math.min(LARGEST * ratio, Math.round(cell * WIDTH)));
  const half = size / 2;
  const isRound = size > 4;
  for (const { kind, isFaint, members } of runs) {
    context.fillStyle = colours[kind] ?? "";
    context.globalAlpha = isFaint ? FAINT : 1;
    if (isRound) context.beginPath();
    for (const i of members) {
      const left = originX + x[i]! * cell - half;
      const top = originY + y[i]! * cell - half;
      if (left < -size || top < -size || left > side || top > side) continue;
      if (!isRound) context.fillRect(Math.round(left), Math.round(top), size, size);
      else {
        context.moveTo(left + size, top + half);
        context.arc(left + half, top + half, half, 0, 2 * Math.PI);
      }
    }
    if (isRound) context.fill();
  }
  context.globalAlpha = 1;
}
