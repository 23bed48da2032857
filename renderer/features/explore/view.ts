import type { ViewParts } from "../../app/view.ts";
import { ExploreLens } from "./explore-lens.tsx";
import { ExploreResults } from "./explore-results.tsx";

export const exploreView: ViewParts = {
  Lens: ExploreLens,
  Results: ExploreResults,
};
