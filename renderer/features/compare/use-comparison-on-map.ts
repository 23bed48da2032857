import { useMemo } from "react";
import { compareLayers } from "../../components/fingerprint-grid/layers.ts";
import { type MapContent, NOTHING } from "../../state/map-content.ts";
import { CLASSES, nameOf, type OverlapClass } from "./comparison.ts";
import { useComparison } from "./use-comparison.ts";

/** The overlay of both sides in three classes, or the one side there is. */
export function useComparisonOnMap(): MapContent {
  const { now, data, isStale, isWhole, alone, aloneSide } = useComparison();
  const lonely = alone?.data?.positions;
  return useMemo(() => {
    const names = { left: nameOf(now.left, "left"), right: nameOf(now.right, "right") };
    if (data) {
      const layers = compareLayers(data.left.positions, data.right.positions, names);
      return {
        title: `${names.left} and ${names.right}`,
        layers: layers.filter(({ id }) => !now.hidden.includes(id as OverlapClass)),
        fingerprint: null,
        emptyText: now.hidden.length === CLASSES.length ? "All parts are hidden" : "No cells",
        isStale,
      };
    }
    if (isWhole || !lonely) return NOTHING;
    return {
      title: names[aloneSide],
      layers: [
        {
          id: aloneSide,
          label: names[aloneSide],
          positions: lonely,
          colour: aloneSide === "left" ? "first" : "second",
        },
      ],
      fingerprint: null,
      emptyText: "No cells",
    };
  }, [now, data, isStale, isWhole, lonely, aloneSide]);
}
