import { layOut } from "../../../../core/image/layout.ts";
import type { Panel } from "../../../../core/image/panel.ts";
import type { ImageStyle } from "../../../../core/image/style.ts";
import { formatCount, plural } from "../../../model/format.ts";
import { CELL_SIZES, drawnCell, type ImageFormat } from "./image-settings.ts";
import type { Plan } from "./image-sheet.ts";
import { matrixCautions, matrixLayout } from "./matrix-picture.ts";
import { PAPERS } from "./poster.ts";

/** A bitmap takes a byte a pixel while it is written, four while it is looked at. */
const MOST_PIXELS = 80_000_000;
/** Above these a side, common programs or the format itself refuse a bitmap. */
const LONGEST_SIDE = { png: 32_767, webp: 16_383, jpeg: 16_383, gif: 16_383 } as const;
/** Above this drawing programs become slow at vectors. */
const MOST_VECTOR_CELLS = 400_000;

export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Dots per inch of a poster as a bitmap where nothing else was chosen: read from arm's length. */
export const POSTER_DOTS = 150;
const MILLIMETRES_PER_INCH = 25.4;

export function extentOf(plan: Plan, cell: number, resolution = 0): Extent {
  if (plan.matrix) return matrixLayout(plan, plan.matrix, cell);
  if (!plan.poster) return layOut(plan.sheet, cell, plan.style);
  const { width, height } = PAPERS[plan.poster.paper];
  const dots = (resolution || POSTER_DOTS) / MILLIMETRES_PER_INCH;
  return { width: Math.round(width * dots), height: Math.round(height * dots) };
}

const fits = (
  { width, height }: Extent,
  { longest, frames }: { longest: number; frames: number },
) => width * height * frames <= MOST_PIXELS && Math.max(width, height) <= longest;

export interface Refusal {
  readonly reason: string;
  /** The largest cell size that works, as it is asked for; 0 when none does. */
  readonly cell: number;
}

/** Why a picture cannot be made, said before it is drawn; null when it can. */
export function refusalOf(
  plan: Plan,
  cell: number,
  { format, resolution }: { readonly format: ImageFormat; readonly resolution: number },
): Refusal | null {
  if (format === "svg" || format === "pdf") return null;
  const extentAt = (asked: number) =>
    extentOf(plan, drawnCell({ cell: asked, format, resolution }), resolution);
  const extent = extentAt(cell);
  const frames = plan.frames?.length ?? 1;
  const longest = LONGEST_SIDE[format];
  const most = { longest, frames };
  if (fits(extent, most)) return null;
  let smaller = cell - 1;
  while (!plan.poster && smaller >= CELL_SIZES.least && !fits(extentAt(smaller), most)) smaller--;
  const times = frames > 1 ? `${frames} times ` : "";
  const size = `${times}${formatCount(extent.width)} × ${formatCount(extent.height)} pixels`;
  const limit = `${formatCount(MOST_PIXELS / 1e6)} million pixels and ${formatCount(longest)} per side`;
  return {
    reason: `${size} are more than a bitmap may have here: ${limit}.`,
    cell: plan.poster ? 0 : smaller,
  };
}

/** What a person should know about the picture; none of it stops the export. */
export function cautionsOf(plan: Plan, cell: number, format: ImageFormat): string[] {
  return [
    ...(plan.matrix ? matrixCautions(cell) : []),
    ...(plan.matrix || plan.poster ? [] : cellCautions(plan, cell, format)),
    ...formatCautions(plan, format),
  ];
}

function cellCautions({ sheet, style }: Plan, cell: number, format: ImageFormat): string[] {
  const cautions: string[] = [];
  const layers = Math.max(0, ...sheet.panels.map((panel) => panel.layers.length));
  const drawn = sheet.panels
    .flatMap((panel) => panel.layers)
    .map((layer) => layer.positions.length);
  const total = drawn.reduce((sum, count) => sum + count, 0);
  if (total === 0 && sheet.panels.every(({ points }) => points === undefined))
    cautions.push(`No cell is set: ${bareWords(sheet.panels)}.`);
  const covered = Math.max(0, ...sheet.panels.map(coveredCells));
  if (covered > 0)
    cautions.push(
      `${plural(covered, "cell")} ${covered === 1 ? "is" : "are"} shared by layers and shown in the colour of the upper one.`,
    );
  if (style.marks.length > 0 && layers > style.marks.length)
    cautions.push(
      `In black, ${plural(style.marks.length, "layer")} can be told apart; here are ${layers}.`,
    );
  if (style.marks.length > 0 && layers > 1 && cell < 3)
    cautions.push("Marks need cells of at least 3 pixels; below, all layers look alike.");
  if (style.marks.length === 0 && layers > 8)
    cautions.push(`Eight colours can be told apart; the others of the ${layers} are grey.`);
  if (style.shape !== "square" && cell < 3) cautions.push("Below 3 pixels every cell is a square.");
  if (
    format === "svg" &&
    vectorCells(sheet.panels.length, total, { style, cell }) > MOST_VECTOR_CELLS
  )
    cautions.push("So many cells make drawing programs slow; a bitmap is the better choice.");
  return cautions;
}

/** What there is to see where no cell is set. */
function bareWords(panels: readonly Panel[]): string {
  const ground = panels.some((panel) => panel.ground !== undefined) ? ["tints and terrain"] : [];
  const names = panels.some((panel) => panel.names?.length) ? ["names of regions"] : [];
  const parts = [...ground, ...names];
  return parts.length === 0
    ? "the picture is an empty frame"
    : `the picture shows the map itself, with its ${parts.join(" and ")}`;
}

function formatCautions({ style }: Plan, format: ImageFormat): string[] {
  const isOpen = style.background === null;
  if (format === "jpeg")
    return [
      isOpen
        ? "JPEG has no transparency and blurs edges a little: the background becomes white."
        : "JPEG blurs edges a little; PNG and WebP keep every pixel.",
    ];
  return format === "gif" && isOpen
    ? [
        "Pixels of a GIF are either opaque or transparent: on a transparent background, round edges are rough.",
      ]
    : [];
}

const coveredCells = ({ layers, isBanded }: Panel): number => {
  if (isBanded) return 0;
  const seen = new Set<number>();
  const covered = new Set<number>();
  for (const { positions } of layers)
    for (const position of positions) (seen.has(position) ? covered : seen).add(position);
  return covered.size;
};

const vectorCells = (
  panels: number,
  set: number,
  { style, cell }: { readonly style: ImageStyle; readonly cell: number },
) => set + (style.emptyDots && cell >= 4 ? panels * 16_384 : 0);
