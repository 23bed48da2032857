import { buildView } from "../features/builder/view.tsx";
import { compareView } from "../features/compare/view.tsx";
import { filtersView } from "../features/filters/view.tsx";
import { overlayView } from "../features/overlay/view.tsx";
import { retinasView } from "../features/retinas/view.tsx";
import { similarView } from "../features/similar/view.tsx";
import { textView } from "../features/text/view.tsx";
import type { ViewDefinition } from "./view.ts";

/** Every view, in the order of the rail. */
export const views: readonly ViewDefinition[] = [
  buildView,
  similarView,
  compareView,
  overlayView,
  filtersView,
  textView,
  retinasView,
];
