import { useMemo } from "react";
import type { RetinaStamp } from "../../../core/workspace/cells.ts";
import { type Fingerprint, makeFingerprint } from "../../model/fingerprint.ts";
import { compareLayers, type MapLayer } from "../../model/map/layers.ts";
import { type MapContent, NOTHING } from "../../model/map-content.ts";
import { useRetina } from "../../state/retina.ts";
import { useCompareDesk } from "./comparison-store.ts";
import { cellsByCount } from "./model/combinations.ts";
import type { Drawing } from "./model/comparison.ts";
import { type Member, useComparison } from "./use-comparison.ts";

/** An item with its cells. */
export type Laid = Member & { readonly positions: readonly number[] };

/** Two in three classes, more over each other, one alone. Of more than two the pair that is pointed at is shown as two are. */
export function useComparisonOnMap(): MapContent {
  const { now, members, isStale } = useComparison();
  const retina = useRetina();
  const pair = useCompareDesk((desk) => desk.pair);
  const { drawing } = now;
  return useMemo(() => {
    const laid = members.filter((each): each is Laid => each.positions !== undefined);
    const pointed = pair?.flatMap((place) => members[place] ?? []) ?? [];
    const shown = members.length > 2 && pointed.length === 2 ? pointed : laid;
    const content = contentOf(shown as readonly Laid[], drawing, retina);
    // Cells that are on their way leave the map as it is.
    return laid.length < members.length || isStale ? { ...content, isStale: true } : content;
  }, [members, isStale, drawing, retina, pair]);
}

function contentOf(
  laid: readonly Laid[],
  drawing: Drawing,
  retina: RetinaStamp | null,
): MapContent {
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
  return {
    title: `${laid.length} items over each other`,
    layers: drawing === "heat" ? heatLayers(laid) : laid.map(layerOf),
    fingerprint: null,
    emptyText: "None of them has a cell",
  };
}

export const layerOf = ({ index, name, positions, colour, letter }: Laid): MapLayer => ({
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
  if (!source || !retina) return null;
  const { name: retinaName, checksum } = retina;
  return makeFingerprint({
    label: name,
    positions,
    source,
    retina: { name: retinaName, checksum: checksum ?? "" },
  });
}

/** Strength of a cell that only one of many has. */
const FAINTEST = 0.22;

/** One layer for each number of items that hold a cell. */
export const heatLayers = (items: readonly Pick<Laid, "positions">[]): MapLayer[] =>
  cellsByCount(items.map(({ positions }) => positions))
    .map(
      (positions, index): MapLayer => ({
        id: `heat ${index + 1}`,
        label: `in ${index + 1} of ${items.length}`,
        positions,
        colour: "first",
        opacity: items.length === 1 ? 1 : FAINTEST + ((1 - FAINTEST) * index) / (items.length - 1),
      }),
    )
    .filter(({ positions }) => positions.length > 0);
