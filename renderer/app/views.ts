import {
  Compass,
  FileText,
  Filter,
  GitCompareArrows,
  type LucideIcon,
  Map as MapIcon,
  Table2,
} from "lucide-react";
import { VIEWS, type ViewId } from "../../core/api/views.ts";
import { onDemand } from "./on-demand.ts";
import type { ViewDefinition, ViewParts } from "./view.ts";

type Source = readonly [icon: LucideIcon, load: () => Promise<ViewParts>];

const sources: Readonly<Record<ViewId, Source>> = {
  explore: [Compass, async () => (await import("../features/explore/view.ts")).exploreView],
  compare: [
    GitCompareArrows,
    async () => (await import("../features/compare/view.ts")).compareView,
  ],
  text: [FileText, async () => (await import("../features/text/view.ts")).textView],
  collection: [Table2, async () => (await import("../features/collection/view.ts")).collectionView],
  filters: [Filter, async () => (await import("../features/filters/view.ts")).filtersView],
  maps: [MapIcon, async () => (await import("../features/maps/view.ts")).mapsView],
};

/** Every view, in the order of the rail. */
export const views: readonly ViewDefinition[] = VIEWS.map((info) => {
  const [icon, load] = sources[info.id];
  return { ...info, icon, parts: onDemand(info.id, load) };
});

export const viewOf = (id: string): ViewDefinition =>
  views.find((view) => view.id === id) ?? views[0]!;
