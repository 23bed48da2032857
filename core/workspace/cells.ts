import { Type } from "#typebox";
import { CELLS } from "../kernel/grid.ts";
import { checked, checkedOnce, fits, type Saved } from "./fit.ts";

export const stampSchema = Type.Object({
  name: Type.String(),
  /** Digest of the retina's contents; empty where the host did not tell. */
  checksum: Type.String(),
  /** Name of the reader whose encoder read the text; left out where its words did. */
  readBy: Type.Optional(Type.String()),
});
/** The map a fingerprint was made with; only fingerprints of one retina can be mixed. */
export type RetinaStamp = Saved<typeof stampSchema>;

/** Cells of the map: ascending, unique whole numbers 0..16383. */
export const positionsSchema = checkedOnce(checked<readonly number[]>(arePositions));
export const isPositions = (value: unknown): value is readonly number[] =>
  fits(positionsSchema, value);

function arePositions(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  let last = -1;
  return value.every((position: unknown) => {
    const isNext =
      typeof position === "number" &&
      Number.isInteger(position) &&
      position > last &&
      position < CELLS;
    last = Number(position);
    return isNext;
  });
}
