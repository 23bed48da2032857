import { unknownContext } from "../errors.ts";
import { clustersOf } from "../fingerprint/clusters.ts";
import { addMatches, type Postings } from "../kernel/postings.ts";
import { selectTop } from "../kernel/select-top.ts";
import { type Match, POS_TYPES, type Positions, type SearchOptions } from "./types.ts";

/** What a search reads. */
export interface SearchIndex {
  readonly termCount: number;
  readonly postings: Postings;
  readonly posBits: Uint8Array;
}

/** Terms by falling overlap, then rising id, which is falling frequency, then alphabet. */
export function findSimilar(index: SearchIndex, query: Positions, options: SearchOptions): Match[] {
  const counts = overlaps(index, query);
  if (options.contextId !== undefined) dropOutsiders(index, query, options.contextId, counts);
  const { posType } = options;
  const filter =
    posType === undefined
      ? undefined
      : { flags: index.posBits, mask: 1 << POS_TYPES.indexOf(posType) };
  const ids = selectTop(counts, query.length, options, filter);
  return Array.from(ids, (term) => ({ term, score: counts[term]! }));
}

/** For each term the number of query positions it holds. */
export function overlaps(index: SearchIndex, query: Positions): Uint16Array {
  const counts = new Uint16Array(index.termCount);
  addMatches(query, index.postings, counts);
  return counts;
}

/** A term belongs to a context if it fills it at least this well, compared with the context it fills best. */
const BELONGS = 0.5;

/**
 * Sets to 0 the counts of the terms that do not belong to the context.
 *
 * A term fills a context to the share of the context's positions that it holds; small shares mean little in a
 * small context, so shares are taken of the size plus a constant.
 */
function dropOutsiders(
  index: SearchIndex,
  query: Positions,
  contextId: number,
  counts: Uint16Array,
): void {
  const clusters = clustersOf(query);
  if (clusters[contextId] === undefined) throw unknownContext(contextId, clusters.length);
  const best = new Float32Array(counts.length);
  const own = new Float32Array(counts.length);
  clusters.forEach((cluster, id) => {
    const weight = 1 / (cluster.length + SMOOTHING);
    const within = overlaps(index, cluster);
    for (let term = 0; term < within.length; term++) {
      const share = within[term]! * weight;
      if (share > best[term]!) best[term] = share;
      if (id === contextId) own[term] = share;
    }
  });
  for (let term = 0; term < counts.length; term++)
    if (own[term]! === 0 || own[term]! < BELONGS * best[term]!) counts[term] = 0;
}
const SMOOTHING = 8;
