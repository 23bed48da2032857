import type { Material } from "../../../../renderer/features/export/model/picture-sheet.ts";
import type { Fingerprint } from "../../../../renderer/model/fingerprint.ts";
import type { ColourName, MapLayer } from "../../../../renderer/model/map/layers.ts";
import { DEFAULT_STYLE } from "../../../../renderer/model/map/style.ts";

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
  fingerprint: null,
  retina: "en",
  reader: undefined,
  regions: [],
  chosen: [],
  geography: null,
  style: DEFAULT_STYLE,
  ...part,
});
