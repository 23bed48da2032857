import { useMemo } from "react";
import { type GroundLook, groundOn } from "../../../core/basemap/tints.ts";
import type { GridStyle } from "../../model/map/style.ts";
import type { Palette } from "./palette.ts";

type Wished = Pick<GridStyle, "showsTints" | "showsDensity" | "densityStrength">;

/** What the ground looks like on this paper; of colours that the system forces only lines are left. */
export const groundLook = (
  { paper, isForced }: Pick<Palette, "paper" | "isForced">,
  { showsTints, showsDensity, densityStrength }: Wished,
): GroundLook => ({
  ...groundOn(paper),
  ...(isForced ? { chroma: 0 } : {}),
  hasTints: showsTints && !isForced,
  hasBorders: showsTints,
  terrain: showsDensity && !isForced ? densityStrength : 0,
});

/** The same object as long as nothing visible changes. */
export function useGroundLook(palette: Palette, style: GridStyle): GroundLook {
  const { showsTints, showsDensity, densityStrength } = style;
  return useMemo(
    () => groundLook(palette, { showsTints, showsDensity, densityStrength }),
    [palette, showsTints, showsDensity, densityStrength],
  );
}
