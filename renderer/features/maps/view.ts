import type { ViewParts } from "../../app/view.ts";
import { MapsLens } from "./maps-lens.tsx";
import { MapsResults } from "./maps-results.tsx";

export const mapsView: ViewParts = {
  Lens: MapsLens,
  Results: MapsResults,
};
