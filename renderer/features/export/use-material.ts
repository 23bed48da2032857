import { useMemo } from "react";
import { brush } from "../../state/brush.ts";
import { useReaderInView } from "../../state/collection/reader-in-view.ts";
import { useDrawnLayers } from "../../state/hidden-layers.ts";
import { usePublished } from "../../state/publish.ts";
import { useAtlas, useRetina } from "../../state/retina.ts";
import { useSettings } from "../../state/settings.ts";
import type { Material } from "./model/picture-sheet.ts";
import { pointLayers } from "./model/point-layers.ts";

const NO_REGIONS: Material["regions"] = [];

/** What the map shows, with all that a picture of it needs. */
export function useMaterial(): Material {
  const { title, points, layers: own, fingerprint, foreign } = usePublished(({ map }) => map);
  const layers = useDrawnLayers(useMemo(() => (points ? pointLayers(points) : own), [points, own]));
  const used = useRetina();
  const retina = foreign?.retina ?? used?.name ?? "";
  const atlas = useAtlas();
  const regions = foreign?.regions ?? atlas?.regions ?? NO_REGIONS;
  const geography = foreign ? null : (atlas?.geography ?? null);
  const chosen = brush.use();
  const reader = useReaderInView();
  const style = useSettings(({ gridStyle }) => gridStyle);
  return useMemo(
    () => ({
      title,
      layers,
      points: points ?? null,
      fingerprint,
      retina,
      reader,
      regions,
      chosen,
      geography,
      style,
    }),
    [title, layers, points, fingerprint, retina, reader, regions, chosen, geography, style],
  );
}
