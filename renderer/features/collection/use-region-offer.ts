import { clearBrush } from "../../state/brush.ts";
import { restrict } from "../../state/collection/collection-look.ts";
import { usePublish } from "../../state/publish.ts";
import { asOneStep } from "../../state/workspace.ts";
import { inRegion } from "./model/region-restriction.ts";

/** Cells chosen on the map become a chip: only rows that are about them. */
export const useRegionOffer = (): void => usePublish({ brushUses: offer });

const offer = (chosen: readonly number[]) => [
  {
    id: "restrict",
    label: "Show only rows here",
    disabledBecause: null,
    run: (place: string) =>
      asOneStep(() => {
        clearBrush();
        restrict(inRegion(chosen, place === "" ? `${chosen.length} cells` : place));
      }),
  },
];
