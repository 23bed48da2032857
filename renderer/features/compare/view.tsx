import { GitCompareArrows } from "lucide-react";
import type { ViewDefinition } from "../../app/view.ts";
import { CompareLens } from "./compare-lens.tsx";
import { CompareResults } from "./compare-results.tsx";

export const compareView: ViewDefinition = {
  id: "compare",
  title: "Compare",
  icon: GitCompareArrows,
  key: "c",
  purpose: "see what two terms or texts have in common, and what not",
  Lens: CompareLens,
  Results: CompareResults,
};
