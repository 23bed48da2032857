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

/** One meaning of a fingerprint. */
export interface Sense {
  readonly positions: Positions;
  /** How many of the positions each probe has. */
  readonly profile: readonly number[];
}

export interface Senses {
  /** Largest first. */
  readonly senses: readonly Sense[];
  /** The terms that fill the patches best: ids. */
  readonly probes: readonly number[];
  /** For each term of the retina the overlap with the whole fingerprint. */
  readonly whole: Uint16Array;
}

/**
 * The senses of a fingerprint: its patches on the map, those joined that the same terms fill, because one meaning may have
 * several places. Depends on nothing but the fingerprint and the retina. Cost is about two searches.
 */
export function findSenses(index: InvertedIndex, query: Positions): Senses {
  const patches = clustersOf(query);
  const whole = index.overlaps(query);
  const probes = findProbes(index, patches, (term) => whole[term]! <= SAME_AGAIN * query.length);
  const joined = joinAlike(withProfiles(index, patches, probes));
  const fewest = SMALLEST_SHARE * query.length;
  const large = joined.filter(({ positions }) => positions.length >= fewest);
  const kept = large.length === 0 ? joined.slice(0, 1) : large;
  const senses = kept.sort(
    ({ positions: a }, { positions: b }) => b.length - a.length || a[0]! - b[0]!,
  );
  return { senses, probes, whole };
}

function withProfiles(
  index: InvertedIndex,
  patches: readonly Positions[],
  probes: readonly number[],
): Sense[] {
  const patchOf = new Int16Array(CELLS).fill(-1);
  patches.forEach((positions, patch) => {
    for (const position of positions) patchOf[position] = patch;
  });
  const profiles = patches.map((): number[] => []);
  for (const probe of probes) countByPatch(index.positions(probe), patchOf, profiles);
  return patches.map((positions, patch) => ({ positions, profile: profiles[patch]! }));
}

/** Adds to each patch's profile how many of its positions a probe has. */
function countByPatch(held: Positions, patchOf: Int16Array, profiles: readonly number[][]): void {
  const counts = new Uint16Array(profiles.length);
  for (const position of held) {
    const patch = patchOf[position]!;
    if (patch >= 0) counts[patch]!++;
  }
  for (const [patch, profile] of profiles.entries()) profile.push(counts[patch]!);
}

/** The terms that fill each patch best and are telling, together. */
function findProbes(
  index: InvertedIndex,
  patches: readonly Positions[],
  isTelling: (term: number) => boolean,
): number[] {
  const probes = new Set<number>();
  for (const patch of patches) {
    const telling = index.rank(patch, { offset: 0, limit: 2 * PROBES }).ids.filter(isTelling);
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
