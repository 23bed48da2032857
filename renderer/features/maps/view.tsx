import { Map as MapIcon } from "lucide-react";
import type { ViewParts } from "../../app/view.ts";
import { MapsLens } from "./maps-lens.tsx";
import { MapsResults } from "./maps-results.tsx";

export const mapsView: ViewParts = {
  icon: MapIcon,
  Lens: MapsLens,
  Results: MapsResults,
};
