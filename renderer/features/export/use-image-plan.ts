import { useMemo, useState } from "react";
import { useAtlas } from "../../state/atlas.ts";
import { brush } from "../../state/brush.ts";
import type { Fingerprint } from "../../state/fingerprint.ts";
import { useDrawnLayers } from "../../state/layer-looks.ts";
import { useMapContent } from "../../state/map-content.ts";
import { pins } from "../../state/pins.ts";
import { useRetina } from "../../state/retina.ts";
import { useSettings } from "../../state/settings.ts";
import type { BatchEntry } from "./batch.ts";
import { refusalOf } from "./image-limits.ts";
import { distinctNames, imageName, type NameParts } from "./image-name.ts";
import {
  type ImageSettings,
  type ImageSubject,
  readImageSettings,
  styleOf,
} from "./image-settings.ts";
import {
  isComparison,
  type Material,
  type OwnTexts,
  type Plan,
  planPicture,
  planPin,
  textsOf,
} from "./image-sheet.ts";
import { describePlan, draftOf, fingerprintsOnMap, type PictureDraft } from "./make-job.ts";

/** Everything the dialog shows and saves, from what the map shows, the shelf and the settings. */
export function useImagePlan() {
  const { content } = useMapContent();
  const layers = useDrawnLayers(content.layers);
  const pinned = pins.use();
  const { name, checksum = "" } = useRetina() ?? {};
  const retina = useMemo(() => (name === undefined ? null : { name, checksum }), [name, checksum]);
  const atlas = useAtlas();
  const kept = useSettings(({ image }) => image);
  const [texts, setTexts] = useState<OwnTexts>({});
  const chosen = brush.use();
  const regions = atlas?.regions ?? NO_REGIONS;
  const material = useMemo<Material>(
    () => ({ title: content.title, layers, pins: pinned, retina: name ?? "", regions, chosen }),
    [content.title, layers, pinned, name, regions, chosen],
  );
  const offered = useMemo(() => offeredSubjects(material), [material]);
  const settings = useMemo(() => settingsFor(kept, offered), [kept, offered]);
  const style = useMemo(() => styleOf(settings), [settings]);
  const plan = useMemo(
    () => planPicture(material, settings, { style, texts }),
    [material, settings, style, texts],
  );
  const shown = useMemo(() => fingerprintsOnMap(content, retina), [content, retina]);
  const nameAt = atlas?.nameAt ?? NAMELESS;
  const refusal = refusalOf(plan, settings.cell, settings.format);
  const draft = useMemo<PictureDraft>(() => {
    const description = describePlan(plan, settings, material, nameAt);
    const fingerprints = carriedBy(settings, shown, pinned);
    const isOfMap = settings.what === "map" || settings.what === "panels";
    const isComparison = isOfMap && content.sides !== undefined;
    return draftOf(plan, settings, {
      description,
      fingerprints,
      isComparison,
      chosen: isOfMap ? chosen : [],
    });
  }, [plan, settings, material, nameAt, shown, pinned, content.sides, chosen]);
  const usual = useMemo(() => textsOf(material, settings, style), [material, settings, style]);
  return { material, offered, settings, plan, draft, refusal, texts, setTexts, usual };
}

const NAMELESS = () => "";
const NO_REGIONS: Material["regions"] = [];

export type ImagePlan = ReturnType<typeof useImagePlan>;

function offeredSubjects({ layers, pins: pinned }: Material): ImageSubject[] {
  const onMap: ImageSubject[] = isComparison(layers) ? ["map", "panels"] : ["map"];
  return pinned.length === 0 ? onMap : [...onMap, "overlay", "sheet", "batch"];
}

function settingsFor(
  kept: Readonly<Record<string, unknown>>,
  offered: readonly ImageSubject[],
): ImageSettings {
  const settings = readImageSettings(kept);
  return offered.includes(settings.what) ? settings : { ...settings, what: "map" };
}

function carriedBy(
  { what }: ImageSettings,
  shown: readonly Fingerprint[],
  pinned: readonly Fingerprint[],
) {
  if (what === "map" || what === "panels") return shown;
  return what === "batch" ? pinned.slice(0, 1) : pinned;
}

const partsOf = ({ label, cells }: Plan, retina: string, { cell }: ImageSettings): NameParts => ({
  label,
  retina,
  cells,
  size: cell,
  date: new Date().toISOString().slice(0, 10),
});

/** The name the picture is saved under. */
export const nameOf = ({ plan, material, settings }: ImagePlan): string =>
  imageName(settings.fileName, partsOf(plan, material.retina, settings), settings.format);

/** Each pinned fingerprint as a picture of its own. */
export function batchOf({ material, settings }: ImagePlan): BatchEntry[] {
  const style = styleOf(settings);
  const plans = material.pins.map((pinned) => planPin(pinned, settings, { style, material }));
  const names = distinctNames(
    plans.map((plan, index) =>
      imageName(
        settings.fileName,
        partsOf(plan, material.pins[index]!.retina.name, settings),
        settings.format,
      ),
    ),
  );
  return plans.map((plan, index) => {
    const description = describePlan(plan, settings, material, NAMELESS);
    const draft = draftOf(plan, settings, { description, fingerprints: [material.pins[index]!] });
    return { name: names[index]!, draft };
  });
}
