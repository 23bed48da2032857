import { CELLS } from "../kernel/grid.ts";
import { murmur3 } from "../kernel/hash.ts";
import type { Atlas, Region } from "./types.ts";

/**
 * One kept atlas, little-endian, everything at multiples of four bytes:
 *
 *     0  mark       8 bytes, not valid as text
 *     8  version    u32
 *    12  length     u32, of the whole file in bytes
 *    16  checksum   32 hex digits, MurmurHash3 x86_128 of everything from byte 48 on
 *    48  levels     u32
 *    52  regions    u32, byte length of the regions: JSON in UTF-8
 *    56  regionOf   u16 for each cell, level by level
 *        kinship    f32 for each cell
 *        regions    padded to 4
 */
const MARK = Uint8Array.of(0x89, 0x53, 0x45, 0x4d, 0x52, 0x0d, 0x0a, 0x1a);
const VERSION = 1;

const VERSION_AT = 8;
const LENGTH_AT = 12;
const CHECKSUM_AT = 16;
const CHECKSUM_DIGITS = 32;
const BODY_AT = 48;
const LEVELS_AT = 48;
const REGIONS_LENGTH_AT = 52;
const COLUMNS_AT = 56;

const LEVEL_BYTES = CELLS * Uint16Array.BYTES_PER_ELEMENT;
const KINSHIP_BYTES = CELLS * Float32Array.BYTES_PER_ELEMENT;

/** The file of an atlas: the same atlas gives the same bytes. */
export function writeAtlas({ regions, regionOf, kinship }: Atlas): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(regions));
  const regionsAt = COLUMNS_AT + regionOf.length * LEVEL_BYTES + KINSHIP_BYTES;
  const file = new Uint8Array(padded(regionsAt + json.length));
  const view = new DataView(file.buffer);
  file.set(MARK);
  view.setUint32(VERSION_AT, VERSION, true);
  view.setUint32(LENGTH_AT, file.length, true);
  view.setUint32(LEVELS_AT, regionOf.length, true);
  view.setUint32(REGIONS_LENGTH_AT, json.length, true);
  regionOf.forEach((level, i) => {
    new Uint16Array(file.buffer, COLUMNS_AT + i * LEVEL_BYTES, CELLS).set(level);
  });
  new Float32Array(file.buffer, regionsAt - KINSHIP_BYTES, CELLS).set(kinship);
  file.set(json, regionsAt);
  file.set(new TextEncoder().encode(checksumOf(file)), CHECKSUM_AT);
  return file;
}

/** The atlas in a file; undefined for a file that is foreign, damaged, cut short or of another version. */
export function readAtlas(bytes: Uint8Array): Atlas | undefined {
  // In a buffer of its own: the columns stay views of it.
  const file = Uint8Array.from(bytes);
  if (!isWhole(file)) return undefined;
  const view = new DataView(file.buffer);
  const levels = view.getUint32(LEVELS_AT, true);
  const regionsAt = COLUMNS_AT + levels * LEVEL_BYTES + KINSHIP_BYTES;
  const regionsEnd = regionsAt + view.getUint32(REGIONS_LENGTH_AT, true);
  if (padded(regionsEnd) !== file.length) return undefined;
  const regions = JSON.parse(new TextDecoder().decode(file.subarray(regionsAt, regionsEnd)));
  const regionOf = Array.from(
    { length: levels },
    (_, i) => new Uint16Array(file.buffer, COLUMNS_AT + i * LEVEL_BYTES, CELLS),
  );
  const kinship = new Float32Array(file.buffer, regionsAt - KINSHIP_BYTES, CELLS);
  const atlas: Atlas = { regions: regions as Region[], regionOf, kinship };
  return agrees(atlas) ? atlas : undefined;
}

/** Mark, version, length and checksum; what has them was written by `writeAtlas`. */
function isWhole(file: Uint8Array): boolean {
  if (file.length < COLUMNS_AT || file.length % 4 !== 0) return false;
  const view = new DataView(file.buffer);
  const checksum = new TextDecoder().decode(
    file.subarray(CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_DIGITS),
  );
  return (
    MARK.every((byte, i) => byte === file[i]) &&
    view.getUint32(VERSION_AT, true) === VERSION &&
    view.getUint32(LENGTH_AT, true) === file.length &&
    checksum === checksumOf(file)
  );
}

/** Whether each cell lies, at each level, in a region of that level. */
function agrees({ regions, regionOf }: Atlas): boolean {
  return (
    regions.every(({ id }, i) => id === i) &&
    regionOf.every((level, depth) => level.every((region) => regions[region]?.level === depth))
  );
}

const checksumOf = (file: Uint8Array): string =>
  murmur3(new Uint32Array(file.buffer, BODY_AT, (file.length - BODY_AT) >> 2));

const padded = (length: number): number => (length + 3) & ~3;
