import { LIGHT_GROUND } from "../../../../core/basemap/tints.ts";
import type { Geography } from "../../../../core/basemap/types.ts";
import { panelSide, type Sheet } from "../../../../core/image/layout.ts";
import type { Panel } from "../../../../core/image/panel.ts";
import type { ImageStyle } from "../../../../core/image/style.ts";
import { CELLS } from "../../../../core/kernel/grid.ts";
import type { Fingerprint } from "../../../model/fingerprint.ts";
import { formatCount, formatSize, plural } from "../../../model/format.ts";
import { baseMapOf } from "../../../model/map/base-maps.ts";
import { groundNames } from "../../../model/map/ground-names.ts";
import { weightsOf } from "../../../model/map/labels.ts";
import { cellsIn, isHeat, type MapLayer, unionOf } from "../../../model/map/layers.ts";
import { namesFor } from "../../../model/map/picture-names.ts";
import type { MapPoints } from "../../../model/map/points.ts";
import type { Region } from "../../../model/map/region.ts";
import type { GridStyle } from "../../../model/map/style.ts";
import { drawLayer, mapPanel, pointsPanel } from "./picture-panels.ts";
import { groundLookOf, type PictureLook, styleOf } from "./picture-settings.ts";

/** What a picture can be made of. */
export interface Material {
  /** Of the map; "" where it shows nothing but itself. */
  readonly title: string;
  /** As the map draws them, lowest first; of points the cells that they lie in. */
  readonly layers: readonly MapLayer[];
  /** Drawn instead of the layers; null for none. */
  readonly points: MapPoints | null;
  /** The one fingerprint that is shown; null for none or several. */
  readonly fingerprint: Fingerprint | null;
  readonly retina: string;
  /** Name of the encoder that read the texts on the map; undefined where their words did. */
  readonly reader: string | undefined;
  readonly regions: readonly Region[];
  /** Cells selected on the map. */
  readonly chosen: readonly number[];
  /** What the ground of the map is made of; null for the map of another retina. */
  readonly geography: Geography | null;
  /** How the map is drawn on the screen. */
  readonly style: GridStyle;
}

export type PictureSubject = "map" | "fingerprint";

/** A picture before it is drawn. */
export interface Picture {
  readonly sheet: Sheet;
  readonly style: ImageStyle;
  readonly label: string;
}

/** Pixels per cell of the drawing, which is then scaled to the chosen width. */
export const CELL = 8;

/** The map as it is shown, or its fingerprint alone on a plain background. */
export function planPicture(
  material: Material,
  settings: PictureLook,
  subject: PictureSubject,
): Picture {
  const { fingerprint } = material;
  return subject === "fingerprint" && fingerprint
    ? planFingerprint(fingerprint, material, settings)
    : planMap(material, settings);
}

function planFingerprint(
  { label, positions }: Fingerprint,
  { retina, reader, style: shown }: Material,
  settings: PictureLook,
): Picture {
  const style = styleOf(settings, shown);
  const layers = [drawLayer({ label, positions, colour: "first" }, style)];
  const caption = `${formatSize(positions.length)} · ${retina}${readBy(reader)}`;
  return { sheet: sheetOf({ layers }, settings, { title: label, caption }), style, label };
}

function planMap(material: Material, settings: PictureLook): Picture {
  const { layers, points, chosen, retina, reader } = material;
  const style = styleOf(settings, material.style);
  const panel = points ? pointsPanel(points, chosen, style) : mapPanel(layers, chosen, style);
  const label = material.title === "" ? `The map of ${retina}` : material.title;
  const cells = unionOf(layers).length;
  const size = points ? plural(points.ids.length, "point") : formatSize(cells);
  // The bare map is named in its title, and the size of a heat is in its legend.
  const about = points || cells > 0 ? `${size} · ` : "";
  const caption = `${about}${retina}${readBy(reader)}`;
  const sheet = sheetOf(withMap(panel, material, { settings, style }), settings, {
    title: label,
    caption,
  });
  return { sheet, style, label };
}

/** Ends the caption of texts that an encoder has read: those read otherwise lie elsewhere. */
const readBy = (reader: string | undefined): string =>
  reader === undefined ? "" : ` · encoded by ${reader}`;

/** A picture without texts goes into a frame of somebody else's; one with texts has margins. */
const sheetOf = (
  panel: Panel,
  { hasLegend }: PictureLook,
  texts: { readonly title: string; readonly caption: string },
): Sheet => ({
  panels: [panel],
  ...(hasLegend ? texts : {}),
  hasLegend,
  hasMargin: hasLegend,
});

interface Look {
  readonly settings: PictureLook;
  readonly style: ImageStyle;
}

/** The ground under the panel, and the names of regions where no cell is set. */
function withMap(panel: Panel, material: Material, { settings, style }: Look): Panel {
  const { regions, geography, layers } = material;
  const look = geography && groundLookOf(style, material.style);
  const map = look && baseMapOf(geography);
  const ground = map ? { map, look } : undefined;
  const onGround = ground ? groundNames(geography, map, ground.look) : null;
  const weights = weightsOf(regions, layers, groundNames(geography, null, look ?? LIGHT_GROUND));
  const positions = (panel.points ? layers : panel.layers).flatMap((layer) => [...layer.positions]);
  const names = settings.hasNames
    ? namesFor(regions, panelSide(CELL, style), { positions, ground: onGround, weights })
    : undefined;
  return { ...panel, ...(ground ? { ground } : {}), ...(names ? { names } : {}) };
}

/** How much the map shows, in words. */
export function sizeOnMap(layers: readonly MapLayer[]): string {
  if (isHeat(layers))
    return `${formatCount(cellsIn(layers).length)} of ${formatCount(CELLS)} cells are coloured`;
  const set = unionOf(layers).length;
  return set === 0 ? "No cell is set" : formatSize(set);
}
