import { Map as MapIcon } from "lucide-react";
import type { ViewParts } from "../../app/view.ts";
import { RetinasLens } from "./retinas-lens.tsx";
import { RetinasResults } from "./retinas-results.tsx";

export const retinasView: ViewParts = {
  icon: MapIcon,
  Lens: RetinasLens,
  Results: RetinasResults,
};
