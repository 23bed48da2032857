import type { ViewParts } from "../../app/view.ts";
import { FiltersLens } from "./filters-lens.tsx";
import { FiltersResults } from "./filters-results.tsx";

export const filtersView: ViewParts = {
  Lens: FiltersLens,
  Results: FiltersResults,
};
