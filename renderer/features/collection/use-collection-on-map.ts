import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { rowCellsQuery } from "../../api/collection-queries.ts";
import type { CollectionLens } from "../../model/collection/look.ts";
import { makeFingerprint } from "../../model/fingerprint.ts";
import { formatCount, plural } from "../../model/format.ts";
import { compareLayers, type MapLayer } from "../../model/map/layers.ts";
import { type MapContent, NOTHING } from "../../model/map-content.ts";
import { differenceTitle, useDifference } from "./difference-lens.tsx";
import { differenceLayers, heatLayers, liftLayers } from "./model/heat-layers.ts";
import { rowTitle } from "./model/named-columns.ts";
import { usePointsOnMap } from "./points-lens.tsx";
import { useRowDesk } from "./row-desk.ts";
import type { OpenCollection } from "./use-collection.ts";
import { useHeat } from "./use-heat.ts";

/** What the colours of the map count. */
export const COUNTED = { lift: "Distinctive", count: "Row count" } as const;

/** The heat of what the chips leave, or the cells of the row whose card is open. */
export function useCollectionOnMap(open: OpenCollection): MapContent {
  const heat = useHeatOnMap(open);
  const difference = useDifferenceOnMap(open);
  const points = usePointsOnMap(open);
  const row = useRowOnMap(open);
  if (points !== null) return row === null ? points : { ...row, points: points.points! };
  return row ?? difference ?? heat;
}

function useHeatOnMap(open: OpenCollection): MapContent {
  const { data, isPlaceholderData } = useHeat(open);
  return useMemo(() => {
    if (open.isForeign) return { ...NOTHING, title: open.info.name, emptyText: OTHER };
    if (!data) return { ...NOTHING, title: open.info.name, emptyText: "" };
    const shown =
      data.rows === data.total
        ? COUNTED[data.lift === null ? "count" : "lift"]
        : plural(data.rows, "row");
    const estimate =
      data.counted < data.rows ? `, estimated from ${formatCount(data.counted)}` : "";
    return {
      title: `${shown}${estimate}`,
      layers: data.lift === null ? heatLayers(data.counts) : liftLayers(data.lift),
      fingerprint: null,
      emptyText:
        data.rows === 0
          ? "No rows match"
          : data.lift?.every((each) => each === 1)
            ? "No cell stands out beyond chance"
            : "",
      isStale: isPlaceholderData,
    };
  }, [data, isPlaceholderData, open.info.name, open.isForeign]);
}

/** More in A is of one colour, more in B of the other; the title says what they are, in a report too. */
function useDifferenceOnMap(open: OpenCollection): MapContent | null {
  const { data, isPlaceholderData } = useDifference(open);
  const { look } = open;
  return useMemo(
    () =>
      look.lens === "differences" && data
        ? {
            title: differenceTitle(look),
            layers: differenceLayers(data.lift),
            fingerprint: null,
            emptyText: data.lift.every((each) => each === 1) ? "No cell differs beyond chance" : "",
            isStale: isPlaceholderData,
          }
        : null,
    [look, data, isPlaceholderData],
  );
}

const OTHER = "The collection belongs to another map";

/** Lenses in which the card of a row can be read. */
export const WITH_CARD: readonly CollectionLens[] = ["rows", "points", "categories"];

function useRowOnMap({ info, isForeign, look }: OpenCollection): MapContent | null {
  const { card: opened, decided } = useRowDesk();
  const card = WITH_CARD.includes(look.lens) ? opened : null;
  const { data } = useQuery({
    ...rowCellsQuery(info.name, card?.id ?? ""),
    enabled: card !== null && card.size > 0 && !isForeign,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (card === null || card.size === 0 || !data || isForeign) return null;
    const label = rowTitle(info, card);
    if (decided !== null)
      return {
        title: `${decided.name} and the row`,
        layers: compareLayers(decided.positions, data, {
          left: decided.name,
          right: "the row",
        }),
        fingerprint: null,
        emptyText: "No cells",
      };
    const layer: MapLayer = {
      id: "row",
      label,
      positions: Uint16Array.from(data),
      colour: "first",
    };
    const { reader, ...map } = info.retina;
    // The text alone would be read by its words.
    const source = reader === undefined ? { text: card.text } : { positions: [...data] };
    const retina = reader === undefined ? map : { ...map, readBy: reader.name };
    const fingerprint = makeFingerprint({ label, source, positions: data, retina });
    return { title: label, layers: [layer], fingerprint, emptyText: "" };
  }, [card, decided, data, info, isForeign]);
}
