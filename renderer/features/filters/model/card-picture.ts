import { panelSide } from "../../../../core/image/layout.ts";
import { IMAGE_PRESETS, SERVICE } from "../../../../core/image/style.ts";
import { type Outliner, toSvg } from "../../../../core/image/svg.ts";
import { namesFor } from "../../../model/map/picture-names.ts";
import type { Region } from "../../../model/map/region.ts";

/** Pixels per cell. */
const SCALAR = 3;
const STYLE = { ...(IMAGE_PRESETS.Light ?? SERVICE), background: "#ffffff" };

/** Width and height of the picture, in pixels. */
const PICTURE_SIDE = panelSide(SCALAR, STYLE);

interface Pictured {
  readonly name: string;
  readonly positions: readonly number[];
  /** Of the map, whose names are drawn. */
  readonly regions: readonly Region[];
  readonly outline: Outliner | undefined;
}

/** The filter's fingerprint as the picture export draws it, with the names of the map's regions. */
export function cardPicture({ name, positions, regions, outline }: Pictured): string {
  const layers = [{ label: name, positions: Uint16Array.from(positions) }];
  const names = namesFor(regions, PICTURE_SIDE);
  const sheet = { panels: [{ layers, names }] };
  return toSvg(
    sheet,
    { scalar: SCALAR, style: STYLE },
    {
      title: name,
      ...(outline && { outline }),
    },
  );
}
