import { regionNamesSchema } from "../model/atlas.ts";
import { defineSlice } from "./slice.ts";

export const regionNames = defineSlice("region names", {
  title: "names of regions",
  schema: regionNamesSchema,
  initial: {},
  join: (saved, own) => ({ ...saved, ...own }),
});

interface Renamed {
  readonly key: string;
  /** The name in the retina. */
  readonly given: string;
}

/** An empty name, or the retina's own, is the way back. */
export function renameRegion({ key, given }: Renamed, name: string): void {
  const own = name.trim();
  const isOwn = own !== "" && own !== given;
  regionNames.edit(isOwn ? `Rename ${given} to ${own}` : `Restore the name ${given}`, (before) => {
    if (isOwn ? before[key] === own : before[key] === undefined) return before;
    const { [key]: _, ...others } = before;
    return isOwn ? { ...others, [key]: own } : others;
  });
}
