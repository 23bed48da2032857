import { useEffect, useMemo, useRef } from "react";
import { POINT_WIDTH } from "../../../core/image/panel.ts";
import type { Layout } from "../../model/map/geometry.ts";
import {
  FAINT_POINT,
  type MapPoints,
  type PointClass,
  type PointRun,
  pointRuns,
} from "../../model/map/points.ts";
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
  const runs = useMemo(() => pointRuns(points, chosen), [points, chosen]);
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

const LARGEST = 9;

function draw(
  canvas: HTMLCanvasElement | null,
  { cell, originX, originY, frame }: Layout,
  { x, y }: MapPoints,
  runs: readonly PointRun[],
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
  const size = Math.max(2, Math.min(LARGEST * ratio, Math.round(cell * POINT_WIDTH)));
  const half = size / 2;
  const isRound = size > 4;
  for (const { kind, isFaint, members } of runs) {
    context.fillStyle = colours[kind] ?? "";
    context.globalAlpha = isFaint ? FAINT_POINT : 1;
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
