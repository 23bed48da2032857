import { fromByteArray } from "./base64.ts";
import { pathOf } from "./paths.ts";
import { reliefPng } from "./relief-image.ts";
import type { GroundInks, Ink } from "./tints.ts";
import type { Area, BaseMap } from "./types.ts";

/** Where a ground goes, and how finely it is divided. */
export interface GroundPlace {
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
  const width = (cells: number) => round(cells * frame.scale);
  const [widest = [], ...inner] = map.levels.slice(0, levels);
  const idOf = (area: Area) => `${name}-${area.id}`;
  const shapeOf = (area: Area) => pathOf(area.rings, frame);
  const strokes = (ids: readonly string[], { colour, opacity }: Ink, cells: number) =>
    opacity === 0
      ? ""
      : `<g fill="none" stroke="${colour}" stroke-opacity="${round(opacity)}" stroke-width="${width(cells)}">${ids.map(use).join("")}</g>`;
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
  const light = fromByteArray(reliefPng(map.relief, inks));
  return `<image x="${x}" y="${y}" width="${side}" height="${side}" preserveAspectRatio="none" href="data:image/png;base64,${light}"/>`;
}

const round = (value: number) => Math.round(value * 100) / 100;
