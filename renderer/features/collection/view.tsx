import { Table2 } from "lucide-react";
import type { ViewParts } from "../../app/view.ts";
import { CollectionCentre } from "./collection-centre.tsx";
import { CollectionLens } from "./collection-lens.tsx";

export const collectionView: ViewParts = {
  icon: Table2,
  Lens: CollectionLens,
  Results: CollectionCentre,
};
