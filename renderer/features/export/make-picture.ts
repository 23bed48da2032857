import latin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { annotatePng } from "../../../core/image/png.ts";
import { toSvg } from "../../../core/image/svg.ts";
import { printPage } from "../../components/printed-page/print-page.ts";
import { safeFileName } from "../../model/file-name.ts";
import { bitmapPixels, cssPixels, type PictureSettings } from "./model/picture-settings.ts";
import { CELL, type Picture } from "./model/picture-sheet.ts";

/** A picture as SVG, in the pixels that it was laid out in. */
export interface Drawing {
  readonly svg: string;
  /** Height for each pixel of width. */
  readonly ratio: number;
  readonly label: string;
  /** The picture in words. */
  readonly description: string;
}

const SIZE = / width="(\d+)" height="(\d+)"/;

export function drawPicture({ sheet, style, label }: Picture, description: string): Drawing {
  const svg = toSvg(sheet, { scalar: CELL, style }, { title: label, description });
  const [, width, height] = SIZE.exec(svg) ?? [];
  return { svg, ratio: Number(height) / Number(width), label, description };
}

type Wanted = Pick<PictureSettings, "format" | "width" | "unit">;

/** The SVG in the chosen size, with the typeface that its texts are set in. */
export async function svgOf(drawing: Drawing, { width, unit }: Omit<Wanted, "format">) {
  const height = Math.round(width * drawing.ratio * 100) / 100;
  const [across, down] =
    unit === "px" ? [width, Math.round(height)] : [`${width}mm`, `${height}mm`];
  // Rounded sides have hardly other proportions than the drawing, and no edge may stay half empty.
  const size = ` width="${across}" height="${down}" preserveAspectRatio="none"`;
  return (await withTypeface(drawing.svg)).replace(SIZE, size);
}

let typeface: Promise<string> | undefined;

/** A file of its own finds no typeface of the page; letters that are not Latin are set in one of the machine. */
async function withTypeface(svg: string): Promise<string> {
  // What failed may be there the next time; until then texts are set in a typeface of the machine.
  typeface ??= loadTypeface().catch(() => {
    typeface = undefined;
    return "";
  });
  return svg.replace(/<svg[^>]*>/, `$&${await typeface}`);
}

async function loadTypeface(): Promise<string> {
  const answer = await fetch(latin);
  if (!answer.ok) throw new Error(`The typeface did not load: status ${answer.status}.`);
  const file = await addressOf(await answer.blob());
  return `<style>@font-face{font-family:Inter;font-weight:100 900;src:url(${file})}</style>`;
}

/** The content of a file as an address. */
export const addressOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** Common programs refuse longer sides, and browsers draw no more pixels. */
const MOST_SIDE = 16_000;
const MOST_PIXELS = 120_000_000;

/** Why a bitmap cannot be made, before it is drawn; null when it can. */
export function refusalOf({ ratio }: Pick<Drawing, "ratio">, wanted: Wanted): string | null {
  if (wanted.format !== "png") return null;
  const width = bitmapPixels(wanted);
  const height = Math.round(width * ratio);
  const isTooLarge = Math.max(width, height) > MOST_SIDE || width * height > MOST_PIXELS;
  return isTooLarge
    ? `${width} × ${height} pixels are too many for a PNG. Choose a smaller width, or SVG.`
    : null;
}

const PRINT_DOTS = 300;

/** The picture as a PNG that says what it shows. @throws Error where this browser cannot draw as many pixels */
export async function pngOf(drawing: Drawing, wanted: Omit<Wanted, "format">): Promise<Blob> {
  const width = bitmapPixels(wanted);
  const height = Math.round(width * drawing.ratio);
  const svg = await svgOf(drawing, { width, unit: "px" });
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (!context)
      throw new Error(`${width} × ${height} pixels are more than this browser can draw.`);
    context.drawImage(image, 0, 0, width, height);
    const plain = await canvas.convertToBlob({ type: "image/png" });
    const png = annotatePng(new Uint8Array(await plain.arrayBuffer()), {
      texts: [
        { keyword: "Title", text: drawing.label },
        { keyword: "Description", text: drawing.description },
        { keyword: "Software", text: "Semascope" },
      ],
      ...(wanted.unit === "mm" ? { dotsPerInch: PRINT_DOTS } : {}),
    });
    return new Blob([png], { type: "image/png" });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Prints the picture on a sheet of its own size, or saves that as PDF. */
export function printPicture(drawing: Drawing, wanted: Omit<Wanted, "format">): Promise<void> {
  const width = cssPixels(wanted);
  const height = Math.ceil(width * drawing.ratio);
  return printPage({
    file: fileNameOf(drawing, "pdf"),
    size: `${width}px ${height}px`,
    margin: "0",
    body: `<div class="picture">${drawing.svg.replace(SIZE, ` width="${width}" height="${height}"`)}</div>`,
  });
}

/** A hyphen that only looks like one cannot be typed again, and some programs garble it. */
export const fileNameOf = (
  { label }: Pick<Drawing, "label">,
  ending: PictureSettings["format"],
): string => safeFileName(`${label.replaceAll(/[\u2010-\u2015\u2212]/g, "-").trim()}.${ending}`);
