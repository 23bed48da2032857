import type { ViewParts } from "../../app/view.ts";
import { CollectionCentre } from "./collection-centre.tsx";
import { CollectionLens } from "./collection-lens.tsx";

export const collectionView: ViewParts = {
  Lens: CollectionLens,
  Results: CollectionCentre,
};
