import { create } from "zustand";
import type { GridControls } from "../components/fingerprint-grid/fingerprint-grid.tsx";
import type { Tool } from "../components/fingerprint-grid/tools.ts";

interface MapTools {
  readonly tool: Tool;
  /** Cells a side, 1..9. */
  readonly brushSize: number;
  readonly onlySet: boolean;
  /** Which level of the atlas the region tool picks from; 0 has the widest regions. */
  readonly regionLevel: number;
  /** The cell whose card is open, or -1. */
  readonly openCell: number;
  readonly controls: GridControls | null;
}

/** How the map is operated now; looking is not making, so none of it is undone or saved. */
export const useMapTools = create<MapTools>(() => ({
  tool: "pointer",
  brushSize: 3,
  onlySet: false,
  regionLevel: 1,
  openCell: -1,
  controls: null,
}));

export const chooseTool = (tool: Tool): void => useMapTools.setState({ tool });
export const openCell = (position: number): void => useMapTools.setState({ openCell: position });
