import { useMemo } from "react";
import { create } from "zustand";
import type { MapLayer } from "../model/map/layers.ts";

/** How a person wants one layer drawn now. */
interface LayerLook {
  readonly isHidden: boolean;
  /** 0..1, on top of the layer's own. */
  readonly opacity: number;
}

const USUAL: LayerLook = { isHidden: false, opacity: 1 };

interface LayerLooks {
  /** By layer id. */
  readonly looks: Readonly<Record<string, LayerLook>>;
  /** Ids in the order of drawing, lowest first; layers that are not named lie where the view put them. */
  readonly order: readonly string[];
}

export const lookOf = (looks: LayerLooks["looks"], id: string): LayerLook => looks[id] ?? USUAL;

/** The layers as they are drawn: without the hidden ones, in the person's order and strength. */
export function drawnLayers(
  layers: readonly MapLayer[],
  { looks, order }: LayerLooks,
): readonly MapLayer[] {
  if (order.length === 0 && Object.keys(looks).length === 0) return layers;
  const placeOf = ({ id }: MapLayer) => order.indexOf(id);
  return layers
    .filter(({ id }) => !lookOf(looks, id).isHidden)
    .map((layer) => {
      const { opacity } = lookOf(looks, layer.id);
      return opacity === 1 ? layer : { ...layer, opacity: (layer.opacity ?? 1) * opacity };
    })
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

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
