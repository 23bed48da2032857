import { Blocks } from "lucide-react";
import type { ViewParts } from "../../app/view.ts";
import { BuildLens } from "./build-lens.tsx";
import { BuildResults } from "./build-results.tsx";

export const buildView: ViewParts = {
  icon: Blocks,
  Lens: BuildLens,
  Results: BuildResults,
  isTall: true,
};
