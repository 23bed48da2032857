import { useMemo } from "react";
import {
  CLASSES,
  nameOf,
  type OverlapClass,
  type Side,
  type SideName,
} from "../../model/compare/comparison.ts";
import { type Fingerprint, makeFingerprint } from "../../model/fingerprint.ts";
import { compareLayers } from "../../model/map/layers.ts";
import { type MapContent, NOTHING } from "../../model/map-content.ts";
import { useRetina } from "../../state/retina.ts";
import { useComparison } from "./use-comparison.ts";

/** The overlay of both sides in three classes, or the one side there is. */
export function useComparisonOnMap(): MapContent {
  const { now, data, isStale, isWhole, alone, aloneSide } = useComparison();
  const lonely = alone?.data?.positions;
  const retina = useRetina();
  return useMemo(() => {
    const names = { left: nameOf(now.left, "left"), right: nameOf(now.right, "right") };
    if (data) {
      const layers = compareLayers(data.left.positions, data.right.positions, names);
      const whole = (side: SideName) =>
        fingerprintOf(now[side], { label: names[side], positions: data[side].positions, retina });
      const [left, right] = [whole("left"), whole("right")];
      return {
        ...(left && right ? { sides: [left, right] as const } : {}),
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
      fingerprint: fingerprintOf(now[aloneSide], {
        label: names[aloneSide],
        positions: lonely,
        retina,
      }),
      emptyText: "No cells",
    };
  }, [now, data, isStale, isWhole, lonely, aloneSide, retina]);
}

interface Drawn {
  readonly label: string;
  readonly positions: readonly number[];
  readonly retina: ReturnType<typeof useRetina>;
}

/** A side as what pinning and exporting take: with the expression it was written as. */
function fingerprintOf({ source }: Side, { label, positions, retina }: Drawn): Fingerprint | null {
  if (!source || !retina) return null;
  const { name, checksum = "" } = retina;
  return makeFingerprint({ label, positions, source, retina: { name, checksum } });
}
