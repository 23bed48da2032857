import { useMemo } from "react";
import { type MapLayer, maskOf } from "../../model/map/layers.ts";
import { toSet } from "../../model/map/selection.ts";
import type { FingerprintGridProps } from "./grid-props.ts";
import type { Scene } from "./raster.ts";

const GHOST = { id: "ghost", label: "", colour: "text-3", mark: "ring", opacity: 0.75 } as const;

/** What the canvas shows; the same object as long as nothing visible changes. */
export function useScene(
  props: FingerprintGridProps,
  ground: Scene["ground"],
): Omit<Scene, "fade"> {
  const { layers, palette, style, kinship, brush, lit } = props;
  return useMemo(() => {
    const focus = lit ?? (brush.length > 0 ? brush : null);
    return {
      layers,
      palette,
      style,
      ground,
      kinship: style.showsFog ? (kinship ?? null) : null,
      focus: focus ? toSet(focus) : null,
      ghost: lit ? { ...GHOST, positions: besides(lit, layers) } : null,
    };
  }, [layers, palette, style, ground, kinship, brush, lit]);
}

function besides(cells: readonly number[], layers: readonly MapLayer[]): number[] {
  const mask = maskOf(layers);
  return cells.filter((position) => mask[position] === 0);
}
