import { Type } from "typebox";
import { positionsSchema, stampSchema } from "./fingerprint.ts";
import { fits, type Saved } from "./fit.ts";
import { regionSchema } from "./map/region.ts";

const knownCellsSchema = Type.Object({
  /** "expression", "left", "right" or "third" to "eighth" of a comparison, or "filter <id>". */
  of: Type.String(),
  label: Type.String(),
  positions: positionsSchema,
});
/** The cells that something of a workspace had in its retina when it was saved. */
export type KnownCells = Saved<typeof knownCellsSchema>;

const takenAlongSchema = Type.Object({
  retina: stampSchema,
  fingerprints: Type.Array(knownCellsSchema),
  /** The largest places of the map, so that one knows where one looks. */
  places: Type.Array(regionSchema),
});
/** What a workspace file takes along so that it can be looked at where its retina is not installed. */
export type TakenAlong = Saved<typeof takenAlongSchema>;

export const isTakenAlong = (value: unknown): value is TakenAlong => fits(takenAlongSchema, value);
