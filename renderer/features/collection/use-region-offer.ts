import { inRegion } from "../../model/collection/region-restriction.ts";
import { setBrush } from "../../state/brush.ts";
import { useOfferBrushUses } from "../../state/brush-uses.ts";
import { restrict } from "../../state/collection/collection-look.ts";

/** Cells chosen on the map become a chip: only rows that are about them. */
export const useRegionOffer = (): void => useOfferBrushUses(offer);

const offer = (chosen: readonly number[]) => [
  {
    id: "restrict",
    label: "Show only rows here",
    disabledBecause: null,
    run: (place: string) => {
      restrict(inRegion(chosen, place === "" ? `${chosen.length} cells` : place));
      setBrush("Clear the selection", []);
    },
  },
];
