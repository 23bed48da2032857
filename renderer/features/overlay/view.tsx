import { Blend } from "lucide-react";
import type { ViewParts } from "../../app/view.ts";
import { OverlayLens } from "./overlay-lens.tsx";
import { OverlayResults } from "./overlay-results.tsx";

export const overlayView: ViewParts = {
  icon: Blend,
  Lens: OverlayLens,
  Results: OverlayResults,
};
