import { type Group, sumOf } from "./group-positions.ts";
import { dot, toUnit, type Vector } from "./vectors.ts";

/**
 * Gives groups with fewer than `fewest` members those of larger groups that are nearest to them in meaning, until they have
 * enough; no group that gives falls below `fewest`. The smallest is served first.
 */
export function evenOut(
  groups: readonly Group[],
  vectors: readonly Vector[],
  fewest: number,
): Group[] {
  const members = groups.map((group) => new Set(group));
  const middles = groups.map((group) => toUnit(sumOf(vectors, group)));
  const smallestFirst = [...groups.keys()].sort(
    (a, b) => groups[a]!.length - groups[b]!.length || a - b,
  );
  for (const taker of smallestFirst) {
    if (members[taker]!.size >= fewest) return asGroups(members);
    for (const { place, giver } of offersTo(taker, { members, middles, vectors })) {
      if (members[taker]!.size >= fewest) break;
      if (members[giver]!.size <= fewest) continue;
      members[giver]!.delete(place);
      members[taker]!.add(place);
    }
  }
  return asGroups(members);
}

interface Offer {
  readonly place: number;
  readonly giver: number;
  /** How much nearer to the taker than to the giver. */
  readonly gain: number;
}

interface Shared {
  readonly members: readonly Set<number>[];
  readonly middles: readonly Vector[];
  readonly vectors: readonly Vector[];
}

/** The members of all other groups, those that would be missed least and wanted most first. */
function offersTo(taker: number, { members, middles, vectors }: Shared): Offer[] {
  const offers = members.flatMap((group, giver) =>
    giver === taker
      ? []
      : Array.from(group, (place) => ({
          place,
          giver,
          gain: dot(vectors[place]!, middles[taker]!) - dot(vectors[place]!, middles[giver]!),
        })),
  );
  return offers.sort((a, b) => b.gain - a.gain || a.place - b.place);
}

const asGroups = (members: readonly Set<number>[]): Group[] =>
  members.map((group) => [...group].sort((a, b) => a - b));
