import { create } from "zustand";
import type { MapView } from "../model/map/geometry.ts";
import type { GridControls, Tool } from "../model/map/tools.ts";
import { showPanel } from "./navigation.ts";

interface MapTools {
  readonly tool: Tool;
  /** Cells per side, 1..9. */
  readonly brushSize: number;
  readonly onlySet: boolean;
  /** Which level of the atlas the region tool picks from; 0 has the widest regions. */
  readonly regionLevel: number;
  /** The cell whose card is open, or -1. */
  readonly openCell: number;
  readonly controls: GridControls | null;
  /** Which part of the map is seen; null before it is on the page. */
  readonly view: MapView | null;
  /** What to show once the map is on the page. */
  readonly waiting: MapView | null;
}

/** How the map is operated now; looking is not making, so none of it is undone. */
export const useMapTools = create<MapTools>(() => ({
  tool: "pointer",
  brushSize: 3,
  onlySet: false,
  regionLevel: 1,
  openCell: -1,
  controls: null,
  view: null,
  waiting: null,
}));

export const chooseTool = (tool: Tool): void => useMapTools.setState({ tool });
export const openCell = (position: number): void => useMapTools.setState({ openCell: position });

/** The map has come, or its controls are others now: it shows what waited for it. */
export function keepControls(controls: GridControls): void {
  const { waiting } = useMapTools.getState();
  useMapTools.setState({ controls: inFront(controls), waiting: null });
  if (waiting) controls.show(waiting);
}

const inFront = (controls: GridControls): GridControls => ({
  ...controls,
  zoomBy: seen(controls.zoomBy),
  fit: seen(controls.fit),
  zoomToCells: seen(controls.zoomToCells),
  focus: seen(controls.focus),
});

/** Who asks the map for something sees it, where it is out of sight. */
const seen =
  <Values extends unknown[]>(act: (...values: Values) => void) =>
  (...values: Values) => {
    showPanel("map");
    act(...values);
  };

export const keepView = (view: MapView): void => useMapTools.setState({ view });
