import { useMemo } from "react";
import { labelOf } from "../../model/fingerprint.ts";
import { hueOf, letterOf, type MapLayer, MOST_LAYERS } from "../../model/map/layers.ts";
import { type MapContent, NOTHING } from "../../model/map-content.ts";
import type { BenchSlice } from "./model/bench-answer.ts";
import { trailOf } from "./model/slice-trail.ts";
import { asSource } from "./model/text-ranges.ts";
import { useTextLook } from "./text-bench.ts";
import { useTextBench } from "./use-text-bench.ts";

/** The whole text as one fingerprint, one slice of it, or all slices in their own colours. */
export function useTextOnMap(): MapContent {
  const { answer, used, text, retina, isStale, slices } = useTextBench();
  const { shows, slice, showsTrail } = useTextLook();
  const { positions } = answer ?? { positions: undefined };
  return useMemo(() => {
    if (!positions || !retina) return NOTHING;
    const chosen = slices[slice];
    if (shows === "slices" && slices.length > 1 && !chosen)
      return {
        title: `${slices.length} slices in reading order`,
        layers: sliceLayers(slices),
        trail: showsTrail ? trailOf(slices) : [],
        fingerprint: null,
        emptyText: "No slice has a known word",
        isStale,
      };
    const source = { text: asSource(chosen ? used.slice(chosen.start, chosen.end) : used) };
    const cells = chosen ? chosen.positions : positions;
    const label = chosen?.heading || labelOf({ text: text.trim() });
    return {
      title: label,
      layers: cells.length === 0 ? [] : [{ id: "text", label, positions: cells, colour: "first" }],
      fingerprint:
        cells.length === 0 || isStale
          ? null
          : {
              id: `text ${retina.name} ${source.text}`,
              label,
              source,
              positions: cells,
              retina,
              created: new Date().toISOString(),
            },
      emptyText: "No word of this text is known",
      isStale,
    };
  }, [positions, used, text, retina, slices, shows, slice, showsTrail, isStale]);
}

/** The legend has little room: with many slices each is called by its first keyword. */
const shortName = (heading: string, slices: number): string =>
  slices > 3 ? (heading.split(", ")[0] ?? "") : heading;

/** A colour and a letter for each of the first slices; those beyond eight share the last layer. */
export function sliceLayers(slices: readonly BenchSlice[]): MapLayer[] {
  const own = slices.length <= MOST_LAYERS ? slices.length : MOST_LAYERS - 1;
  const layers = slices.slice(0, own).map(
    (slice, index): MapLayer => ({
      id: `slice ${index}`,
      label: shortName(slice.heading, own) || "no known word",
      positions: slice.positions,
      colour: hueOf(index),
      letter: letterOf(index),
    }),
  );
  const rest = slices.slice(own);
  if (rest.length === 0) return layers;
  const cells = new Set(rest.flatMap(({ positions }) => positions));
  const others: MapLayer = {
    id: "further slices",
    label: `${rest.length} further slices`,
    positions: Uint16Array.from(cells).sort(),
    colour: "text-3",
    mark: "ring",
  };
  return [others, ...layers];
}
