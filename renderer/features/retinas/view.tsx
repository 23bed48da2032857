import { Map as MapIcon } from "lucide-react";
import type { ViewDefinition } from "../../app/view.ts";
import { RetinasLens } from "./retinas-lens.tsx";
import { RetinasResults } from "./retinas-results.tsx";

export const retinasView: ViewDefinition = {
  id: "retinas",
  title: "Retinas",
  icon: MapIcon,
  key: "r",
  purpose: "choose, install and check maps, or train one on your own texts",
  Lens: RetinasLens,
  Results: RetinasResults,
};
