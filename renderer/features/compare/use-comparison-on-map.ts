import { useMemo } from "react";
import type { RetinaStamp } from "../../../core/workspace/cells.ts";
import { type Fingerprint, makeFingerprint } from "../../model/fingerprint.ts";
import { compareLayers, type MapLayer } from "../../model/map/layers.ts";
import { type MapContent, NOTHING } from "../../model/map-content.ts";
import { useRetina } from "../../state/retina.ts";
import { useCompareDesk } from "./comparison-store.ts";
import { MOST_LAID } from "./model/comparison.ts";
import { type Member, useComparison } from "./use-comparison.ts";

/** An item with its cells. */
export type Laid = Member & { readonly positions: readonly number[] };

/** Two in three classes, up to eight over each other, one alone; a pair of the matrix that is pointed at is shown as two are. */
export function useComparisonOnMap(): MapContent {
  const { members, isStale } = useComparison();
  const retina = useRetina();
  const pair = useCompareDesk((desk) => desk.pair);
  return useMemo(() => {
    const laid = members.filter((each): each is Laid => each.positions !== undefined);
    const pointed = pair?.flatMap((place) => members[place] ?? []) ?? [];
    const shown = members.length > 2 && pointed.length === 2 ? pointed : laid;
    const content = contentOf(shown as readonly Laid[], retina);
    // Cells that are on their way leave the map as it is.
    return laid.length < members.length || isStale ? { ...content, isStale: true } : content;
  }, [members, isStale, retina, pair]);
}

function contentOf(laid: readonly Laid[], retina: RetinaStamp | null): MapContent {
  const [first, second] = laid;
  if (!first) return NOTHING;
  if (!second)
    return {
      title: first.name,
      layers: [layerOf(first)],
      fingerprint: fingerprintOf(first, retina),
      emptyText: "No cells",
    };
  if (laid.length === 2) {
    const [left, right] = [fingerprintOf(first, retina), fingerprintOf(second, retina)];
    const names = { left: first.name, right: second.name };
    return {
      ...(left && right ? { sides: [left, right] as const } : {}),
      title: `${first.name} and ${second.name}`,
      layers: compareLayers(first.positions, second.positions, names),
      fingerprint: null,
      emptyText: "No cells",
    };
  }
  if (laid.length > MOST_LAID) return { ...NOTHING, emptyText: "Hover over a pair in the matrix" };
  return {
    title: `${laid.length} items overlaid`,
    layers: laid.map(layerOf),
    fingerprint: null,
    emptyText: "None of them has a cell",
  };
}

const layerOf = ({ index, name, positions, colour, letter }: Laid): MapLayer => ({
  id: `item ${index}`,
  label: name,
  positions,
  colour,
  ...(letter === "" ? {} : { letter }),
});

/** What pinning and exporting take: with the expression the item was written as. */
function fingerprintOf(
  { item: { source }, name, positions }: Laid,
  retina: RetinaStamp | null,
): Fingerprint | null {
  if (!retina) return null;
  const { name: retinaName, checksum } = retina;
  return makeFingerprint({
    label: name,
    positions,
    source,
    retina: { name: retinaName, checksum: checksum ?? "" },
  });
}
