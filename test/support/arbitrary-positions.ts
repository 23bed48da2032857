import fc from "fast-check";
import { CELLS, type Positions } from "../../core/kernel/grid.ts";

/** Fingerprints of up to `maxLength` positions, crowded more often than chance: half of them lie in one corner. */
export function arbitraryPositions(maxLength = 60): fc.Arbitrary<Positions> {
  const anywhere = fc.integer({ min: 0, max: CELLS - 1 });
  const corner = fc.integer({ min: 0, max: 400 });
  return fc
    .array(fc.oneof(anywhere, corner), { maxLength })
    .map((cells) => Uint16Array.from(new Set(cells)).sort());
}
