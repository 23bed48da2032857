import type { ViewParts } from "../../app/view.ts";
import { CompareLens } from "./compare-lens.tsx";
import { CompareResults } from "./compare-results.tsx";

export const compareView: ViewParts = {
  Lens: CompareLens,
  Results: CompareResults,
};
