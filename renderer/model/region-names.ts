import { Type } from "typebox";
import { recordOf, type Saved } from "./fit.ts";

export const regionNamesSchema = recordOf(Type.String());
/** What a person calls regions, by `regionKey`; travels with the workspace. */
export type RegionNames = Saved<typeof regionNamesSchema>;

/** By the retina, the level and the cell in the middle: numbers of regions change with the borders of others. */
export const regionKey = (
  checksum: string,
  { level, centre }: { readonly level: number; readonly centre: number },
): string => `${checksum} ${level} ${centre}`;
