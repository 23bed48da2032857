import { crc32 } from "../../../core/image/checksum.ts";

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
