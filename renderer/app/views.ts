import { VIEWS, type ViewId } from "../../core/api/views.ts";
import { collectionView } from "../features/collection/view.tsx";
import { compareView } from "../features/compare/view.tsx";
import { exploreView } from "../features/explore/view.tsx";
import { filtersView } from "../features/filters/view.tsx";
import { mapsView } from "../features/maps/view.tsx";
import { textView } from "../features/text/view.tsx";
import type { ViewDefinition, ViewParts } from "./view.ts";

const parts: Readonly<Record<ViewId, ViewParts>> = {
  explore: exploreView,
  compare: compareView,
  text: textView,
  collection: collectionView,
  filters: filtersView,
  maps: mapsView,
};

/** Every view with its parts, in the order of the rail. */
export const views: readonly ViewDefinition[] = VIEWS.map((info) => ({
  ...info,
  ...parts[info.id],
}));
