import { zlibSync } from "fflate";
import type { PanelGround } from "../../../core/image/panel.ts";
import { encodePng, type PngText } from "../../../core/image/png.ts";
import { draw, type Picture } from "../../../core/image/raster.ts";
import { toSvg } from "../../../core/image/svg.ts";
import { type FontFiles, outlinerOf } from "../../../core/image/typeface.ts";
import { SIDE } from "../../../core/kernel/grid.ts";
import { GroundPainter } from "../../components/fingerprint-grid/paint-ground.ts";
import { encodeGif } from "./model/gif.ts";
import type { ImageFormat } from "./model/image-settings.ts";
import type { Plan } from "./model/image-sheet.ts";
import { drawMatrixPicture, matrixSheet, matrixSvg } from "./model/matrix-picture.ts";
import { STATE_KEYWORD } from "./model/picture-state.ts";
import { posterSvg } from "./model/poster.ts";
import { setTexts } from "./set-texts.ts";
import type { Coverage } from "./text-coverage.ts";

/** All that a picture's bytes depend on; can be sent to a worker. */
export interface PictureJob {
  readonly plan: Plan;
  readonly format: ImageFormat;
  /** Pixels per cell. */
  readonly cell: number;
  /** Dots an inch; 0: not said. PNG only. */
  readonly resolution: number;
  readonly description: string;
  /** Kept inside; absent: nothing is. */
  readonly state?: string;
  /** Of all the texts of the layout; PNG only. */
  readonly texts: readonly Coverage[];
  /** The typeface of an SVG, whose letters become paths; absent: they stay texts. */
  readonly fonts?: FontFiles;
  /** Of each of the plan's frames; GIF only. */
  readonly frameTexts?: readonly (readonly Coverage[])[];
}

/** The file, a PNG, an SVG or a GIF. Cost grows with the pixels; of an SVG with the cells that are set. */
export function renderPicture(job: PictureJob): Uint8Array<ArrayBuffer> {
  if (job.format === "gif") return new Uint8Array(gifBytes(job));
  const bytes = job.format === "svg" ? svgBytes(job) : pngBytes(job);
  return new Uint8Array(bytes);
}

/** Hundredths of a second that a step stays, and the last one, before it begins again. */
const STEP_DELAY = 110;
const LAST_DELAY = 320;

function gifBytes({ plan, cell, texts, frameTexts, description }: PictureJob): Uint8Array {
  const frames = (plan.frames ?? [plan]).map((frame, index, all) => ({
    picture: drawnPicture({ plan: frame, cell, texts: frameTexts?.[index] ?? texts }),
    delay: index === all.length - 1 ? LAST_DELAY : STEP_DELAY,
  }));
  return encodeGif(frames, description);
}

function svgBytes({ plan, cell, description, state, fonts }: PictureJob): Uint8Array {
  const letters = fonts ? { outline: outlinerOf(fonts) } : {};
  if (plan.poster) {
    const said = { title: plan.label, description, ...letters };
    return new TextEncoder().encode(posterSvg(plan.poster, plan.style, said));
  }
  if (plan.matrix) {
    const said = { title: plan.label, description, ...letters };
    const sheet = matrixSheet(plan, plan.matrix);
    return new TextEncoder().encode(matrixSvg(sheet, { cell, style: plan.style }, said));
  }
  const options = {
    title: plan.label,
    description,
    ...letters,
    ...(state === undefined ? {} : { state }),
  };
  return new TextEncoder().encode(toSvg(plan.sheet, { scalar: cell, style: plan.style }, options));
}

/** Drawn as on the screen. A ground has no more pixels per side than this; a larger picture repeats them. */
const MOST_GROUND = 4096;

/** With a canvas of the browser, where there is one. */
function paintGround({ map, look }: PanelGround, side: number): Uint32Array | null {
  if (typeof OffscreenCanvas === "undefined") return null;
  const drawn = Math.min(side, MOST_GROUND);
  const view = { cell: drawn / SIDE, left: 0, top: 0, width: drawn, height: drawn };
  const pixels = new GroundPainter(map).pixels(look, view);
  if (drawn === side) return pixels;
  const at = Int32Array.from({ length: side }, (_, i) => Math.floor(((i + 0.5) * drawn) / side));
  const larger = new Uint32Array(side * side);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) larger[y * side + x] = pixels[at[y]! * drawn + at[x]!]!;
  return larger;
}

/** Its pixels, with the texts. */
export function drawnPicture({
  plan,
  cell,
  texts,
}: Pick<PictureJob, "plan" | "cell" | "texts">): Picture {
  const { sheet, style, matrix } = plan;
  const picture = matrix
    ? drawMatrixPicture(matrixSheet(plan, matrix), cell, style)
    : draw(sheet, cell, style, paintGround).picture;
  return setTexts(picture, texts, style);
}

function pngBytes({ plan, cell, resolution, description, state, texts }: PictureJob): Uint8Array {
  const { label } = plan;
  const inside: PngText[] = [
    { keyword: "Title", text: label },
    { keyword: "Description", text: description },
    { keyword: "Software", text: "Semascope" },
    ...(state === undefined ? [] : [{ keyword: STATE_KEYWORD, text: state }]),
  ];
  return encodePng(drawnPicture({ plan, cell, texts }), {
    deflate: (bytes) => zlibSync(bytes, { level: 6 }),
    form: "smallest",
    texts: inside,
    ...(resolution > 0 ? { dotsPerInch: resolution } : {}),
  });
}
