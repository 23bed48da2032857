import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { exploreQuery } from "../../api/subject-queries.ts";
import type { Fingerprint } from "../../model/fingerprint.ts";
import type { MapLayer } from "../../model/map/layers.ts";
import { type MapContent, NOTHING } from "../../model/map-content.ts";
import { type Sense, senseLayers } from "../../model/sense-colours.ts";
import { useRetina } from "../../state/retina.ts";
import { useSettings } from "../../state/settings.ts";
import { useEvaluatedSubject } from "../../state/use-subject.ts";

const NONE: readonly number[] = [];

/** The subject as map content: its cells, those that thinning dropped, and what pinning and exporting take. */
export function useSubjectOnMap(): MapContent {
  const { expression, label, sent, retina, positions, data, isStale } = useEvaluatedSubject();
  const dropped = data?.dropped ?? NONE;
  const senses = useSensesToColour(positions);
  return useMemo(() => {
    if (!expression || !retina) return NOTHING;
    const fingerprint: Fingerprint | null =
      positions.length === 0 || isStale || !sent
        ? null
        : {
            id: `shown ${retina.name} ${JSON.stringify(expression)}`,
            label,
            source: sent,
            positions,
            retina,
            created: new Date().toISOString(),
          };
    return {
      title: label,
      layers: layersOf(label, positions, { dropped, senses }),
      fingerprint,
      senses,
      emptyText: isStale ? "Nothing evaluated yet" : "No cells left",
      isStale,
    };
  }, [expression, label, sent, retina, positions, dropped, senses, isStale]);
}

/** The senses of the subject where it is to be drawn in their colours; null where it is not, or has but one. */
function useSensesToColour(positions: readonly number[]): readonly Sense[] | null {
  const retina = useRetina();
  const isWanted = useSettings(({ coloursSenses }) => coloursSenses);
  const { data } = useQuery({
    ...exploreQuery(retina?.name ?? "", positions),
    enabled: isWanted && retina !== null && positions.length > 0,
    placeholderData: keepPreviousData,
  });
  const senses = isWanted && positions.length > 0 ? data?.contexts : undefined;
  return senses && senses.length > 1 ? senses : null;
}

interface BesideCells {
  readonly dropped: readonly number[];
  readonly senses: readonly Sense[] | null;
}

function layersOf(
  label: string,
  positions: readonly number[],
  { dropped, senses }: BesideCells,
): MapLayer[] {
  if (positions.length === 0) return [];
  const whole: MapLayer = { id: "subject", label, positions, colour: "first" };
  const kept = senses ? senseLayers(positions, senses) : [whole];
  if (dropped.length === 0) return kept;
  const outlines: MapLayer = {
    id: "dropped",
    label: "dropped by thinning",
    positions: dropped,
    colour: "first",
    mark: "ring",
    opacity: 0.55,
    isOutside: true,
  };
  return [outlines, ...kept];
}
