import { CELLS } from "../../../core/kernel/grid.ts";
import { type BenchContext, fingerprintOrEmpty } from "./bench-context.ts";
import type { Measure } from "./measures.ts";

const COLLECTIONS = ["reuters-21578", "state-of-the-union"] as const;
/** A cell that fewer of the rows set is hardly used. */
const RARE = 0.01;

/** How much of the map the rows of whole collections use. */
export function measureUse({ data, engine }: BenchContext): Measure[] {
  return COLLECTIONS.flatMap((set) => {
    const texts = data.collectionTexts(set);
    if (texts === undefined) return [];
    const fingerprints = texts.map((text) => fingerprintOrEmpty(text, engine));
    const { evenly, rarely } = mapUse(fingerprints.filter(({ length }) => length > 0));
    return [
      { set, figure: "share of the map in use (e to the entropy)", value: evenly },
      { set, figure: "share of cells set by under 1% of the rows", value: rarely },
    ];
  });
}

/**
 * How the set cells of all fingerprints lie. `evenly`: as many cells, as a share of the map, as would have the same entropy if
 * all of them were set equally often; `rarely`: the share of cells that fewer than 1% of the fingerprints set.
 */
export function mapUse(fingerprints: readonly Uint16Array[]): { evenly: number; rarely: number } {
  const counts = new Float64Array(CELLS);
  let all = 0;
  for (const fingerprint of fingerprints) {
    for (const cell of fingerprint) counts[cell]!++;
    all += fingerprint.length;
  }
  let entropy = 0;
  let rare = 0;
  for (const count of counts) {
    if (count > 0) entropy -= (count / all) * Math.log(count / all);
    if (count < RARE * fingerprints.length) rare++;
  }
  return { evenly: all === 0 ? 0 : Math.exp(entropy) / CELLS, rarely: rare / CELLS };
}
