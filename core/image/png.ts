import { crc32 } from "../kernel/hash.ts";
import type { Rgba } from "./color.ts";
import type { Picture } from "./raster.ts";

/** Makes a zlib stream of bytes. Passed in, as each host has its own. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

/** A text inside the file, by keyword: `Title`, `Description`. */
export interface PngText {
  /** 1 to 79 printable ASCII characters. */
  readonly keyword: string;
  readonly text: string;
}

interface PngOptions {
  readonly deflate: Deflate;
  /** `rgba`: four bytes per pixel, as the service answers. `smallest`: indexed colours where 256 are enough. */
  readonly form?: "rgba" | "smallest";
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const UP = 2;
const MOST_INDEXED = 256;
const INCHES_PER_METRE = 39.3701;

/** A PNG file, 8 bits per channel, not interlaced. The same picture and deflate give the same bytes. */
export function encodePng(picture: Picture, { deflate, form = "rgba" }: PngOptions): Uint8Array {
  const isIndexed = form === "smallest" && picture.palette.length <= MOST_INDEXED;
  const { palette } = picture;
  return concat([
    SIGNATURE,
    chunk("IHDR", header(picture, isIndexed)),
    ...(isIndexed ? [chunk("PLTE", colorTable(palette)), chunk("tRNS", opacities(palette))] : []),
    chunk("IDAT", deflate(isIndexed ? scanlines(picture, INDEXED) : scanlines(picture, RGBA))),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

interface PngFacts {
  readonly texts: readonly PngText[];
  /** Resolution for print; absent: the file does not state it. */
  readonly dotsPerInch?: number;
}

/** Signature and header, after which other chunks begin. */
const HEADER_END = SIGNATURE.length + 25;

/** A PNG with texts, and with its resolution, which it must not state yet. */
export function annotatePng(
  png: Uint8Array,
  { texts, dotsPerInch }: PngFacts,
): Uint8Array<ArrayBuffer> {
  return concat([
    png.subarray(0, HEADER_END),
    ...(dotsPerInch === undefined ? [] : [chunk("pHYs", resolution(dotsPerInch))]),
    ...texts.map(textChunk),
    png.subarray(HEADER_END),
  ]);
}

function header({ width, height }: Picture, isIndexed: boolean): Uint8Array {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  view.setUint8(8, 8);
  view.setUint8(9, isIndexed ? 3 : 6);
  return bytes;
}

function resolution(dotsPerInch: number): Uint8Array {
  const bytes = new Uint8Array(9);
  const view = new DataView(bytes.buffer);
  const perMetre = Math.round(dotsPerInch * INCHES_PER_METRE);
  view.setUint32(0, perMetre);
  view.setUint32(4, perMetre);
  view.setUint8(8, 1);
  return bytes;
}

const colorTable = (palette: readonly Rgba[]) =>
  Uint8Array.from(palette.flatMap((color) => color.slice(0, 3)));
const opacities = (palette: readonly Rgba[]) => Uint8Array.from(palette, (color) => color[3]);

/** How a pixel is written: its bytes in the old and in the new row, and their difference. */
interface Form {
  readonly bytes: number;
  bytesOf(palette: readonly Rgba[], index: number): ArrayLike<number>;
}
const RGBA: Form = { bytes: 4, bytesOf: (palette, index) => palette[index]! };
const INDEXED: Form = { bytes: 1, bytesOf: (_palette, index) => [index] };

/**
 * The rows as PNG filters them: as differences to the row above where most pixels are the same. Bytes that are
 * zero are never written, so most of the memory of a large picture is never touched.
 */
function scanlines({ width, height, palette, paintRow }: Picture, form: Form): Uint8Array {
  const stride = 1 + form.bytes * width;
  const bytes = new Uint8Array(stride * height);
  const table = palette.map((_, index) => form.bytesOf(palette, index));
  let above = new Uint16Array(width);
  let row = new Uint16Array(width);
  for (let y = 0; y < height; y++) {
    paintRow(y, row);
    const target = bytes.subarray(y * stride, (y + 1) * stride);
    if (y > 0 && isMostlySame(row, above)) writeDifference(target, { row, above, table });
    else writePlain(target, row, table);
    [above, row] = [row, above];
  }
  return bytes;
}

function isMostlySame(row: Uint16Array, above: Uint16Array): boolean {
  const most = row.length >> 5;
  let differing = 0;
  for (let x = 0; x < row.length && differing <= most; x++) if (row[x] !== above[x]) differing++;
  return differing <= most;
}

type ByteTable = readonly ArrayLike<number>[];

function writePlain(target: Uint8Array, row: Uint16Array, table: ByteTable): void {
  let at = 1;
  for (const index of row) {
    const pixel = table[index]!;
    for (let i = 0; i < pixel.length; i++) target[at++] = pixel[i]!;
  }
}

function writeDifference(
  target: Uint8Array,
  { row, above, table }: { row: Uint16Array; above: Uint16Array; table: ByteTable },
): void {
  target[0] = UP;
  for (let x = 0; x < row.length; x++) {
    if (row[x] === above[x]) continue;
    const pixel = table[row[x]!]!;
    const over = table[above[x]!]!;
    for (let i = 0; i < pixel.length; i++) target[1 + x * pixel.length + i] = pixel[i]! - over[i]!;
  }
}

/** Keyword, then the text: plain where it is printable ASCII, else UTF-8. */
function textChunk({ keyword, text }: PngText): Uint8Array {
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,77}[\x21-\x7e])?$/.test(keyword))
    throw new Error("The keyword of a text in a picture is 1 to 79 printable ASCII characters.");
  const encoder = new TextEncoder();
  return /^[\n\x20-\x7e]*$/.test(text)
    ? chunk("tEXt", encoder.encode(`${keyword}\0${text}`))
    : chunk("iTXt", encoder.encode(`${keyword}\0\0\0\0\0${text}`));
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
