import {
  DEFAULT_IMAGE,
  type ImageSettings,
} from "../../../../renderer/features/export/model/image-settings.ts";
import type { Material } from "../../../../renderer/features/export/model/image-sheet.ts";
import type { Fingerprint } from "../../../../renderer/model/fingerprint.ts";
import type { ColourName, MapLayer } from "../../../../renderer/model/map/layers.ts";

export const pinOf = (label: string, positions: readonly number[]): Fingerprint => ({
  id: `id of ${label}`,
  label,
  source: { term: label },
  positions,
  retina: { name: "en", checksum: "c" },
  created: "2026-01-01T00:00:00.000Z",
});

export const layerOf = (
  id: string,
  positions: readonly number[],
  colour: ColourName = "first",
): MapLayer => ({ id, label: id, positions, colour });

export const materialOf = (part: Partial<Material>): Material => ({
  title: "map",
  layers: [],
  points: null,
  pins: [],
  retina: "en",
  reader: undefined,
  regions: [],
  chosen: [],
  steps: [],
  density: null,
  geography: null,
  matrix: null,
  ...part,
});

/** Only cells, so that each pixel is a cell or is not. */
export const BARE: ImageSettings = {
  ...DEFAULT_IMAGE,
  preset: "Service",
  lines: 0,
  hasGap: false,
  hasTitle: false,
  hasCaption: false,
  hasLegend: false,
};
