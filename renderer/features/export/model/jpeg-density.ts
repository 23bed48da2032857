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
