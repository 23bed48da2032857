import type { MapLayer } from "./map/layers.ts";

/** How a person wants one layer drawn now. */
export interface LayerLook {
  readonly isHidden: boolean;
  /** 0..1, on top of the layer's own. */
  readonly opacity: number;
}

const USUAL: LayerLook = { isHidden: false, opacity: 1 };

export interface LayerLooks {
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
