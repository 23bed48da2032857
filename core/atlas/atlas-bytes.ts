import { CELLS } from "../kernel/grid.ts";
import { type FileKind, readFramed, writeFramed } from "../tables/framed-file.ts";
import type { Atlas, Region } from "./types.ts";

/** One kept atlas (`framed-file.ts`): regions in its header; a u16 for each cell, level by level; a float32 for each cell. */
const KIND: FileKind<"regionOf" | "kinship"> = {
  name: "map of regions",
  mark: Uint8Array.of(0x89, 0x53, 0x45, 0x4d, 0x52, 0x0d, 0x0a, 0x1a),
  version: 2,
  remedy: "divide the map again",
  sections: ["regionOf", "kinship"],
};

/** The file of an atlas: the same atlas gives the same bytes. */
export function writeAtlas({ regions, regionOf, kinship }: Atlas): Uint8Array {
  const cells = Uint16Array.from(regionOf.flatMap((level) => [...level]));
  const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array | Float32Array) =>
    new Uint8Array(buffer, byteOffset, byteLength);
  return writeFramed(KIND, { regions }, { regionOf: bytesOf(cells), kinship: bytesOf(kinship) });
}

/** The atlas in a file; undefined for a file that is foreign, damaged, cut short or of another version. */
export function readAtlas(bytes: Uint8Array): Atlas | undefined {
  const frame = readFramed(bytes, KIND);
  if (typeof frame === "string") return undefined;
  const cells = new Uint16Array(frame.sections.regionOf.slice().buffer);
  const regionOf = Array.from({ length: cells.length / CELLS }, (_, level) =>
    cells.subarray(level * CELLS, (level + 1) * CELLS),
  );
  const kinship = new Float32Array(frame.sections.kinship.slice().buffer);
  const atlas: Atlas = { regions: frame.header.regions as Region[], regionOf, kinship };
  return agrees(atlas) ? atlas : undefined;
}

/** Whether each cell lies, at each level, in a region of that level. */
function agrees({ regions, regionOf }: Atlas): boolean {
  return (
    regions.every(({ id }, i) => id === i) &&
    regionOf.every((level, depth) => level.every((region) => regions[region]?.level === depth))
  );
}
