const BUCKETS = 4096;
/** Scores from -LIMIT to LIMIT standard deviations fall into buckets of their own. */
const LIMIT = 8;
const SCALE = BUCKETS / (2 * LIMIT);

/** Reusable memory for `selectLargest` over up to `size` scores. */
export function largestSelector(size: number) {
  const histogram = new Uint32Array(BUCKETS);
  const edge = new Int32Array(size);
  const bucketOf = (score: number) => {
    const bucket = Math.floor((score + LIMIT) * SCALE);
    return bucket < 0 ? 0 : bucket >= BUCKETS ? BUCKETS - 1 : bucket;
  };

  /**
   * Writes the indices of the `wanted` largest scores to `out`, ascending; of equal scores the first ones.
   * Two passes: a histogram finds the bucket of the last one wanted, only that bucket is sorted.
   */
  return function selectLargest(scores: Float32Array, wanted: number, out: Uint16Array): void {
    histogram.fill(0);
    for (let i = 0; i < scores.length; i++) histogram[bucketOf(scores[i]!)]!++;
    let lowest = BUCKETS;
    let above = 0;
    while (above + histogram[lowest - 1]! < wanted) above += histogram[--lowest]!;
    lowest--;
    let edgeCount = 0;
    for (let i = 0; i < scores.length; i++)
      if (bucketOf(scores[i]!) === lowest) edge[edgeCount++] = i;
    const sorted = edge.subarray(0, edgeCount).sort((a, b) => scores[b]! - scores[a]! || a - b);
    const chosen = sorted.subarray(0, wanted - above).sort();
    let next = 0;
    let at = 0;
    for (let i = 0; i < scores.length && at < wanted; i++) {
      const isChosen = chosen[next] === i;
      if (isChosen) next++;
      if (isChosen || bucketOf(scores[i]!) > lowest) out[at++] = i;
    }
  };
}

/** Place, from `start` on, of the largest of `count` scores; of equal ones the first. */
export function largestAt(scores: Float32Array, start: number, count: number): number {
  let best = 0;
  let most = scores[start]!;
  for (let i = 1; i < count; i++) {
    const score = scores[start + i]!;
    if (score > most) {
      most = score;
      best = i;
    }
  }
  return best;
}
