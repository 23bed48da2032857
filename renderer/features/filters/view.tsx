import { Filter } from "lucide-react";
import type { ViewDefinition } from "../../app/view.ts";
import { FiltersLens } from "./filters-lens.tsx";
import { FiltersResults } from "./filters-results.tsx";

export const filtersView: ViewDefinition = {
  id: "filters",
  title: "Filters",
  icon: Filter,
  key: "f",
  purpose: "recognise texts of one category from a few examples",
  Lens: FiltersLens,
  Results: FiltersResults,
};
