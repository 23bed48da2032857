import { ListTree } from "lucide-react";
import type { ViewParts } from "../../app/view.ts";
import { SimilarLens } from "./similar-lens.tsx";
import { SimilarResults } from "./similar-results.tsx";

export const similarView: ViewParts = {
  icon: ListTree,
  Lens: SimilarLens,
  Results: SimilarResults,
};
