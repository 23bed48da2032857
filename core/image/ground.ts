import { zlibSync } from "fflate";
import type { GroundInks, Ink } from "../basemap/tints.ts";
import type { Area, BaseMap, Relief, Ring } from "../basemap/types.ts";
import { type Rgba, readColor } from "./color.ts";
import { encodePng } from "./png.ts";

/** What a line is drawn with: a canvas, a path of the browser, or the text of an SVG. */
interface Pen {
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
  const at = (x: number, y: number) => `${tenth(left + x * scale)} ${tenth(top + y * scale)}`;
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

const tenth = (value: number) => Math.round(value * 10) / 10;

/** Steps of light on each side of flat ground: finer ones cannot be seen, and make the file larger. */
const STEPS = 24;

/** Light and shade to lay over tints, row by row: colour and opacity of each sample. */
export function reliefColours({ light }: Relief, inks: GroundInks): Rgba[] {
  const palette = reliefPalette(inks);
  return Array.from(light, (value) => palette[stepOf(value)]!);
}

const stepOf = (light: number): number => STEPS + Math.round((light / 127) * STEPS);

function reliefPalette(inks: GroundInks): Rgba[] {
  return Array.from({ length: 2 * STEPS + 1 }, (_, index): Rgba => {
    const step = index - STEPS;
    const { colour, opacity } = step < 0 ? inks.shade : inks.light;
    const [red, green, blue] = readColor(colour);
    return [red, green, blue, Math.round(255 * opacity * (Math.abs(step) / STEPS))];
  });
}

/** The same as a small PNG, for files that hold it. The same relief and inks give the same bytes. */
function reliefPng({ side, light }: Relief, inks: GroundInks): Uint8Array {
  const palette = reliefPalette(inks).map((channels) =>
    channels.reduce((pixel, channel) => 256 * pixel + channel, 0),
  );
  const paintRow = (y: number, row: Uint32Array) => {
    for (let x = 0; x < side; x++) row[x] = palette[stepOf(light[y * side + x]!)]!;
  };
  const deflate = (bytes: Uint8Array) => zlibSync(bytes, { level: 9 });
  return encodePng({ width: side, height: side, paintRow }, deflate);
}

/** Where a ground goes, and how finely it is divided. */
interface GroundPlace {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  /** Levels of regions with a tint of their own, 1 to 3. */
  readonly levels: number;
  /** The id of the whole; different for each ground in one file. */
  readonly name: string;
}

/** Widths in cells. */
export const BORDER = 0.16;
export const INNER_BORDER = 0.1;
export const CONTOUR = 0.07;
export const EDGE = 1.5;
/** Covers the places where three regions meet, which none of them reaches quite. */
export const OVERLAP = 1;

/**
 * The ground as definitions of an SVG: a group to be shown by `<use href="#name"/>`. Each outline is written once, the light is a
 * small picture inside.
 */
export function groundSvg(map: BaseMap, inks: GroundInks, place: GroundPlace): string {
  const { x, y, side, levels, name } = place;
  const frame = { scale: side / 128, x, y };
  const width = (cells: number) => hundredth(cells * frame.scale);
  const [widest = [], ...inner] = map.levels.slice(0, levels);
  const idOf = (area: Area) => `${name}-${area.id}`;
  const shapeOf = (area: Area) => pathOf(area.rings, frame);
  const strokes = (ids: readonly string[], { colour, opacity }: Ink, cells: number) =>
    opacity === 0
      ? ""
      : `<g fill="none" stroke="${colour}" stroke-opacity="${hundredth(opacity)}" stroke-width="${width(cells)}">${ids.map(use).join("")}</g>`;
  const families = widest.map((area) => {
    const children = inner.flatMap((areas) => areas.filter(({ top }) => top === area.id));
    const lines = children.filter(({ tones }) => tones.length === 1).map(idOf);
    return [
      `<g clip-path="url(#${idOf(area)}-clip)">`,
      ...children.map((child) => `<use href="#${idOf(child)}" fill="${inks.tint(child)}"/>`),
      strokes(lines, inks.innerBorder, INNER_BORDER),
      strokes([idOf(area)], inks.edge(area), EDGE),
      "</g>",
    ].join("");
  });
  const contours = map.contours.map((rings) => pathOf(rings, frame));
  return [
    "<defs>",
    `<clipPath id="${name}-clip"><rect x="${x}" y="${y}" width="${side}" height="${side}"/></clipPath>`,
    ...widest.map(
      (area) =>
        `<clipPath id="${idOf(area)}-clip"><path clip-rule="evenodd" d="${shapeOf(area)}"/></clipPath>`,
    ),
    ...[widest, ...inner].flat().map((area) => `<path id="${idOf(area)}" d="${shapeOf(area)}"/>`),
    contours.length === 0 ? "" : `<path id="${name}-contours" d="${contours.join("")}"/>`,
    `<g id="${name}" clip-path="url(#${name}-clip)" fill-rule="evenodd" stroke-linejoin="round">`,
    ...widest.map((area) => {
      const tint = inks.tint(area);
      return `<use href="#${idOf(area)}" fill="${tint}" stroke="${tint}" stroke-width="${width(OVERLAP)}"/>`;
    }),
    ...widest.map((area) => `<use href="#${idOf(area)}" fill="${inks.tint(area)}"/>`),
    ...families,
    inks.light.opacity === 0 ? "" : lightOver(map, inks, place),
    strokes(contours.length === 0 ? [] : [`${name}-contours`], inks.contour, CONTOUR),
    strokes(widest.map(idOf), inks.border, BORDER),
    "</g>",
    "</defs>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

const use = (id: string) => `<use href="#${id}"/>`;

function lightOver(map: BaseMap, inks: GroundInks, { x, y, side }: GroundPlace): string {
  const light = toBase64(reliefPng(map.relief, inks));
  return `<image x="${x}" y="${y}" width="${side}" height="${side}" preserveAspectRatio="none" href="data:image/png;base64,${light}"/>`;
}

const hundredth = (value: number) => Math.round(value * 100) / 100;

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** RFC 4648, without what only one host has. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const group = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    parts.push(
      DIGITS[group >> 18]!,
      DIGITS[(group >> 12) & 63]!,
      left > 1 ? DIGITS[(group >> 6) & 63]! : "=",
      left > 2 ? DIGITS[group & 63]! : "=",
    );
  }
  return parts.join("");
}
