import type { Layer, Panel } from "../../../../core/image/panel.ts";
import type { ImageStyle } from "../../../../core/image/style.ts";
import type { MapLayer } from "../../../model/map/layers.ts";
import { FAINT_POINT, type MapPoints, pointRuns } from "../../../model/map/points.ts";
import { inkOf, pointInk } from "./inks.ts";

/** The points of the map as they lie and cover each other there; of chosen cells the legend counts those alone. */
export function pointsPanel(
  points: MapPoints,
  chosen: readonly number[],
  style: ImageStyle,
): Panel {
  const runs = pointRuns(points, chosen);
  const order = runs.flatMap(({ members }) => members);
  const kinds = points.classes.flatMap((each) => [
    { label: each.label, color: pointInk(each, style, 1) },
    { label: "", color: pointInk(each, style, FAINT_POINT) },
  ]);
  const kindOf = runs.flatMap(({ kind, isFaint, members }) =>
    members.map(() => 2 * kind + (isFaint ? 1 : 0)),
  );
  return {
    layers: [],
    points: {
      x: Float32Array.from(order, (point) => points.x[point]!),
      y: Float32Array.from(order, (point) => points.y[point]!),
      kindOf: Uint16Array.from(kindOf),
      kinds,
    },
  };
}

/**
 * As on the screen: layers that share a cell have a band of it each, and while cells are chosen the others are faint, and
 * are not counted in the legend.
 */
export function mapPanel(
  layers: readonly MapLayer[],
  chosen: readonly number[],
  style: ImageStyle,
): Panel {
  const drawn = layers.map((layer) => drawLayer(layer, style));
  if (chosen.length === 0) return { layers: drawn, isBanded: true };
  const isChosen = new Set(chosen);
  const faint = layers.map((layer) => {
    const positions = [...layer.positions].filter((position) => !isChosen.has(position));
    const opacity = (layer.opacity ?? 1) * DIMMED;
    return drawLayer({ colour: layer.colour, label: "", opacity, positions }, style);
  });
  const kept = drawn.map((layer) => ({
    ...layer,
    positions: layer.positions.filter((position) => isChosen.has(position)),
  }));
  return { layers: [...faint, ...kept], isBanded: true };
}

const DIMMED = 0.25;

type Drawable = Pick<MapLayer, "label" | "positions" | "colour" | "opacity" | "letter">;

export const drawLayer = (layer: Drawable, style: ImageStyle): Layer => ({
  label: layer.letter ? `${layer.letter}  ${layer.label}` : layer.label,
  positions: Uint16Array.from(layer.positions),
  color: inkOf(layer, style),
});
