import { addTo, dot, toUnit, type Vector } from "./vectors.ts";

/** Places in a list of vectors. */
export type Group = readonly number[];

const ROUNDS = 5;

/** Parts unit vectors into at most so many groups, starting from `parts`: Ward's method, then each to the nearest middle. */
export function groupVectors(
  vectors: readonly Vector[],
  parts: readonly Group[],
  most: number,
): Group[] {
  let groups = joinNearest(
    parts.map((members) => ({ members, sum: sumOf(vectors, members) })),
    most,
  );
  for (let round = 0; round < ROUNDS; round++) {
    const middles = groups.map((members) => toUnit(sumOf(vectors, members)));
    const moved = aroundMiddles(vectors, middles).filter(({ length }) => length > 0);
    if (isSame(groups, moved)) return moved;
    groups = moved;
  }
  return groups;
}

const isSame = (a: readonly Group[], b: readonly Group[]) =>
  a.length === b.length &&
  a.every((group, i) => group.length === b[i]!.length && group.every((at, k) => at === b[i]![k]));

function aroundMiddles(vectors: readonly Vector[], middles: readonly Vector[]) {
  const groups = middles.map((): number[] => []);
  vectors.forEach((vector, place) => {
    groups[nearestOf(vector, middles)]!.push(place);
  });
  return groups;
}

/** The place of the unit vector nearest to a vector, the first of equals. Three at a time, as each sum waits for its last addition. */
export function nearestOf(vector: Vector, middles: readonly Vector[]): number {
  let nearest = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < middles.length; place += 3) {
    const one = middles[place]!;
    const two = middles[place + 1] ?? one;
    const three = middles[place + 2] ?? one;
    let [first, second, third] = [0, 0, 0];
    for (let k = 0; k < vector.length; k++) {
      const value = vector[k]!;
      first += value * one[k]!;
      second += value * two[k]!;
      third += value * three[k]!;
    }
    const [high, at] = second > first ? [second, place + 1] : [first, place];
    const [best, own] = third > high ? [third, place + 2] : [high, at];
    if (best <= highest) continue;
    highest = best;
    nearest = own;
  }
  return nearest;
}

/** The sum of the vectors at some places. */
export function sumOf(vectors: readonly Vector[], members: Group): Float64Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const place of members) addTo(sum, vectors[place]!);
  return sum;
}

interface Part {
  readonly members: Group;
  readonly sum: Float64Array;
}

/** Joins the two whose union costs least, and again, until at most so many are left. */
function joinNearest(parts: readonly Part[], most: number): Group[] {
  const left = [...parts];
  const costs = left.map((part, i) => left.slice(0, i).map((other) => costOf(part, other)));
  while (left.length > most) {
    const [i, j] = cheapest(costs);
    const joined = {
      members: [...left[j]!.members, ...left[i]!.members],
      sum: left[j]!.sum.map((value, k) => value + left[i]!.sum[k]!),
    };
    for (const place of [i, j]) {
      left.splice(place, 1);
      costs.splice(place, 1);
      for (const row of costs.slice(place)) row.splice(place, 1);
    }
    costs.push(left.map((other) => costOf(joined, other)));
    left.push(joined);
  }
  return left.map(({ members }) => members);
}

/** The places of the least cost, the higher place first. */
function cheapest(costs: readonly (readonly number[])[]): readonly [number, number] {
  let pair: readonly [number, number] = [1, 0];
  let least = Number.POSITIVE_INFINITY;
  costs.forEach((row, i) => {
    row.forEach((cost, j) => {
      if (cost >= least) return;
      least = cost;
      pair = [i, j];
    });
  });
  return pair;
}

/** By how much the squares about the middle grow when two parts become one. */
function costOf(a: Part, b: Part): number {
  const [countA, countB] = [a.members.length, b.members.length];
  let squares = 0;
  for (let k = 0; k < a.sum.length; k++) {
    const difference = a.sum[k]! / countA - b.sum[k]! / countB;
    squares += difference * difference;
  }
  return (squares * countA * countB) / (countA + countB);
}

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
