import { useMemo } from "react";
import { create } from "zustand";
import { drawnLayers, type LayerLook, type LayerLooks, lookOf } from "../model/layer-looks.ts";
import type { MapLayer } from "../model/map/layers.ts";

/** About looking, so neither undone nor saved. */
export const useLayerLooks = create<LayerLooks>(() => ({ looks: {}, order: [] }));

export function changeLook(id: string, part: Partial<LayerLook>): void {
  useLayerLooks.setState(({ looks }) => ({
    looks: { ...looks, [id]: { ...lookOf(looks, id), ...part } },
  }));
}

/** Puts a layer on top of the others. */
export function raiseLayer(layers: readonly MapLayer[], id: string): void {
  const ids = layers.map((layer) => layer.id).filter((each) => each !== id);
  useLayerLooks.setState({ order: [...ids, id] });
}

/** The same list as long as nothing changes, so that it is no redraw. */
export function useDrawnLayers(layers: readonly MapLayer[]): readonly MapLayer[] {
  const state = useLayerLooks();
  return useMemo(() => drawnLayers(layers, state), [layers, state]);
}
