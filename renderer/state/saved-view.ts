import { isListOf, isRecord, isText } from "../model/guards.ts";
import type { MapView } from "../model/map/geometry.ts";
import { useLayerLooks } from "./layer-looks.ts";
import { useMapTools } from "./map-tools.ts";
import { startAt, useNavigation } from "./navigation.ts";
import { defineSlice } from "./slice.ts";
import { VISIT_VIEW } from "./visit.ts";
import { type Opening, onOpened } from "./workspace.ts";

/** How the work is looked at. Saved with it, so that it opens as it was left, but no step of undo. */
interface SavedView {
  readonly view: string;
  /** Which part of the map is seen. */
  readonly map: MapView;
  readonly looks: {
    readonly [layer: string]: { readonly isHidden: boolean; readonly opacity: number };
  };
  readonly order: readonly string[];
}

const WHOLE_MAP: MapView = { k: 1, x: 64, y: 64 };
const START: SavedView = { view: "build", map: WHOLE_MAP, looks: {}, order: [] };

const savedView = defineSlice<SavedView>(
  "looking",
  START,
  (value): value is SavedView =>
    isRecord(value) &&
    isText(value.view) &&
    isMapView(value.map) &&
    isRecord(value.looks) &&
    Object.values(value.looks).every(isLook) &&
    isListOf(isText)(value.order),
  { join: (saved) => saved },
);

const isMapView = (value: unknown): value is MapView =>
  isRecord(value) && [value.k, value.x, value.y].every(Number.isFinite);
const isLook = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.isHidden === "boolean" &&
  typeof value.opacity === "number" &&
  value.opacity >= 0 &&
  value.opacity <= 1;

const QUIET_MS = 300;
let timer: ReturnType<typeof setTimeout> | undefined;
let isShowing = false;

/** Shows what was looked at whenever a workspace is opened, and notes what is looked at from then on. */
export function followSavedView(): void {
  onOpened(showSavedView);
  document.addEventListener("input", stayHere, true);
  useNavigation.subscribe(noteSoon);
  useLayerLooks.subscribe(noteSoon);
  useMapTools.subscribe((now, before) => {
    if (now.view !== before.view) noteSoon();
  });
}

/** Whoever types in a view wants to be there, though it was never asked for: another view would lose what is typed. */
const stayHere = (): void => {
  if (!useNavigation.getState().isChosen) useNavigation.setState({ isChosen: true });
};

/** Looks where the workspace in force was looked at. */
export function showSavedView(opening: Opening): void {
  const { view, map, looks, order } = savedView.read();
  isShowing = true;
  // Whoever was faster than the saved work and has begun in a view already is not called away.
  if (opening === "opened" || !useNavigation.getState().isChosen) startAt(view);
  useLayerLooks.setState({ looks, order });
  const { controls } = useMapTools.getState();
  useMapTools.setState(controls ? { view: map } : { view: map, waiting: map });
  controls?.show(map);
  isShowing = false;
  // The next start opens the view that was kept open. The journal follows changes only once it has shown the saved work.
  if (useNavigation.getState().view !== view) queueMicrotask(note);
}

function noteSoon(): void {
  if (isShowing) return;
  clearTimeout(timer);
  timer = setTimeout(note, QUIET_MS);
}

function note(): void {
  const { view } = useNavigation.getState();
  if (view === VISIT_VIEW) return;
  const { looks, order } = useLayerLooks.getState();
  const map = useMapTools.getState().view ?? WHOLE_MAP;
  const next: SavedView = { view, map, looks, order };
  savedView.keep((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
}
