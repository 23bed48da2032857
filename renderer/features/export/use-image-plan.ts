import { useMemo, useState } from "react";
import type { Fingerprint } from "../../model/fingerprint.ts";
import { stepsOf } from "../../model/operation-steps.ts";
import { brush } from "../../state/brush.ts";
import { useReaderInView } from "../../state/collection/reader-in-view.ts";
import { useDrawnLayers } from "../../state/layer-looks.ts";
import { pins as shelf } from "../../state/pins.ts";
import { usePublished } from "../../state/publish.ts";
import { useAtlas, useRetina } from "../../state/retina.ts";
import { useSettings } from "../../state/settings.ts";
import { describePlan, draftOf, fingerprintsOnMap, type PictureDraft } from "./make-job.ts";
import { refusalOf } from "./model/image-limits.ts";
import { distinctNames, imageName, type NameParts } from "./model/image-name.ts";
import {
  DEFAULT_IMAGE,
  drawnCell,
  type ImageSettings,
  type ImageSubject,
  isBatch,
  isWithoutState,
  POSTER_FORMATS,
  readImageSettings,
  SUBJECTS,
  styleOf,
} from "./model/image-settings.ts";
import {
  isComparison,
  type Material,
  type OwnTexts,
  type Plan,
  planPicture,
  planPin,
  textsOf,
} from "./model/image-sheet.ts";
import { pointLayers } from "./model/point-layers.ts";
import type { BatchEntry } from "./use-batch.ts";

/** Everything the dialog shows and saves, from what the map shows, the shelf and the settings. */
export function useImagePlan() {
  const content = usePublished(({ map }) => map);
  const { points } = content;
  const layers = useDrawnLayers(
    useMemo(() => (points ? pointLayers(points) : content.layers), [points, content.layers]),
  );
  const pinned = shelf.use();
  const { name, checksum = "" } = useRetina() ?? {};
  const retina = useMemo(() => (name === undefined ? null : { name, checksum }), [name, checksum]);
  const atlas = useAtlas();
  const kept = useSettings(({ image }) => image);
  // Each time it opens with what is seen: what was chosen last may have been of something else.
  const [what, setWhat] = useState<ImageSubject>("map");
  const [texts, setTexts] = useState<OwnTexts>({});
  const chosen = brush.use();
  const { foreign } = content;
  const regions = foreign?.regions ?? atlas?.regions ?? NO_REGIONS;
  const matrix = usePublished((published) => published.matrix);
  const geography = foreign ? null : (atlas?.geography ?? null);
  const density = foreign ? null : (atlas?.density ?? null);
  const offered = useMemo(
    () =>
      offeredSubjects({
        isComparison: isComparison(layers),
        hasSteps: content.operation !== undefined,
        pins: pinned.length,
        hasMatrix: matrix !== null,
        hasAtlas: density !== null,
      }),
    [layers, content.operation, pinned, matrix, density],
  );
  const settings = useMemo(() => settingsFor(kept, what, offered), [kept, what, offered]);
  const title = content.title;
  const { operation } = content;
  const steps = useMemo(
    () => (operation ? stepsOf(operation, layers) : NO_STEPS),
    [operation, layers],
  );
  const reader = useReaderInView();
  const material = useMemo<Material>(() => {
    const retinaName = foreign?.retina ?? name ?? "";
    return {
      title,
      layers,
      points: points ?? null,
      pins: pinned,
      retina: retinaName,
      reader,
      regions,
      chosen,
      steps,
      matrix,
      density,
      geography,
    };
  }, [
    title,
    layers,
    points,
    pinned,
    name,
    foreign,
    reader,
    regions,
    chosen,
    steps,
    matrix,
    density,
    geography,
  ]);
  const style = useMemo(() => styleOf(settings), [settings]);
  const plan = useMemo(
    () => planPicture(material, settings, { style, texts }),
    [material, settings, style, texts],
  );
  const shown = useMemo(() => fingerprintsOnMap(content, retina), [content, retina]);
  const nameAt = (foreign ? undefined : atlas?.nameAt) ?? NAMELESS;
  const refusal = refusalOf(plan, settings.cell, settings);
  const draft = useMemo<PictureDraft>(() => {
    const description = describePlan(plan, settings, material, nameAt);
    const fingerprints = carriedBy(settings, shown, material);
    const isOfMap = settings.what === "map" || settings.what === "panels";
    const isComparison = isOfMap && content.sides !== undefined;
    return draftOf(plan, settings, {
      description,
      fingerprints,
      isComparison,
      chosen: isOfMap ? chosen : [],
    });
  }, [plan, settings, material, nameAt, shown, content.sides, chosen]);
  const usual = useMemo(() => textsOf(material, settings, style), [material, settings, style]);
  return {
    material,
    offered,
    setWhat,
    settings,
    plan,
    draft,
    refusal,
    texts,
    setTexts,
    usual,
  };
}

const NAMELESS = () => "";
const NO_REGIONS: Material["regions"] = [];
const NO_STEPS: Material["steps"] = [];

export type ImagePlan = ReturnType<typeof useImagePlan>;

interface Offered {
  readonly isComparison: boolean;
  readonly hasSteps: boolean;
  readonly pins: number;
  readonly hasMatrix: boolean;
  readonly hasAtlas: boolean;
}

const offeredSubjects = (offered: Offered): ImageSubject[] =>
  SUBJECTS.filter((what) => {
    if (what === "map") return true;
    if (what === "panels") return offered.isComparison;
    if (what === "steps") return offered.hasSteps;
    if (what === "matrix") return offered.hasMatrix;
    if (what === "atlas") return offered.hasAtlas;
    return offered.pins > 0;
  });

function settingsFor(
  kept: Readonly<Record<string, unknown>>,
  chosen: ImageSubject,
  offered: readonly ImageSubject[],
): ImageSettings {
  const settings = readImageSettings(kept);
  const what = offered.includes(chosen) ? chosen : "map";
  const isPoster = what === "atlas" && !POSTER_FORMATS.includes(settings.format);
  const format = isPoster ? "png" : settings.format;
  const cell = what === "matrix" ? settings.matrixCell : settings.cell;
  return { ...settings, what, format, cell };
}

function carriedBy(
  { what }: ImageSettings,
  shown: readonly Fingerprint[],
  { pins }: Material,
): readonly Fingerprint[] {
  if (isWithoutState(what)) return [];
  if (what === "map" || what === "panels" || what === "steps") return shown;
  return isBatch(what) ? pins.slice(0, 1) : pins;
}

const partsOf = ({ label, cells }: Plan, retina: string, settings: ImageSettings): NameParts => ({
  label,
  retina,
  cells,
  size: drawnCell(settings),
  date: new Date().toISOString().slice(0, 10),
});

/** The name the picture is saved under. */
export const nameOf = ({ plan, material, settings }: ImagePlan): string => {
  const { poster } = plan;
  const hasNoCells = settings.what === "map" && (plan.cells === 0 || material.points !== null);
  const isUsual = settings.fileName === DEFAULT_IMAGE.fileName;
  // The usual parts, a number of cells among them, say nothing of a poster, points and the bare map.
  const template = poster
    ? `{label} ${poster.paper}`
    : hasNoCells && isUsual
      ? "{label}"
      : settings.fileName;
  return imageName(template, partsOf(plan, material.retina, settings), settings.format);
};

/** Each pinned fingerprint as a picture of its own. */
export function batchOf({ material, settings }: ImagePlan): BatchEntry[] {
  const style = styleOf(settings);
  const { pins } = material;
  const plans = pins.map((pinned) => planPin(pinned, settings, { style, material }));
  const names = distinctNames(
    plans.map((plan, index) =>
      imageName(
        settings.fileName,
        partsOf(plan, pins[index]!.retina.name, settings),
        settings.format,
      ),
    ),
  );
  return plans.map((plan, index) => {
    const description = describePlan(plan, settings, material, NAMELESS);
    const draft = draftOf(plan, settings, { description, fingerprints: [pins[index]!] });
    return { name: names[index]!, draft };
  });
}
