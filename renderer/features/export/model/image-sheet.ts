import { LIGHT_GROUND } from "../../../../core/basemap/tints.ts";
import type { Geography } from "../../../../core/basemap/types.ts";
import { panelSide, type Sheet } from "../../../../core/image/layout.ts";
import type { ImageStyle } from "../../../../core/image/style.ts";
import { CELLS } from "../../../../core/kernel/grid.ts";
import type { ShownMatrix } from "../../../model/export-source.ts";
import type { Fingerprint } from "../../../model/fingerprint.ts";
import { formatCount, formatSize, plural } from "../../../model/format.ts";
import { baseMapOf } from "../../../model/map/base-maps.ts";
import { groundNames } from "../../../model/map/ground-names.ts";
import { weightsOf } from "../../../model/map/labels.ts";
import { cellsIn, isHeat, type MapLayer, unionOf } from "../../../model/map/layers.ts";
import { namesFor } from "../../../model/map/picture-names.ts";
import type { MapPoints } from "../../../model/map/points.ts";
import type { Region } from "../../../model/map/region.ts";
import type { Step } from "../../../model/operation-steps.ts";
import { atlasPoster } from "./image-atlas.ts";
import {
  contactSheet,
  drawLayer,
  gutterOf,
  mapPanel,
  pointsPanel,
  readBy,
  stepsSheet,
  threePanels,
} from "./image-panels.ts";
import {
  groundLookOf,
  type ImageSettings,
  type ImageSubject,
  isBatch,
  isMoving,
  isSheet,
} from "./image-settings.ts";
import { type MatrixValues, matrixNote, matrixValues } from "./matrix-picture.ts";
import type { Poster } from "./poster.ts";

/** What a picture can be made of. */
export interface Material {
  /** Of the map. */
  readonly title: string;
  /** As the map draws them, lowest first; of points the cells that they lie in. */
  readonly layers: readonly MapLayer[];
  /** Drawn in place of the layers; null for none. */
  readonly points: MapPoints | null;
  readonly pins: readonly Fingerprint[];
  /** How what the map shows came about; none where nothing was combined. */
  readonly steps: readonly Step[];
  readonly retina: string;
  /** Name of the reader whose encoder read the texts on the map; undefined where their words did. */
  readonly reader: string | undefined;
  /** Named parts of the map. */
  readonly regions: readonly Region[];
  /** Cells chosen on the map. */
  readonly chosen: readonly number[];
  /** Terms that use each cell; null while that is not known. */
  readonly density: readonly number[] | null;
  /** What the ground of the map is made of; null for the map of another retina. */
  readonly geography: Geography | null;
  /** The square of values that is shown; null for none. */
  readonly matrix: ShownMatrix | null;
}

/** A picture before it is drawn, with what names it. */
export interface Plan {
  readonly sheet: Sheet;
  readonly style: ImageStyle;
  readonly label: string;
  /** Cells set in it, over all of its panels where these show different things. */
  readonly cells: number;
  /** Pictures that follow each other, the last of which this is; absent: it stands alone. */
  readonly frames?: readonly Plan[];
  /** Values instead of maps; the sheet brings the texts. */
  readonly matrix?: MatrixValues;
  /** A map to hang on a wall, instead of panels. */
  readonly poster?: Poster;
  /** Stands in the caption in place of the number of cells. */
  readonly note?: string;
}

/** Texts a person wrote in place of the usual ones; absent: the usual. */
export interface OwnTexts {
  readonly title?: string;
  readonly caption?: string;
}

/** Can the map be shown as three panels? Only where it shows a whole comparison. */
export const isComparison = (layers: readonly MapLayer[]): boolean =>
  ["left", "both", "right"].every((id) => layers.some((layer) => layer.id === id));

/** The one picture of the settings; of a batch, the one of its first pin. */
export function planPicture(
  material: Material,
  settings: ImageSettings,
  { style, texts = {} }: { style: ImageStyle; texts?: OwnTexts },
): Plan {
  const [first] = material.pins;
  if (isBatch(settings.what) && first) return planPin(first, settings, { style, material });
  if (isMoving(settings)) return movingPlan(material, settings, { style, texts });
  const bare = barePlan(material, settings, style);
  const usual = usualTexts(bare, material, settings);
  const map = settings.what === "map" ? { ...material, shown: material.layers } : material;
  return withMap(withTexts(bare, settings, { ...usual, ...texts }), map, settings);
}

/** The steps as pictures of one size, one after the other; the caption of each says what happens. */
function movingPlan(
  material: Material,
  settings: ImageSettings,
  { style, texts }: { style: ImageStyle; texts: OwnTexts },
): Plan {
  const title = texts.title ?? nameOfMap(material);
  const frames = material.steps.map(({ caption, layers }) => {
    const panel = { layers: layers.map((layer, i) => drawLayer(layer, style, style.marks[i])) };
    const bare = planOf(
      { panels: [panel] },
      { style, label: title, cells: unionOf(layers).length },
    );
    return withMap(withTexts(bare, settings, { title, caption }), material, settings);
  });
  const last = frames.at(-1) ?? barePlan(material, { ...settings, what: "map" }, style);
  return { ...last, frames };
}

/** A fingerprint alone, under its own name. */
export function planPin(
  pinned: Fingerprint,
  settings: ImageSettings,
  { style, material }: { readonly style: ImageStyle; readonly material: MapMaterial },
): Plan {
  const { label, positions, retina } = pinned;
  const layer = drawLayer({ label, positions, colour: "first" }, style);
  const bare = planOf({ panels: [{ layers: [layer] }] }, { style, label, cells: positions.length });
  const caption = `${formatSize(positions.length)} · ${retina.name}${readBy(retina.readBy)}`;
  return withMap(withTexts(bare, settings, { title: label, caption }), material, settings);
}

interface MapMaterial extends Pick<Material, "regions" | "geography"> {
  /** What the one panel shows: the names of a heat lie where it is warm. */
  readonly shown?: readonly MapLayer[];
}

/** The ground under every panel, and the names of the map's parts where no cell is set. */
function withMap(plan: Plan, material: MapMaterial, settings: ImageSettings): Plan {
  const { regions, geography, shown = [] } = material;
  if (plan.note !== undefined) return plan;
  const { style } = plan;
  const look = geography && groundLookOf(settings, style);
  const map = look && baseMapOf(geography);
  const ground = map ? { map, look } : undefined;
  const onGround =
    ground && style.marks.length === 0 ? groundNames(geography, map, ground.look) : null;
  const weights = weightsOf(regions, shown, groundNames(geography, null, look ?? LIGHT_GROUND));
  const panels = plan.sheet.panels.map((panel) => {
    const occupied = panel.points ? shown : panel.layers;
    const positions = occupied.flatMap((layer) => [...layer.positions]);
    const names = settings.hasNames
      ? namesFor(regions, panelSide(settings.cell, style), { positions, ground: onGround, weights })
      : undefined;
    return { ...panel, ...(ground ? { ground } : {}), ...(names ? { names } : {}) };
  });
  return { ...plan, sheet: { ...plan.sheet, panels } };
}

const nameOfMap = ({ title, retina }: Material): string => title || `The map of ${retina}`;

const planOf = (sheet: Sheet, rest: Omit<Plan, "sheet">): Plan => ({ sheet, ...rest });

function barePlan(material: Material, settings: ImageSettings, style: ImageStyle): Plan {
  const { layers, points, pins, chosen, steps, matrix } = material;
  const onMap = { style, label: nameOfMap(material), cells: unionOf(layers).length };
  switch (settings.what) {
    case "panels":
      return planOf({ panels: threePanels(layers, style), gutter: gutterOf(settings) }, onMap);
    case "matrix":
      return matrix ? matrixPlan(matrix, style) : planOf({ panels: [] }, onMap);
    case "atlas":
      return atlasPlan(material, settings, style);
    case "steps":
      return planOf(stepsSheet(steps, settings, style), onMap);
    case "sheet":
      return planOf(contactSheet(pins, settings, style), ofPins(pins, style));
    default: {
      const bright = settings.dimsOthers ? chosen : [];
      const panel = points ? pointsPanel(points, bright, style) : mapPanel(layers, bright, style);
      return planOf({ panels: [panel] }, onMap);
    }
  }
}

const matrixPlan = (matrix: ShownMatrix, style: ImageStyle): Plan => ({
  ...planOf({ panels: [] }, { style, label: matrix.label, cells: matrix.names.length ** 2 }),
  matrix: matrixValues(matrix),
  note: matrixNote(matrix),
});

function atlasPlan(material: Material, settings: ImageSettings, style: ImageStyle): Plan {
  const { retina, regions, geography, density } = material;
  const bare = planOf({ panels: [] }, { style, label: `The map of ${retina}`, cells: CELLS });
  if (!geography || density === null) return bare;
  const look = groundLookOf({ ...settings, hasGround: true }, style) ?? LIGHT_GROUND;
  const poster = atlasPoster({ retina, regions, geography, paper: settings.paperSize, look });
  return { ...bare, poster, note: poster.facts };
}

function ofPins(pins: readonly Fingerprint[], style: ImageStyle) {
  const cells = new Set(pins.flatMap(({ positions }) => positions)).size;
  const names = pins.map(({ label }) => label);
  const label = names.length <= 3 ? names.join(", ") : plural(names.length, "fingerprint");
  return { style, label, cells };
}

/** How much the map shows, in words. */
export function sizeOnMap(layers: readonly MapLayer[]): string {
  if (isHeat(layers))
    return `${formatCount(cellsIn(layers).length)} of ${formatCount(CELLS)} cells are coloured`;
  const set = unionOf(layers).length;
  return set === 0 ? "No cell is set" : formatSize(set);
}

function usualTexts(
  { label, cells, note, poster }: Plan,
  { retina, reader, points }: Material,
  { what }: ImageSettings,
) {
  if (poster) return { title: poster.title, caption: poster.facts };
  const isOfPoints = what === "map" && points !== null;
  const told = note ?? (isOfPoints ? plural(points.ids.length, "point") : formatSize(cells));
  // The bare map is named in its title; a heat has no cells that are set, but somebody read its rows.
  if (what === "map" && cells === 0 && !isOfPoints)
    return { title: label, caption: `${retina}${readBy(reader)}` };
  if (isSheet(what)) return { title: label, caption: retina };
  return { title: label, caption: `${told} · ${retina}${readBy(reader)}` };
}

/** The texts that stand in the boxes of the dialog while nothing else was written there. */
export const textsOf = (material: Material, settings: ImageSettings, style: ImageStyle) => {
  const plan = planPicture(material, { ...settings, hasTitle: true, hasCaption: true }, { style });
  return { title: plan.sheet.title ?? "", caption: plan.sheet.caption ?? "" };
};

/** In a contact sheet every picture has its caption, and all have one colour. */
export const hasUseOfLegend = (what: ImageSubject): boolean => !isSheet(what);

function withTexts(
  plan: Plan,
  { what, hasTitle, hasCaption, hasLegend }: ImageSettings,
  { title, caption }: Required<OwnTexts>,
): Plan {
  const sheet: Sheet = {
    ...plan.sheet,
    ...(hasTitle && title.trim() !== "" ? { title: title.trim() } : {}),
    ...(hasCaption && caption.trim() !== "" ? { caption: caption.trim() } : {}),
    hasLegend: hasLegend && hasUseOfLegend(what),
    // A bare picture goes into a frame of somebody else's; one with texts stands by itself.
    hasMargin: hasTitle || hasCaption || (hasLegend && hasUseOfLegend(what)),
  };
  const { poster } = plan;
  if (!poster) return { ...plan, sheet };
  return {
    ...plan,
    sheet,
    poster: { ...poster, title: sheet.title ?? "", facts: sheet.caption ?? "" },
  };
}
