import { panelSide } from "../../../../core/image/layout.ts";
import { IMAGE_PRESETS, SERVICE } from "../../../../core/image/style.ts";
import { toSvg } from "../../../../core/image/svg.ts";
import { namesFor } from "../../../model/map/picture-names.ts";
import type { CardFacts } from "./card-facts.ts";

/** Pixels per cell. */
const SCALAR = 3;
const STYLE = { ...(IMAGE_PRESETS.Light ?? SERVICE), background: "#ffffff" };

/** Width and height of the picture, in pixels. */
export const PICTURE_SIDE = panelSide(SCALAR, STYLE);

/** The filter's fingerprint as the picture export draws it, with the names of the map's regions. */
export function cardPicture({ name, positions, mapRegions }: CardFacts): string {
  const layers = [{ label: name, positions: Uint16Array.from(positions) }];
  const names = namesFor(mapRegions, PICTURE_SIDE);
  return toSvg({ panels: [{ layers, names }] }, { scalar: SCALAR, style: STYLE }, { title: name });
}
