import { Blend } from "lucide-react";
import type { ViewDefinition } from "../../app/view.ts";
import { OverlayLens } from "./overlay-lens.tsx";
import { OverlayResults } from "./overlay-results.tsx";

export const overlayView: ViewDefinition = {
  id: "overlay",
  title: "Overlay",
  icon: Blend,
  key: "o",
  purpose: "lay up to eight fingerprints over each other, and see what each combination has",
  Lens: OverlayLens,
  Results: OverlayResults,
};
