import { Type } from "#typebox";
import type { Saved } from "../../../core/workspace/fit.ts";

export const regionSchema = Type.Object({
  id: Type.String(),
  level: Type.Number(),
  name: Type.String(),
  /** Where the name stands: grid coordinates of a cell centre inside the region. */
  x: Type.Number(),
  y: Type.Number(),
  /** Cells of the region. */
  size: Type.Number(),
});
/** A named part of the map at one of several levels; level 0 has the largest parts. */
export type Region = Saved<typeof regionSchema>;
