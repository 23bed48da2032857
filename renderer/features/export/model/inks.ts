import { DISTINCT, type ImageStyle } from "../../../../core/image/style.ts";
import { type ColourName, HUES, type MapLayer } from "../../../model/map/layers.ts";
import type { PointClass } from "../../../model/map/points.ts";

const GREY = "#8a8a8a";
const ROLES: readonly ColourName[] = ["first", "second", "shared"];

/** The colour of a layer in a picture: by its meaning on the map, in the picture's own style. */
export function inkOf(
  { colour, opacity = 1 }: Pick<MapLayer, "colour" | "opacity">,
  style: ImageStyle,
) {
  return mix(style.background ?? "#ffffff", fullInk(colour, style), opacity);
}

/** The colour of points of a kind, which may lie between two. */
export function pointInk(
  { colour, towards }: PointClass,
  style: ImageStyle,
  strength: number,
): string {
  const own = fullInk(colour, style);
  const ink = towards ? mix(own, fullInk(towards.colour, style), towards.share) : own;
  return mix(style.background ?? "#ffffff", ink, strength);
}

function fullInk(colour: ColourName, style: ImageStyle): string {
  if (new Set(style.colors).size === 1) return style.ink;
  const role = ROLES.indexOf(colour);
  if (role >= 0) return style.colors[role] ?? style.ink;
  const hue = DISTINCT[HUES.indexOf(colour as (typeof HUES)[number])] ?? GREY;
  if (hue === "#000000") return style.ink;
  return isDark(style) ? mix(hue, "#ffffff", 0.3) : hue;
}

const isDark = ({ background }: ImageStyle): boolean =>
  background !== null && channels(background).reduce((sum, value) => sum + value, 0) < 384;

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** `over` laid on `under`, both `#rrggbb`; `share` 0 to 1. */
function mix(under: string, over: string, share: number): string {
  const below = channels(under);
  const mixed = channels(over).map((value, i) =>
    Math.round(below[i]! + (value - below[i]!) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
