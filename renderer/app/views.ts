import { VIEWS, type ViewId } from "../../core/api/views.ts";
import { buildView } from "../features/builder/view.tsx";
import { collectionView } from "../features/collection/view.tsx";
import { compareView } from "../features/compare/view.tsx";
import { filtersView } from "../features/filters/view.tsx";
import { overlayView } from "../features/overlay/view.tsx";
import { retinasView } from "../features/retinas/view.tsx";
import { similarView } from "../features/similar/view.tsx";
import { textView } from "../features/text/view.tsx";
import type { ViewDefinition, ViewParts } from "./view.ts";

const parts: Readonly<Record<ViewId, ViewParts>> = {
  build: buildView,
  similar: similarView,
  compare: compareView,
  overlay: overlayView,
  filters: filtersView,
  collection: collectionView,
  text: textView,
  retinas: retinasView,
};

/** Every view with its parts, in the order of the rail. */
export const views: readonly ViewDefinition[] = VIEWS.map((info) => ({
  ...info,
  ...parts[info.id],
}));
