import type { Positions } from "../kernel/grid.ts";
import { canName } from "../retina/name-policy.ts";
import { chooseNames } from "./choose-names.ts";
import { beyondChance, evenly, type Homes, homesOf, livingIn } from "./homes.ts";
import { type Candidate, candidatesFor } from "./name-regions.ts";
import { isKin } from "./name-words.ts";
import { type KnownTerms, type RegionName, wordsFor } from "./region-words.ts";

/** One level of the map that is to be named. */
export interface Unnamed {
  /** For each cell the number of its region. */
  readonly numbers: Uint16Array;
  /** The cells of each region. */
  readonly cellLists: readonly Positions[];
  /** For each region the one of the wider level that holds it; all the same at the widest. */
  readonly parents: readonly number[];
  /** For each region the words of those that hold it. */
  readonly above: readonly (readonly string[])[];
}

/**
 * At levels with up to so many regions: words that are compared, terms of each region that they have to lead home, and terms
 * that are looked at besides one a cell. A name that leads fewer home than the least share says what lives elsewhere too. Where
 * regions are few, each is a mixture of more.
 */
const EFFORTS = [
  { regions: 40, words: 36, residents: 150, lookedAt: 300, leastFound: 0.5 },
  { regions: 100, words: 26, residents: 80, lookedAt: 600, leastFound: 0.5 },
  { regions: Number.POSITIVE_INFINITY, words: 20, residents: 72, lookedAt: 600, leastFound: 0.46 },
] as const;
/** Over the root of the cells of a region: the lowest rank of a word in its name. A continent wants a household word. */
const RAREST = 200_000;
/** Terms that are kept of those: many live elsewhere. */
const KEPT = 120;
/** Terms that are kept besides. */
const OTHERS = 5;

interface TriedName extends RegionName {
  /** There are words, but the terms of the region are about other things too. */
  readonly isMixture: boolean;
}

/** Names of the regions of a level that its terms can tell apart; no name where they are not led to it. */
export function nameTogether(
  known: KnownTerms,
  { numbers, cellLists, parents, above }: Unnamed,
): TriedName[] {
  const homes = homesOf(known.retina, { numbers, sizes: cellLists.map(({ length }) => length) });
  const effort = EFFORTS.find(({ regions }) => cellLists.length <= regions)!;
  const living = livingIn(homes, cellLists.length).map((terms) => evenly(terms, effort.residents));
  const candidates = cellLists.map((cells, region) =>
    candidatesIn(known, {
      cells,
      homes,
      above: above[region]!,
      most: effort.words,
      lookedAt: effort.lookedAt,
    }),
  );
  const chosen = chooseNames(
    known,
    cellLists.map((_, region) => ({
      candidates: candidates[region]!,
      residents: living[region]!,
      parent: parents[region]!,
    })),
  );
  return chosen.map(({ words, found }, region) => ({
    words: found >= effort.leastFound ? words : [],
    isMixture: words.length > 0 && found < effort.leastFound,
    others: candidates[region]!.map(({ name }) => name)
      .filter((name) => !words.includes(name))
      .slice(0, OTHERS),
  }));
}

interface Place {
  readonly cells: Positions;
  readonly homes: Homes;
  readonly above: readonly string[];
  readonly most: number;
  readonly lookedAt: number;
}

/** Terms that may name a region and are at home there, best first. */
function candidatesIn(
  known: KnownTerms,
  { cells, homes, above, most, lookedAt }: Place,
): Candidate[] {
  const { retina } = known;
  const isAtHome = ({ term, inside }: Candidate) =>
    beyondChance(inside, retina.size(term), cells.length) >= AT_HOME * homes.strengths[term]!;
  const isFit = (term: number) => canName(retina, term) && term < RAREST / Math.sqrt(cells.length);
  return candidatesFor(retina, cells, { count: KEPT, extra: lookedAt, taken: new Set(), isFit })
    .filter(isAtHome)
    .filter(({ name }) => !above.some((word) => isKin(word, name)))
    .slice(0, most);
}

/** A term may name a region where it is so nearly as strong as in the region where it is strongest. */
const AT_HOME = 0.7;

/** Names of small regions, which are too many and too small to be told apart: large ones choose first. */
export function nameSingly(known: KnownTerms, { cellLists, above }: Unnamed): RegionName[] {
  const taken = new Set<string>();
  const named: RegionName[] = [];
  for (const region of bySize(cellLists)) {
    const inUse = { has: (name: string) => taken.has(name) || above[region]!.includes(name) };
    named[region] = wordsFor(known, cellLists[region]!, inUse);
    for (const word of named[region].words) taken.add(word);
  }
  return named;
}

const bySize = (cellLists: readonly Positions[]): number[] =>
  [...cellLists.keys()].sort((a, b) => cellLists[b]!.length - cellLists[a]!.length || a - b);
