import { Type } from "typebox";
import { recordOf, type Saved } from "./fit.ts";

export const regionNamesSchema = recordOf(Type.String());
/** What a person calls regions, by the retina's checksum and the region's number; travels with the workspace. */
export type RegionNames = Saved<typeof regionNamesSchema>;

export const regionKey = (checksum: string, id: string | number): string => `${checksum} ${id}`;
