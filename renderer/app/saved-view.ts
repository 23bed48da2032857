import { Type } from "#typebox";
import type { Saved } from "../../core/workspace/fit.ts";
import type { MapView } from "../model/map/geometry.ts";
import { useHiddenLayers } from "../state/hidden-layers.ts";
import { useMapTools } from "../state/map-tools.ts";
import { startAt, useNavigation } from "../state/navigation.ts";
import { defineSlice } from "../state/slice.ts";
import { type Opening, onOpened } from "../state/workspace.ts";

const schema = Type.Object({
  view: Type.String(),
  /** Which part of the map is seen. */
  map: Type.Object({ k: Type.Number(), x: Type.Number(), y: Type.Number() }),
  /** Ids of layers that are not drawn. */
  hidden: Type.Array(Type.String()),
});
/** How the work is looked at. Saved with it, so that it opens as it was left, but no step of undo. */
type SavedView = Saved<typeof schema>;

const WHOLE_MAP: MapView = { k: 1, x: 64, y: 64 };
const START: SavedView = { view: "explore", map: WHOLE_MAP, hidden: [] };

const savedView = defineSlice("looking", {
  title: "the view of the map",
  schema,
  initial: START,
});

const QUIET_MS = 300;
let timer: ReturnType<typeof setTimeout> | undefined;
let isShowing = false;

/** Shows what was looked at whenever a workspace is opened, and notes what is looked at from then on. */
export function followSavedView(): void {
  onOpened(showSavedView);
  document.addEventListener("input", stayHere, true);
  useNavigation.subscribe(noteSoon);
  useHiddenLayers.subscribe(noteSoon);
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
  if (opening === "refreshed") return;
  const { view, map, hidden } = savedView.read();
  isShowing = true;
  // Whoever was faster than the saved work and has begun in a view already is not called away.
  if (opening === "opened" || !useNavigation.getState().isChosen) startAt(view);
  useHiddenLayers.setState({ hidden: new Set(hidden) });
  const { controls } = useMapTools.getState();
  useMapTools.setState(controls ? { view: map } : { view: map, waiting: map });
  controls?.show(map);
  isShowing = false;
  // The next start opens the view that was kept open. Changes are saved only once the saved work is shown.
  if (useNavigation.getState().view !== view) queueMicrotask(note);
}

function noteSoon(): void {
  if (isShowing) return;
  clearTimeout(timer);
  timer = setTimeout(note, QUIET_MS);
}

function note(): void {
  const { view } = useNavigation.getState();
  const hidden = [...useHiddenLayers.getState().hidden];
  const map = useMapTools.getState().view ?? WHOLE_MAP;
  const next: SavedView = { view, map, hidden };
  savedView.keep((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
}
