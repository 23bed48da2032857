import { useMemo } from "react";
import { create } from "zustand";
import type { MapLayer } from "../model/map/layers.ts";

/** Layers that a click on the legend has hidden, by id; about looking, so neither undone nor part of the work. */
export const useHiddenLayers = create<{ readonly hidden: ReadonlySet<string> }>(() => ({
  hidden: new Set(),
}));

export function toggleLayer(id: string): void {
  const { hidden } = useHiddenLayers.getState();
  const others = [...hidden].filter((each) => each !== id);
  useHiddenLayers.setState({ hidden: new Set(hidden.has(id) ? others : [...others, id]) });
}

/** The layers that are drawn; the same list as long as nothing changes, so that it is no redraw. */
export function useDrawnLayers(layers: readonly MapLayer[]): readonly MapLayer[] {
  const { hidden } = useHiddenLayers();
  return useMemo(
    () => (hidden.size === 0 ? layers : layers.filter(({ id }) => !hidden.has(id))),
    [layers, hidden],
  );
}
