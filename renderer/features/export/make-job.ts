import { layOut } from "../../../core/image/layout.ts";
import { describeSheet } from "../../../core/image/svg.ts";
import type { RetinaStamp } from "../../../core/workspace/cells.ts";
import { clustersOf, summarise } from "../../components/fingerprint-grid/summary.ts";
import { loadFonts } from "../../components/printed-page/load-fonts.ts";
import { type Fingerprint, makeFingerprint } from "../../model/fingerprint.ts";
import { type MapLayer, unionOf } from "../../model/map/layers.ts";
import type { MapContent } from "../../model/map-content.ts";
import {
  drawnCell,
  type ImageSettings,
  isBatch,
  isSheet,
  isWithoutState,
} from "./model/image-settings.ts";
import { type Material, type Plan, sizeOnMap } from "./model/image-sheet.ts";
import type { MatrixLayout } from "./model/matrix-picture.ts";
import { describeMatrix, matrixLayout } from "./model/matrix-picture.ts";
import { type PictureState, stateText } from "./model/picture-state.ts";
import type { PictureJob } from "./picture-job.ts";
import { coverText, loadTypeface } from "./text-coverage.ts";

/** All of a picture but its texts, which need a canvas. */
export type PictureDraft = Omit<PictureJob, "texts">;

export interface DraftParts {
  readonly description: string;
  readonly fingerprints: readonly Fingerprint[];
  /** Are they the two sides of a comparison? */
  readonly isComparison?: boolean;
  /** Cells chosen on the map, where it shows them. */
  readonly chosen?: readonly number[];
}

export function draftOf(plan: Plan, settings: ImageSettings, parts: DraftParts): PictureDraft {
  const { format, resolution, carriesState } = settings;
  const { description, fingerprints, isComparison = false, chosen = [] } = parts;
  const state: PictureState = { label: plan.label, fingerprints, settings, isComparison, chosen };
  const carries = carriesState && canCarry(settings) && fingerprints.length > 0;
  return {
    plan,
    format,
    cell: drawnCell(settings),
    resolution,
    description,
    ...(carries ? { state: stateText(state) } : {}),
  };
}

/** Is there something to reopen, and has the format room for it? */
export const canCarry = ({ format, what }: Pick<ImageSettings, "format" | "what">): boolean =>
  (format === "png" || format === "svg") && !isWithoutState(what);

/** Draws the texts of a PNG; an SVG brings its own. */
export async function withTexts(draft: PictureDraft): Promise<PictureJob> {
  if (isOfVectors(draft)) return { ...draft, texts: [], ...(await fontsIn(draft)) };
  await loadTypeface();
  const frames = draft.format === "gif" ? draft.plan.frames : undefined;
  return {
    ...draft,
    texts: textsIn(draft.plan, draft.cell),
    ...(frames ? { frameTexts: frames.map((frame) => textsIn(frame, draft.cell)) } : {}),
  };
}

/** Is it drawn as an SVG, whatever becomes of that? */
export const isOfVectors = ({ format, plan }: Pick<PictureDraft, "format" | "plan">): boolean =>
  format === "svg" || format === "pdf" || plan.poster !== undefined;

/** Without them, as when the host is gone, letters stay texts. */
async function fontsIn({ plan, cell }: PictureDraft): Promise<Pick<PictureJob, "fonts">> {
  const lines = plan.poster ? plan.poster.names : textLines(plan, cell).map(({ line }) => line);
  const text = [plan.label, plan.note, ...lines.map((each) => each.text)].join(" ");
  const fonts = await loadFonts(text).catch(() => null);
  return fonts ? { fonts } : {};
}

const textsIn = (plan: Plan, cell: number) =>
  textLines(plan, cell)
    .map(({ line, room }) => coverText(line, room))
    .filter((text) => text !== null);

/** What a picture of the map carries: its fingerprint, or each side or layer; of another retina's map, nothing. */
export function fingerprintsOnMap(content: MapContent, retina: RetinaStamp | null): Fingerprint[] {
  if (content.foreign) return [];
  if (content.fingerprint) return [content.fingerprint];
  if (content.sides) return [...content.sides];
  if (!retina) return [];
  const { layers } = content;
  const both = layers.find(({ id }) => id === "both");
  return layers
    .filter((layer) => layer !== both && !layer.isOutside && layer.positions.length > 0)
    .map((layer) => {
      const positions = unionOf(both ? [layer, both] : [layer]);
      const label = both ? layer.label.replace(/^Only /, "") : layer.label;
      return makeFingerprint({ label, positions, source: { positions }, retina });
    });
}

const MOST_TOLD = 60;

/** The largest places, as they are named in the picture. */
function describeAtlas({ label, poster, note }: Plan): string {
  const names = poster?.names.slice(0, MOST_TOLD).map(({ text }) => text) ?? [];
  return `${label}. ${note}. Places: ${names.join(", ")}.`;
}

/** What can be seen of the map where no fingerprint is: its places, and how much of it a heat colours. */
function describeBareMap({ label, sheet }: Plan, layers: readonly MapLayer[]): string {
  const names = sheet.panels.flatMap(({ names = [] }) => names).slice(0, MOST_TOLD);
  const places = names.length > 0 ? ` Places: ${names.map(({ text }) => text).join(", ")}.` : "";
  return `${label}. ${sizeOnMap(layers)}.${places}`;
}

type NameAt = (position: number) => string;

/** The picture in words: for screen readers, and written into the file. */
export function describePlan(
  plan: Plan,
  { what }: ImageSettings,
  { layers, steps }: Material,
  nameAt: NameAt,
): string {
  if (plan.matrix) return `${plan.label}: ${describeMatrix(plan.matrix)}`;
  if (what === "atlas") return describeAtlas(plan);
  if (what === "steps") return `${plan.label}: ${steps.map(({ caption }) => caption).join("; ")}.`;
  if (isSheet(what)) return describeSheet(plan.sheet);
  if (what === "map" && plan.cells === 0) return describeBareMap(plan, layers);
  const set = isBatch(what) ? (plan.sheet.panels[0]?.layers[0]?.positions ?? []) : unionOf(layers);
  return `${plan.label}: ${summarise(plan.cells, clustersOf(set, nameAt))}`;
}

/** Every line of text a PNG has room for. */
function textLines(plan: Plan, cell: number) {
  if (plan.matrix) return matrixLines(matrixLayout(plan, plan.matrix, cell));
  const { sheet, style } = plan;
  const { texts, legend, width, panels } = layOut(sheet, cell, style);
  const rooms = texts.map((line) => {
    const panel = panels.find(({ x, width: side }) => line.x >= x && line.x < x + side);
    return line.role === "panel" && panel ? panel.x + panel.width : width;
  });
  return [
    ...texts.map((line, index) => ({ line, room: rooms[index]! })),
    ...legend.map((line) => ({ line, room: width })),
  ];
}

/** Names end where the cells begin; upright ones have as much room above the cells. */
const matrixLines = ({ texts, field, width }: MatrixLayout) =>
  texts.map((line) => ({ line, room: line.role === "panel" && !line.isUpright ? field.x : width }));
