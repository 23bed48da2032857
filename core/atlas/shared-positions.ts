import { CELLS, type Positions } from "../kernel/grid.ts";

/**
 * How many positions each fingerprint shares with each of others. The others are listed by cell first, so that only what
 * is shared is counted and not every position of every pair.
 */
export function sharedPositions(
  fingerprints: readonly Positions[],
  others: readonly Positions[],
): Uint16Array[] {
  const starts = new Uint32Array(CELLS + 1);
  for (const positions of others) for (const cell of positions) starts[cell + 1]!++;
  for (let cell = 0; cell < CELLS; cell++) starts[cell + 1]! += starts[cell]!;
  const byCell = new Uint16Array(starts[CELLS]!);
  const next = starts.slice();
  others.forEach((positions, other) => {
    for (const cell of positions) byCell[next[cell]!++] = other;
  });
  return fingerprints.map((positions) => {
    const shared = new Uint16Array(others.length);
    for (const cell of positions)
      for (let at = starts[cell]!; at < starts[cell + 1]!; at++) shared[byCell[at]!]!++;
    return shared;
  });
}
