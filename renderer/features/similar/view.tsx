import { ListTree } from "lucide-react";
import type { ViewDefinition } from "../../app/view.ts";
import { SimilarLens } from "./similar-lens.tsx";
import { SimilarResults } from "./similar-results.tsx";

export const similarView: ViewDefinition = {
  id: "similar",
  title: "Similar",
  icon: ListTree,
  key: "s",
  purpose: "walk from term to term through what lies near",
  Lens: SimilarLens,
  Results: SimilarResults,
};
