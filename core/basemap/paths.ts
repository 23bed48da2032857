import type { Ring } from "./types.ts";

/** What a line is drawn with: a canvas, a path of the browser, or the text of an SVG. */
export interface Pen {
  moveTo(x: number, y: number): void;
  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): void;
  closePath(): void;
}

/** Rings as curves without corners: points steer the line, and their middles lie on it. */
export function draw(rings: readonly Ring[], pen: Pen): void {
  for (const ring of rings) {
    const count = ring.length / 2;
    if (count < 3) continue;
    const x = (at: number) => ring[2 * (at % count)]!;
    const y = (at: number) => ring[2 * (at % count) + 1]!;
    pen.moveTo((x(0) + x(1)) / 2, (y(0) + y(1)) / 2);
    for (let at = 1; at <= count; at++)
      pen.quadraticCurveTo(x(at), y(at), (x(at) + x(at + 1)) / 2, (y(at) + y(at + 1)) / 2);
    pen.closePath();
  }
}

/** The same as the `d` of a path, with `scale` units per cell from a corner. */
export function pathOf(
  rings: readonly Ring[],
  { scale, x: left, y: top }: { readonly scale: number; readonly x: number; readonly y: number },
): string {
  let path = "";
  const at = (x: number, y: number) => `${round(left + x * scale)} ${round(top + y * scale)}`;
  draw(rings, {
    moveTo: (x, y) => {
      path += `M${at(x, y)}`;
    },
    quadraticCurveTo: (controlX, controlY, x, y) => {
      path += `Q${at(controlX, controlY)} ${at(x, y)}`;
    },
    closePath: () => {
      path += "Z";
    },
  });
  return path;
}

const round = (value: number) => Math.round(value * 10) / 10;
