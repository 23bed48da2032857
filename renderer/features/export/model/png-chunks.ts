import { type PngText, SIGNATURE } from "../../../../core/image/png.ts";
import { crc32 } from "../../../../core/kernel/hash.ts";

const METRE = 39.3701;

/** Signature and header, after which the chunk belongs. */
const HEADER = 33;

const DATA = 9;

/** A PNG that says how many dots per inch it is printed with. It must not say so yet. */
export function withPngDensity(
  png: Uint8Array<ArrayBuffer>,
  dotsPerInch: number,
): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(12 + DATA);
  const view = new DataView(chunk.buffer);
  const perMetre = Math.round(dotsPerInch * METRE);
  view.setUint32(0, DATA);
  chunk.set(new TextEncoder().encode("pHYs"), 4);
  view.setUint32(8, perMetre);
  view.setUint32(12, perMetre);
  view.setUint8(16, 1);
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, HEADER));
  whole.set(chunk, HEADER);
  whole.set(png.subarray(HEADER), HEADER + chunk.length);
  return whole;
}

/**
 * The texts inside a PNG file, such as the state of the application; none when the file is no PNG or is damaged
 * before the first text. Compressed texts, which `encodePng` never writes, are passed over. Never throws.
 */
export function readPngTexts(bytes: Uint8Array): PngText[] {
  const texts: PngText[] = [];
  if (!SIGNATURE.every((byte, index) => bytes[index] === byte)) return texts;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) break;
    const typed = bytes.subarray(at + 4, end);
    if (view.getUint32(end) !== crc32(typed)) break;
    const text = readText(typed);
    if (text !== undefined) texts.push(text);
    at = end + 4;
  }
  return texts;
}

function readText(typed: Uint8Array): PngText | undefined {
  const type = String.fromCharCode(...typed.subarray(0, 4));
  const data = typed.subarray(4);
  const end = data.indexOf(0);
  if ((type !== "tEXt" && type !== "iTXt") || end < 1) return undefined;
  const keyword = latin1(data.subarray(0, end));
  if (type === "tEXt") return { keyword, text: latin1(data.subarray(end + 1)) };
  const isCompressed = data[end + 1] !== 0;
  const language = data.indexOf(0, end + 3);
  const translated = data.indexOf(0, language + 1);
  if (isCompressed || language < 0 || translated < 0) return undefined;
  return { keyword, text: new TextDecoder().decode(data.subarray(translated + 1)) };
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Of the JFIF header that follows the first two bytes. */
const MARK = [0xff, 0xd8, 0xff, 0xe0] as const;

const NAME_AT = 6;

const UNIT_AT = 13;

const DENSITY_AT = 14;

const DOTS_PER_INCH = 1;

/** The same JPEG saying how many dots an inch it is meant for; unchanged where it has no JFIF header. */
export function withJpegDensity(
  bytes: Uint8Array<ArrayBuffer>,
  dots: number,
): Uint8Array<ArrayBuffer> {
  const name = String.fromCharCode(...bytes.subarray(NAME_AT, NAME_AT + 4));
  if (name !== "JFIF" || !MARK.every((byte, index) => bytes[index] === byte)) return bytes;
  const changed = bytes.slice();
  const view = new DataView(changed.buffer);
  view.setUint8(UNIT_AT, DOTS_PER_INCH);
  view.setUint16(DENSITY_AT, dots);
  view.setUint16(DENSITY_AT + 2, dots);
  return changed;
}
