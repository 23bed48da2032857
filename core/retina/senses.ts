import { clustersOf } from "../fingerprint/clusters.ts";
import { or } from "../fingerprint/operations.ts";
import type { InvertedIndex } from "../kernel/inverted-index.ts";
import { CELLS, type Positions } from "./types.ts";

/** Terms looked at for each patch. */
const PROBES = 60;
/** A term with more of the fingerprint than this tells nothing about one patch: it is where the fingerprint comes from. */
const SAME_AGAIN = 0.9;
/** Two patches are one sense when the terms that fill them agree to this correlation. */
const AGREEMENT = 0.2;
/** A sense needs this share of the fingerprint. */
const SMALLEST_SHARE = 0.05;

/**
 * The senses of a fingerprint, largest first: its patches on the map, those joined that the same terms fill, because one
 * meaning may have several places. Depends on nothing but the fingerprint and the retina. Cost is about three searches.
 */
export function sensesOf(index: InvertedIndex, query: Positions): Positions[] {
  const patches = clustersOf(query);
  const senses = joinAlike(withProfiles(index, query, patches));
  const fewest = SMALLEST_SHARE * query.length;
  const large = senses.filter(({ positions }) => positions.length >= fewest);
  const kept = large.length === 0 ? senses.slice(0, 1) : large;
  return kept
    .map(({ positions }) => positions)
    .sort((a, b) => b.length - a.length || a[0]! - b[0]!);
}

interface Sense {
  readonly positions: Positions;
  /** How many of the positions each probe has. */
  readonly profile: readonly number[];
}

function withProfiles(
  index: InvertedIndex,
  query: Positions,
  patches: readonly Positions[],
): Sense[] {
  const profiles = patches.map((): number[] => []);
  if (patches.length > 1) {
    const patchOf = new Int16Array(CELLS).fill(-1);
    patches.forEach((positions, patch) => {
      for (const position of positions) patchOf[position] = patch;
    });
    for (const probe of findProbes(index, query, patches))
      countByPatch(index.positions(probe), patchOf, profiles);
  }
  return patches.map((positions, patch) => ({ positions, profile: profiles[patch]! }));
}

/** Adds to each patch's profile how many of its positions a probe has. */
function countByPatch(held: Positions, patchOf: Int16Array, profiles: readonly number[][]): void {
  for (const profile of profiles) profile.push(0);
  const last = profiles[0]!.length - 1;
  for (const position of held) {
    const patch = patchOf[position]!;
    if (patch >= 0) profiles[patch]![last]!++;
  }
}

/** The terms that fill each patch best, together. */
function findProbes(
  index: InvertedIndex,
  query: Positions,
  patches: readonly Positions[],
): number[] {
  const whole = index.overlaps(query);
  const most = SAME_AGAIN * query.length;
  const probes = new Set<number>();
  for (const patch of patches) {
    const { ids } = index.rank(patch, { offset: 0, limit: 2 * PROBES });
    const telling = ids.filter((term) => whole[term]! <= most);
    for (const term of telling.subarray(0, PROBES)) probes.add(term);
  }
  return [...probes];
}

/** Joins the two that agree best, and again, until none agree. */
function joinAlike(senses: readonly Sense[]): Sense[] {
  const joined = [...senses];
  for (;;) {
    const pair = mostAlike(joined);
    if (pair === undefined) return joined;
    const [i, j] = pair;
    const [later] = joined.splice(j, 1);
    joined[i] = join(joined[i]!, later!);
  }
}

/** The pair with the highest agreement, the lower index first; none if no agreement is high enough. */
function mostAlike(senses: readonly Sense[]): readonly [number, number] | undefined {
  let pair: readonly [number, number] | undefined;
  let highest = AGREEMENT;
  for (let i = 0; i < senses.length; i++)
    for (let j = i + 1; j < senses.length; j++) {
      const agreement = correlation(senses[i]!.profile, senses[j]!.profile);
      if (agreement <= highest) continue;
      highest = agreement;
      pair = [i, j];
    }
  return pair;
}

const join = (a: Sense, b: Sense): Sense => ({
  positions: or([a.positions, b.positions]),
  profile: a.profile.map((count, probe) => count + b.profile[probe]!),
});

/** Pearson's correlation; 0 where one of the two does not vary. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const meanA = mean(a);
  const meanB = mean(b);
  let both = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < a.length; i++) {
    const fromA = a[i]! - meanA;
    const fromB = b[i]! - meanB;
    both += fromA * fromB;
    squaresA += fromA * fromA;
    squaresB += fromB * fromB;
  }
  const spread = Math.sqrt(squaresA) * Math.sqrt(squaresB);
  return spread === 0 ? 0 : both / spread;
}

const mean = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
