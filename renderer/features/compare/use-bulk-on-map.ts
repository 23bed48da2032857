import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { evaluateQuery } from "../../api/subject-queries.ts";
import { compareLayers } from "../../model/map/layers.ts";
import { type MapContent, NOTHING } from "../../model/map-content.ts";
import { useRetina } from "../../state/retina.ts";
import { useBulkRun } from "./bulk-run.ts";
import { useCompareDesk } from "./compare-desk.ts";
import type { BulkItem } from "./model/bulk-items.ts";

const LONGEST = 28;
const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;

/** The pair under the pointer or the cursor, as an overlay. */
export function useBulkOnMap(): MapContent {
  const { items } = useBulkRun();
  const pair = useCompareDesk((desk) => desk.pair);
  const left = pair ? items[pair[0]] : undefined;
  const right = pair ? items[pair[1]] : undefined;
  const leftCells = useCells(left);
  const rightCells = useCells(right);
  return useMemo(() => {
    if (!left || !right || !leftCells || !rightCells)
      return { ...NOTHING, emptyText: items.length > 0 ? "Point at a pair" : NOTHING.emptyText };
    const names = { left: shortened(left.typed), right: shortened(right.typed) };
    return {
      title: `${names.left} and ${names.right}`,
      layers: compareLayers(leftCells, rightCells, names),
      fingerprint: null,
      emptyText: "No cells",
    };
  }, [items, left, right, leftCells, rightCells]);
}

function useCells(item: BulkItem | undefined): readonly number[] | undefined {
  const retina = useRetina()?.name ?? "";
  return useQuery({
    ...evaluateQuery(retina, item?.source ?? { positions: [0] }),
    enabled: retina !== "" && item !== undefined,
  }).data?.positions;
}
