import { crc32 } from "../kernel/hash.ts";

/** Makes a zlib stream of bytes. Passed in, as each host has its own. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

/** A text inside the file, by keyword: `Title`, `Description`. */
export interface PngText {
  /** 1 to 79 printable ASCII characters. */
  readonly keyword: string;
  readonly text: string;
}

/** A picture as rows of pixels, `0xrrggbbaa`, painted on demand. */
interface Picture {
  readonly width: number;
  readonly height: number;
  paintRow(y: number, row: Uint32Array): void;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const UP = 2;
const INCHES_PER_METRE = 39.3701;

/** A PNG file, 8 bits for each of red, green, blue and opacity, not interlaced. The same picture and deflate give the same bytes. */
export const encodePng = (picture: Picture, deflate: Deflate): Uint8Array =>
  concat([
    SIGNATURE,
    chunk("IHDR", header(picture)),
    chunk("IDAT", deflate(scanlines(picture))),
    chunk("IEND", new Uint8Array(0)),
  ]);

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

function header({ width, height }: Picture): Uint8Array {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  view.setUint8(8, 8);
  view.setUint8(9, 6);
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

/**
 * Rows as they are, or as their differences to the row above where most pixels are the same. Zeros are never written: most of the
 * memory of a large picture is never touched.
 */
function scanlines({ width, height, paintRow }: Picture): Uint8Array {
  const stride = 1 + 4 * width;
  const bytes = new Uint8Array(stride * height);
  const nothing = new Uint32Array(width);
  let above = new Uint32Array(width);
  let row = new Uint32Array(width);
  for (let y = 0; y < height; y++) {
    paintRow(y, row);
    const base = isMostlySame(row, above) ? above : nothing;
    bytes[y * stride] = base === above ? UP : 0;
    for (let x = 0; x < width; x++) {
      if (row[x] === base[x]) continue;
      const at = y * stride + 1 + 4 * x;
      for (let i = 0; i < 4; i++)
        bytes[at + i] = (row[x]! >>> (24 - 8 * i)) - (base[x]! >>> (24 - 8 * i));
    }
    [above, row] = [row, above];
  }
  return bytes;
}

function isMostlySame(row: Uint32Array, above: Uint32Array): boolean {
  const most = row.length >> 5;
  let differing = 0;
  for (let x = 0; x < row.length && differing <= most; x++) if (row[x] !== above[x]) differing++;
  return differing <= most;
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
