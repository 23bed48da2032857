import type { Engine } from "../analysis/engine.ts";
import { rankByLift, rankByOverlap } from "../analysis/rank-area.ts";
import type { Handler } from "../api/client-types.ts";
import { namesFor } from "../atlas/name-regions.ts";
import { normalise } from "../fingerprint/positions.ts";
import { CELLS } from "../kernel/grid.ts";

/** What the map shows; regions may have to be computed first, which takes a second or two. */
export function appMapHandlers(engine: Engine) {
  const cell: Handler<"app.cell"> = async ({ retina_name, position, radius, limit }) => {
    const model = await engine.model(retina_name);
    const { retina } = model;
    const { regions, regionOf } = await engine.atlas(model);
    return {
      position,
      row: position >> 7,
      column: position & 127,
      anchor: retina.term(retina.anchor(position)),
      load: retina.cellLoad()[position]!,
      regions: regionOf
        .map((level) => regions[level[position]!]!.label)
        .filter((label) => label !== ""),
      terms: retina.cellTerms(position, radius, limit).map(({ term, score }) => ({
        term: retina.term(term),
        score,
        df: retina.documentFrequency(term),
      })),
    };
  };

  const atlas: Handler<"app.atlas"> = async ({ retina_name }) => {
    const model = await engine.model(retina_name);
    const { retina } = model;
    const { regions, regionOf, kinship } = await engine.atlas(model);
    return {
      anchors: Array.from({ length: CELLS }, (_, position) => retina.term(retina.anchor(position))),
      load: Array.from(retina.cellLoad()),
      kinship: Array.from(kinship, (share) => Math.round(share * 1000) / 1000),
      regions: regions.map((region) => ({ ...region, runnersUp: [...region.runnersUp] })),
      regionOf: regionOf.map((level) => Array.from(level)),
      checksum: retina.checksum,
    };
  };

  const regionTerms: Handler<"app.regionTerms"> = async ({ retina_name, positions, limit, by }) => {
    const { retina } = await engine.model(retina_name);
    const area = normalise(Uint16Array.from(positions));
    if (area.length === 0) return { cells: 0, label: null, rows: [] };
    const rank = by === "lift" ? rankByLift : rankByOverlap;
    const [label = null] = namesFor(retina, area, new Set());
    return { cells: area.length, label, rows: rank(retina, area, limit) };
  };

  return { "app.cell": cell, "app.atlas": atlas, "app.regionTerms": regionTerms };
}
