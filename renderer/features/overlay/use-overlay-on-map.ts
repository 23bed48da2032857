import { useMemo } from "react";
import { plural } from "../../model/format.ts";
import { hueOf, letterOf, type MapLayer, MOST_LAYERS } from "../../model/map/layers.ts";
import { type MapContent, NOTHING } from "../../model/map-content.ts";
import { cellsByCount } from "../../model/overlay/combinations.ts";
import { type Drawing, type Laid, overlay, useLaid } from "../../state/overlay/overlay-state.ts";

/** The pins that take part, over each other. */
export function useOverlayOnMap(): MapContent {
  const { drawing } = overlay.use();
  const laid = useLaid();
  const key = JSON.stringify(laid.map(({ pin, isIn }) => [pin.id, pin.label, isIn]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made anew each time; pins do not change under one id
  return useMemo(
    () =>
      contentOf(
        laid.filter(({ isIn }) => isIn),
        drawing,
      ),
    [key, drawing],
  );
}

function contentOf(parts: readonly Laid[], drawing: Drawing): MapContent {
  if (parts.length === 0) return { ...NOTHING, emptyText: "Nothing to overlay yet" };
  return {
    title: `${plural(parts.length, "fingerprint")} overlaid`,
    layers: drawing === "heat" ? heatLayers(parts) : colourLayers(parts),
    fingerprint: null,
    emptyText: "None of them has a cell",
  };
}

const colourLayers = (parts: readonly Laid[]): MapLayer[] =>
  parts.map(({ pin, place }) => ({
    id: `overlay ${pin.id}`,
    label: pin.label,
    positions: pin.positions,
    colour: hueOf(place),
    letter: letterOf(place),
  }));

/** Strength of a cell that only one of many has. */
const FAINTEST = 0.22;

/** One layer for each number of fingerprints that hold a cell; with many, for each span of numbers. */
export function heatLayers(parts: readonly Pick<Laid, "pin">[]): MapLayer[] {
  const byCount = cellsByCount(parts.map(({ pin }) => pin.positions));
  const spans = spansOf(byCount.length);
  return spans
    .map(
      ({ from, to }, index): MapLayer => ({
        id: `heat ${from}`,
        label: `in ${from === to ? from : `${from} to ${to}`} of ${byCount.length}`,
        positions: byCount
          .slice(from - 1, to)
          .flat()
          .sort((a, b) => a - b),
        colour: "first",
        opacity: spans.length === 1 ? 1 : FAINTEST + ((1 - FAINTEST) * index) / (spans.length - 1),
      }),
    )
    .filter(({ positions }) => positions.length > 0);
}

/** 1..count in at most as many spans as the map can draw. */
function spansOf(count: number): { from: number; to: number }[] {
  const spans = Math.min(count, MOST_LAYERS);
  return Array.from({ length: spans }, (_, index) => ({
    from: Math.floor((index * count) / spans) + 1,
    to: Math.floor(((index + 1) * count) / spans),
  }));
}
