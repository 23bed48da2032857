import type { Atlas } from "./types.ts";

/** What a region is called: its own name, else that of the smallest one with a name that holds it, else "". */
export function placeName({ regions }: Pick<Atlas, "regions">, id: number): string {
  for (let at: number | null = id; at !== null; at = regions[at]!.parent)
    if (regions[at]!.label !== "") return regions[at]!.label;
  return "";
}
