import type { Context, Ranked, Retina } from "../retina/types.ts";
import type { Places } from "./row-orders.ts";

/** Steps from purely nearest to the senses taking turns. */
export const MOST_SPREAD = 4;

/**
 * Places of a ranking drawn towards the senses taking turns. Each row stands at two places, the one it has among all and the one
 * it would have if every sense named its next best in turn; rows are ordered by a mean of the two, weighted by `spread` quarters.
 * It is the geometric mean, since what matters is how many times farther down a row is. As whole powers it is the same on every
 * machine.
 */
export function spreadOver(places: Places, groupAt: (place: number) => number, spread: number) {
  const groups = new Set(Array.from(places, groupAt));
  const turns = [...groups].sort((a, b) => a - b);
  const turnOf = new Map(turns.map((group, turn) => [group, turn]));
  const taken = new Map<number, number>();
  const keys = new Map<number, number>();
  places.forEach((place, rank) => {
    const group = groupAt(place);
    const round = taken.get(group) ?? 0;
    taken.set(group, round + 1);
    const inTurn = round * turns.length + turnOf.get(group)!;
    keys.set(place, (rank + 1) ** (MOST_SPREAD - spread) * (inTurn + 1) ** spread);
  });
  return Uint32Array.from(Array.from(places).sort((a, b) => keys.get(a)! - keys.get(b)! || a - b));
}

/**
 * For each place of a ranking the sense that holds the largest part of what the term shares with the query, the first of equals;
 * those that are in none come last, as a group of their own.
 */
export function sensesAt(
  retina: Retina,
  ranked: Ranked,
  contexts: readonly Context[],
): (place: number) => number {
  const most = new Uint16Array(retina.termCount);
  const senses = new Uint16Array(retina.termCount).fill(contexts.length);
  contexts.forEach(({ positions }, sense) => {
    const { terms, scores } = retina.ranked(positions, { offset: 0, limit: retina.termCount });
    terms.forEach((term, place) => {
      if (scores[place]! <= most[term]!) return;
      most[term] = scores[place]!;
      senses[term] = sense;
    });
  });
  return (place) => senses[ranked.terms[place]!]!;
}
