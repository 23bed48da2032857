import type { Handler, Output } from "../api/client-types.ts";
import { namesFor } from "../atlas/name-regions.ts";
import { neighboursOf } from "../atlas/torus.ts";
import { clustersOf } from "../fingerprint/clusters.ts";
import { compare } from "../fingerprint/metrics.ts";
import { and, sub } from "../fingerprint/operations.ts";
import { CELLS, type Positions, type Retina } from "../retina/types.ts";
import { chanceOf } from "./chance.ts";
import type { Engine } from "./engine.ts";
import { positionsOf } from "./read-expression.ts";

type View = Output<"app.compare">;

/** The comparison view: beside the metrics, where the overlap lies and what chance would give. */
export function appCompareHandlers(engine: Engine) {
  const view: Handler<"app.compare"> = ({ retina_name, left, right, limit }) => {
    const model = engine.model(retina_name);
    const sides = { left: positionsOf(model, left), right: positionsOf(model, right) };
    return viewOf(model.retina, sides, limit);
  };
  return { "app.compare": view };
}

interface Sides {
  readonly left: Positions;
  readonly right: Positions;
}

function viewOf(retina: Retina, { left, right }: Sides, limit: number): View {
  const both = and([left, right]);
  const isEmpty = left.length === 0 || right.length === 0;
  return {
    left: { positions: Array.from(left), size: left.length },
    right: { positions: Array.from(right), size: right.length },
    relation: relationOf(left.length, right.length, both.length),
    metrics: isEmpty ? null : compare(left, right),
    terms: {
      left: telling(retina, sub([left, right]), limit),
      both: telling(retina, both, limit),
      right: telling(retina, sub([right, left]), limit),
    },
    regions: sharedRegions(retina, both),
    chance: chanceOf(retina).between(left.length, right.length),
  };
}

function relationOf(left: number, right: number, both: number): View["relation"] {
  if (left === 0 || right === 0) return "empty";
  if (both === 0) return "disjoint";
  if (both === left && both === right) return "identical";
  if (both === left) return "left-in-right";
  return both === right ? "right-in-left" : "partial";
}

function telling(retina: Retina, part: Positions, limit: number): View["terms"]["left"] {
  return retina.similar(part, { offset: 0, limit }).map(({ term, score }) => ({
    term: retina.term(term),
    score,
    df: retina.documentFrequency(term),
  }));
}

/** The overlap in patches, each with a name; lone cells go to the nearest patch, so that the patches add up. */
function sharedRegions(retina: Retina, both: Positions): View["regions"] {
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
      positions: Array.from(positions),
      share: positions.length / both.length,
      terms: [label, ...terms].slice(0, REGION_TERMS),
    };
  });
}
const REGION_TERMS = 3;

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
