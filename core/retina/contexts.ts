import { clustersOf } from "../fingerprint/clusters.ts";
import type { InvertedIndex } from "../kernel/inverted-index.ts";
import type { Context, Positions } from "./types.ts";

/** Ignored when a term is small or rare, so that a name is one that people know. */
const RARE_RANK = 4000;

/**
 * The clusters of a fingerprint, largest first, each named by a term.
 *
 * A name is a term that fills the cluster and has little of the fingerprint outside it, so that it tells this
 * cluster from the others; a term that has nearly the whole fingerprint (such as the one it came from) is none.
 */
export function findContexts(index: InvertedIndex, query: Positions): Context[] {
  const whole = index.overlaps(query);
  const taken = new Set<number>();
  return clustersOf(query).map((positions, id) => {
    const label = bestLabel(index, { whole, positions, taken, size: query.length });
    taken.add(label);
    return { id, label, positions };
  });
}

interface Cluster {
  readonly whole: Uint16Array;
  readonly positions: Positions;
  readonly taken: ReadonlySet<number>;
  /** Positions of the whole fingerprint. */
  readonly size: number;
}

function bestLabel(index: InvertedIndex, cluster: Cluster): number {
  const within = index.overlaps(cluster.positions);
  let best = 0;
  let highest = -1;
  for (let term = 0; term < within.length; term++) {
    const inside = within[term]!;
    if (inside === 0 || cluster.taken.has(term)) continue;
    const fit = fitOf(index, cluster, term, inside);
    if (fit > highest) {
      highest = fit;
      best = term;
    }
  }
  return best;
}

/** Coverage of the cluster, times how much of the shared positions and of the term's own lie in it. */
function fitOf(index: InvertedIndex, cluster: Cluster, term: number, inside: number): number {
  const shared = cluster.whole[term]!;
  if (shared > NEARLY_ALL * cluster.size) return 0;
  const coverage = inside / cluster.positions.length;
  const sharedInside = inside / shared;
  const ownInside = inside / index.size(term);
  return coverage * Math.sqrt(sharedInside * ownInside) * knownness(term);
}
const NEARLY_ALL = 0.9;

function knownness(term: number): number {
  return 1 / (1 + term / RARE_RANK) ** 0.25;
}
