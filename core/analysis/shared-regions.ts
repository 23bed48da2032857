import { namesFor } from "../atlas/name-regions.ts";
import { neighboursOf } from "../atlas/torus.ts";
import { clustersOf } from "../fingerprint/clusters.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import type { Retina } from "../retina/types.ts";

/** A patch of shared cells with its name. */
export interface SharedRegion {
  readonly label: string;
  readonly positions: Positions;
  /** Share of the overlap, 0..1. */
  readonly share: number;
  readonly terms: string[];
}

const REGION_TERMS = 3;

/** An overlap in patches, each with a name; lone cells go to the nearest patch, so that the patches add up. */
export function sharedRegions(retina: Retina, both: Positions): SharedRegion[] {
  const taken = new Set<string>();
  return partition(both).map((positions) => {
    const [label = retina.term(retina.anchor(positions[0]!)), ...terms] = namesFor(
      retina,
      positions,
      taken,
    );
    taken.add(label);
    return {
      label,
      positions,
      share: positions.length / both.length,
      terms: [label, ...terms].slice(0, REGION_TERMS),
    };
  });
}

/** Every position in exactly one patch, the largest patch first. */
export function partition(positions: Positions): Positions[] {
  const clusters = clustersOf(positions);
  const owner = nearestCluster(clusters);
  const members = clusters.map((): number[] => []);
  for (const position of positions) members[owner[position]!]?.push(position);
  return members
    .map((list) => Uint16Array.from(list))
    .sort((a, b) => b.length - a.length || a[0]! - b[0]!);
}

/** For each cell of the map the cluster that is fewest steps away; all clusters spread at once. */
function nearestCluster(clusters: readonly Positions[]): Int16Array {
  const owner = new Int16Array(CELLS).fill(-1);
  const queue = clusters.flatMap((cluster, index) => {
    for (const position of cluster) owner[position] = index;
    return Array.from(cluster);
  });
  for (let next = 0; next < queue.length; next++)
    for (const neighbour of neighboursOf(queue[next]!)) {
      if (owner[neighbour] !== -1) continue;
      owner[neighbour] = owner[queue[next]!]!;
      queue.push(neighbour);
    }
  return owner;
}
