import type { Context, Ranked, Retina } from "../retina/types.ts";
import type { Places } from "./row-orders.ts";

/** Steps from purely nearest to the senses taking turns. */
export const MOST_SPREAD = 4;

interface Spread {
  /** The sense at a place of the ranking; `senses` for none. */
  readonly senseAt: (place: number) => number;
  readonly senses: number;
  /** 0 to `MOST_SPREAD`. */
  readonly spread: number;
  /** So many rows are wanted. */
  readonly count: number;
}

/**
 * The first places of a ranking drawn towards the senses taking turns. Each row has two places, the one it has among all
 * and the one it would have if every sense named its next best in turn, rows of no sense after them; rows are ordered by a mean of
 * the two, weighted by `spread` quarters. It is the geometric mean, since what matters is how many times farther down a row is.
 * As whole powers it is the same on every machine.
 */
export function spreadOver(places: Places, { senseAt, senses, spread, count }: Spread): Places {
  const ranks = ranksBySense(places, senseAt, senses);
  const turns = ranks.slice(0, senses).filter((own) => own.length > 0);
  const queues = [...turns, ranks[senses]!];
  const heads = queues.map(() => 0);
  const keyOf = (queue: number): number => {
    const rank = queues[queue]![heads[queue]!];
    if (rank === undefined) return Number.POSITIVE_INFINITY;
    const inTurn = placeInTurn(turns, queue, heads[queue]!);
    return (rank + 1) ** (MOST_SPREAD - spread) * (inTurn + 1) ** spread;
  };
  // Keys rise within a sense, so the next row is always one of the first that are left.
  return Uint32Array.from({ length: Math.min(count, places.length) }, () => {
    const next = lowest(queues.map((_, queue) => keyOf(queue)));
    const head = heads[next]!;
    heads[next] = head + 1;
    return places[queues[next]![head]!]!;
  });
}

type Ranks = readonly (readonly number[])[];

/** How many rows come before a sense's row `round` when the senses take turns; before one of no sense, all of theirs do. */
function placeInTurn(turns: Ranks, sense: number, round: number): number {
  let before = sense < turns.length ? 0 : round;
  for (const [other, { length }] of turns.entries()) {
    const named = sense < turns.length ? round + (other < sense ? 1 : 0) : length;
    before += Math.min(length, named);
  }
  return before;
}

/** The ranks of each sense's rows; those of no sense last. */
function ranksBySense(places: Places, senseAt: Spread["senseAt"], senses: number): Ranks {
  const ranks = Array.from({ length: senses + 1 }, (): number[] => []);
  places.forEach((place, rank) => {
    ranks[senseAt(place)]!.push(rank);
  });
  return ranks;
}

const lowest = (keys: readonly number[]): number => keys.indexOf(Math.min(...keys));

/**
 * For each place of a ranking the sense that holds the largest part of what the term shares with the query, the first of equals;
 * the number of senses for those that are in none.
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
