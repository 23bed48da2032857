import type { Sheet } from "../../../../core/image/layout.ts";
import type { Layer, Panel } from "../../../../core/image/panel.ts";
import type { ImageStyle, Mark } from "../../../../core/image/style.ts";
import type { Fingerprint } from "../../../model/fingerprint.ts";
import { plural } from "../../../model/format.ts";
import { type MapLayer, unionOf } from "../../../model/map/layers.ts";
import { FAINT_POINT, type MapPoints, pointRuns } from "../../../model/map/points.ts";
import type { Step } from "../../../model/operation-steps.ts";
import { drawnCell, type ImageSettings } from "./image-settings.ts";
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
  const drawn = layers.map((layer, index) => drawLayer(layer, style, style.marks[index]));
  if (chosen.length === 0) return { layers: drawn, isBanded: true };
  const isChosen = new Set(chosen);
  const faint = layers.map((layer, index) => {
    const positions = [...layer.positions].filter((position) => !isChosen.has(position));
    const opacity = (layer.opacity ?? 1) * DIMMED;
    return drawLayer(
      { colour: layer.colour, label: "", opacity, positions },
      style,
      style.marks[index],
    );
  });
  const kept = drawn.map((layer) => ({
    ...layer,
    positions: layer.positions.filter((position) => isChosen.has(position)),
  }));
  return { layers: [...faint, ...kept], isBanded: true };
}

const DIMMED = 0.25;

export const gutterOf = (settings: ImageSettings) => Math.max(8, 4 * drawnCell(settings));

/** Ends the caption of texts that an encoder has read: those read otherwise lie elsewhere. */
export const readBy = (reader: string | undefined): string =>
  reader === undefined ? "" : ` · read by ${reader}`;

export function contactSheet(
  pins: readonly Fingerprint[],
  settings: ImageSettings,
  style: ImageStyle,
): Sheet {
  const panels = pins.map(
    ({ label, positions, retina }): Panel => ({
      layers: [drawLayer({ label, positions, colour: "first" }, style)],
      caption: `${label} · ${plural(positions.length, "cell")}${readBy(retina.readBy)}`,
    }),
  );
  return { panels, columns: settings.columns, gutter: gutterOf(settings) };
}

export const stepsSheet = (
  steps: readonly Step[],
  settings: ImageSettings,
  style: ImageStyle,
): Sheet => ({
  panels: steps.map(({ caption, layers }) => ({
    layers: layers.map((layer, index) => drawLayer(layer, style, style.marks[index])),
    caption,
  })),
  columns: Math.min(settings.columns, steps.length),
  gutter: gutterOf(settings),
});

type Drawable = Pick<MapLayer, "label" | "positions" | "colour" | "opacity" | "letter">;

export const drawLayer = (layer: Drawable, style: ImageStyle, mark?: Mark): Layer => ({
  label: layer.letter ? `${layer.letter}  ${layer.label}` : layer.label,
  positions: Uint16Array.from(layer.positions),
  color: inkOf(layer, style),
  ...(mark === undefined ? {} : { mark }),
});

/** Left, overlay, right; each class keeps its place, so that it keeps its mark. */
export function threePanels(layers: readonly MapLayer[], style: ImageStyle): Panel[] {
  const overlay = layers.map((layer) => drawLayer(layer, style));
  const whole = (side: "left" | "right"): Panel => {
    const place = layers.findIndex(({ id }) => id === side);
    const mark = style.marks[place];
    const own = layers.filter(({ id }) => id === side || id === "both");
    const named = layers[place]!;
    const label = named.label.replace(/^Only /, "");
    const drawn = drawLayer({ ...named, label, positions: unionOf(own) }, style, mark);
    return { layers: [drawn], caption: label };
  };
  return [whole("left"), { layers: overlay, caption: "Both, overlaid" }, whole("right")];
}
