import { Blocks } from "lucide-react";
import type { ViewDefinition } from "../../app/view.ts";
import { BuildLens } from "./build-lens.tsx";
import { BuildResults } from "./build-results.tsx";

export const buildView: ViewDefinition = {
  id: "build",
  title: "Build",
  icon: Blocks,
  key: "b",
  purpose: "compose a meaning from words, texts and parts of the map",
  Lens: BuildLens,
  Results: BuildResults,
};
