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
  /** Different for each ground in one file. */
  readonly name: string;
}

/** Widths in cells. */
export const BORDER = 0.16;
export const INNER_BORDER = 0.1;
export const CONTOUR = 0.07;
export const EDGE = 1.5;
/** Covers the places where three regions meet, which none of them reaches quite. */
export const OVERLAP = 1;

/** The ground as parts of an SVG: one path for each region, the light as a small picture inside. */
export function groundSvg(map: BaseMap, inks: GroundInks, place: GroundPlace): string {
  const { x, y, side, levels, name } = place;
  const scale = side / 128;
  const path = ({ rings }: Area) => pathOf(rings, { scale, x, y });
  const width = (cells: number) => round(cells * scale);
  const [widest = [], ...inner] = map.levels.slice(0, levels);
  const fills = widest.map((area) => {
    const d = path(area);
    return { area, d, tint: inks.tint(area) };
  });
  const families = fills.map(({ area, d }) => {
    const children = inner.flatMap((areas) => areas.filter(({ top }) => top === area.id));
    return [
      `<g clip-path="url(#${name}-${area.id})">`,
      ...children.map((child) => `<path fill="${inks.tint(child)}" d="${path(child)}"/>`),
      ...strokes(
        children.filter(({ tones }) => tones.length === 1).map(path),
        inks.innerBorder,
        width(INNER_BORDER),
      ),
      ...strokes([d], inks.edge(area), width(EDGE)),
      "</g>",
    ].join("\n");
  });
  const clips = fills.map(
    ({ area, d }) =>
      `<clipPath id="${name}-${area.id}"><path clip-rule="evenodd" d="${d}"/></clipPath>`,
  );
  const light = fromByteArray(reliefPng(map.relief, inks));
  return [
    `<defs><clipPath id="${name}"><rect x="${x}" y="${y}" width="${side}" height="${side}"/></clipPath>${clips.join("")}</defs>`,
    `<g clip-path="url(#${name})" fill-rule="evenodd" stroke-linejoin="round">`,
    ...fills.map(
      ({ d, tint }) =>
        `<path fill="${tint}" stroke="${tint}" stroke-width="${width(OVERLAP)}" d="${d}"/>`,
    ),
    ...fills.map(({ d, tint }) => `<path fill="${tint}" d="${d}"/>`),
    ...families,
    `<image x="${x}" y="${y}" width="${side}" height="${side}" preserveAspectRatio="none" href="data:image/png;base64,${light}"/>`,
    ...strokes(
      map.contours.map((rings) => pathOf(rings, { scale, x, y })),
      inks.contour,
      width(CONTOUR),
    ),
    ...strokes(
      fills.map(({ d }) => d),
      inks.border,
      width(BORDER),
    ),
    "</g>",
  ].join("\n");
}

const strokes = (paths: readonly string[], { colour, opacity }: Ink, width: number): string[] =>
  (opacity === 0 ? [] : paths).map(
    (d) =>
      `<path fill="none" stroke="${colour}" stroke-opacity="${round(opacity)}" stroke-width="${width}" d="${d}"/>`,
  );

const round = (value: number) => Math.round(value * 100) / 100;
