import { CELLS, type Positions } from "../kernel/grid.ts";
import { findHills, smooth } from "../kernel/hills.ts";

/** Half the width of the smoothing box: positions up to about this far apart make one patch. */
const REACH = 2;
/** Two patches are one when the density between them stays above this share of the weaker one's peak. */
const MERGE = 0.7;
/** A position is alone unless the density is at least this many times that of a lone position. */
const CROWD = 1.75;
/** A patch needs this many positions, and this share of the fingerprint, to count. */
const FEWEST = 5;
const SMALLEST_SHARE = 0.03;

/**
 * The patches of a fingerprint on the map, largest first: places where its positions crowd, each with the positions in
 * it. Lone positions are in none. Depends on the positions alone; a patch may reach over the edges of the map.
 *
 * When nothing crowds, the whole fingerprint is one patch; no position gives no patch.
 */
export function clustersOf(positions: Positions): Positions[] {
  if (positions.length === 0) return [];
  const hills = findHills(densityOf(positions), CROWD * LONE_PEAK, MERGE);
  const members = new Map<number, number[]>();
  for (const position of positions) {
    const peak = hills[position]!;
    if (peak >= 0) members.set(peak, [...(members.get(peak) ?? []), position]);
  }
  const fewest = Math.max(FEWEST, Math.ceil(SMALLEST_SHARE * positions.length));
  const clusters = [...members.values()]
    .filter((cluster) => cluster.length >= fewest)
    .map((cluster) => Uint16Array.from(cluster));
  if (clusters.length === 0) return [positions];
  return clusters.sort((a, b) => b.length - a.length || a[0]! - b[0]!);
}

/** Patches that `patchesOf` parts are one when the density between them stays above this share of the weaker one's peak. */
const FINE_MERGE = 0.9;

/** All positions parted into small patches of the map, at every dip of their density; those alone are patches of their own. */
export function patchesOf(positions: Positions): Positions[] {
  const hills = findHills(densityOf(positions), 1, FINE_MERGE);
  const members = new Map<number, number[]>();
  for (const position of positions) {
    const own = members.get(hills[position]!);
    if (own === undefined) members.set(hills[position]!, [position]);
    else own.push(position);
  }
  return Array.from(members.values(), (patch) => Uint16Array.from(patch));
}

function densityOf(positions: Positions): Int32Array {
  const cells = new Int32Array(CELLS);
  for (const position of positions) cells[position] = 1;
  return smooth(cells, REACH);
}

/** The density at a position with no other near it. */
const LONE_PEAK = densityOf(Uint16Array.of(0))[0]!;
