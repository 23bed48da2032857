import { CELLS } from "../kernel/grid.ts";
import { liesAmongNames } from "../retina/name-policy.ts";
import type { Retina } from "../retina/types.ts";
import type { Candidate } from "./name-regions.ts";
import { isKin } from "./name-words.ts";
import { type KnownTerms, sharedPositions } from "./region-words.ts";

/** A region of one level that is to be named. */
export interface Nameless {
  /** Words that may be in its name, best first. */
  readonly candidates: readonly Candidate[];
  /** Terms that live there: the name has to be the closest to them. */
  readonly residents: readonly number[];
  /** The region of the wider level that holds it: regions in one differ in their words. */
  readonly parent: number;
}

/** What a region is called, and how many of its residents are closer to that than to any other name. */
interface Chosen {
  readonly words: readonly string[];
  /** 0..1. */
  readonly found: number;
}

/** Each region chooses so many times, knowing what the others chose. */
const ROUNDS = 3;
/** How much the worth of the words counts beside how many residents they lead home. */
const WORTH_POWER = 0.5;
/** A name of one word says less. */
const SINGLE_FACTOR = 0.9;
/** By so much of both a name has to be closer than the next to be sure of a resident. */
const SURE = 0.25;
/** Of names that all residents are sure of the closer is the better; too little to count otherwise. */
const CLOSER = 1e-6;

/**
 * Names all regions of a level at once: each takes the one to three words that most of its residents are closer to than to
 * the name of any other region, the better known and more telling words of equal ones.
 */
export function chooseNames(known: KnownTerms, regions: readonly Nameless[]): Chosen[] {
  const board = new Board(known, regions);
  const choices = regions.map((region) => new Choice(known, region));
  const names: (readonly number[])[] = regions.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    choices.forEach((choice, region) => {
      const best = choice.best(board.closestOther(region), barredFor(region, regions, names));
      if (best.join() !== names[region]!.join()) board.put(region, termsOf(regions[region]!, best));
      names[region] = best;
    });
  return regions.map(({ candidates }, region) => ({
    words: names[region]!.map((place) => candidates[place]!.name),
    found: choices[region]!.foundBy(names[region]!, board.closestOther(region)),
  }));
}

const termsOf = ({ candidates }: Nameless, places: readonly number[]) =>
  places.map((place) => candidates[place]!.term);

/** Whether a region may not have a word: another of the level has it, or one of the same parent a form of it. */
function barredFor(
  region: number,
  regions: readonly Nameless[],
  names: readonly (readonly number[])[],
): (word: string) => boolean {
  const taken = new Set<string>();
  const beside: string[] = [];
  regions.forEach(({ parent, candidates }, other) => {
    if (other === region) return;
    for (const place of names[other]!) {
      taken.add(candidates[place]!.name);
      if (parent === regions[region]!.parent) beside.push(candidates[place]!.name);
    }
  });
  return (word) => taken.has(word) || beside.some((other) => isKin(other, word));
}

/** How close each resident of each region is to each name. */
class Board {
  readonly #known: KnownTerms;
  readonly #starts = new Uint32Array(CELLS + 1);
  readonly #residents: Uint16Array;
  /** Where the residents of each region begin. */
  readonly #first: number[] = [];
  readonly #columns: Float32Array[];

  constructor(known: KnownTerms, regions: readonly Nameless[]) {
    this.#known = known;
    const all = regions.flatMap(({ residents }) => residents);
    let first = 0;
    for (const { residents } of regions) {
      this.#first.push(first);
      first += residents.length;
    }
    this.#first.push(first);
    const starts = this.#starts;
    for (const term of all) for (const cell of known.positionsOf(term)) starts[cell + 1]!++;
    for (let cell = 0; cell < CELLS; cell++) starts[cell + 1]! += starts[cell]!;
    this.#residents = new Uint16Array(starts[CELLS]!);
    const next = starts.slice();
    all.forEach((term, place) => {
      for (const cell of known.positionsOf(term)) this.#residents[next[cell]!++] = place;
    });
    this.#columns = regions.map(() => new Float32Array(all.length));
  }

  /** Puts a name up: all residents see how close they are to it. */
  put(region: number, words: readonly number[]): void {
    const column = this.#columns[region]!.fill(0);
    const print = new Map<number, number>();
    for (const word of words) {
      const positions = this.#known.positionsOf(word);
      for (const cell of positions) print.set(cell, (print.get(cell) ?? 0) + 1 / positions.length);
    }
    const length = Math.sqrt([...print.values()].reduce((sum, value) => sum + value * value, 0));
    for (const [cell, value] of print)
      for (let at = this.#starts[cell]!; at < this.#starts[cell + 1]!; at++)
        column[this.#residents[at]!]! += value / length;
  }

  /** For each resident of a region how close it is to the closest of the other names. */
  closestOther(region: number): Float32Array {
    const start = this.#first[region]!;
    const closest = new Float32Array(this.#first[region + 1]! - start);
    this.#columns.forEach((column, other) => {
      if (other === region) return;
      for (let i = 0; i < closest.length; i++)
        closest[i] = Math.max(closest[i]!, column[start + i]!);
    });
    return closest;
  }
}

/** Words of a region, by place, and how good a name they are. */
interface Valued {
  readonly places: readonly number[];
  readonly value: number;
}
const NOTHING: Valued = { places: [], value: 0 };
const PAIRS_EXTENDED = 10;

/** What one region may be called. */
class Choice {
  readonly #region: Nameless;
  /** For each candidate and resident, the positions they share by size of the candidate. */
  readonly #shares: Float32Array[];
  /** The same for each two candidates, by both sizes. */
  readonly #joint: Float32Array[];
  readonly #worths: number[];
  readonly #retina: Retina;
  /** Whether each candidate lies among words and not among names; undefined before it is looked at. */
  readonly #isFit: (boolean | undefined)[] = [];
  /** For each candidate whether each other is a form of the same word. */
  readonly #kin: readonly boolean[][];

  constructor(known: KnownTerms, region: Nameless) {
    const { candidates, residents } = region;
    this.#region = region;
    this.#retina = known.retina;
    const prints = candidates.map(({ term }) => known.positionsOf(term));
    const withResidents = sharedPositions(prints, residents.map(known.positionsOf));
    this.#shares = withResidents.map((counts, place) =>
      Float32Array.from(counts, (count) => count / prints[place]!.length),
    );
    this.#joint = sharedPositions(prints, prints).map((counts, place) =>
      Float32Array.from(counts, (count) => count / prints[place]!.length).map(
        (share, other) => share / prints[other]!.length,
      ),
    );
    const most = candidates.reduce((best, { worth }) => Math.max(best, worth), 0);
    this.#worths = candidates.map(({ worth }) => worth / most);
    this.#kin = candidates.map(({ name }) => candidates.map((other) => isKin(name, other.name)));
  }

  /** The places of the best words, the most telling first. */
  best(rival: Float32Array, isBarred: (word: string) => boolean): readonly number[] {
    const { candidates } = this.#region;
    for (;;) {
      const free = [...candidates.keys()].filter(
        (place) => this.#isFit[place] !== false && !isBarred(candidates[place]!.name),
      );
      const best = this.#bestOf(free, rival);
      // Costs a search each, so only what would be chosen is looked at.
      for (const place of best)
        this.#isFit[place] ??= !liesAmongNames(this.#retina, candidates[place]!.term);
      if (best.every((place) => this.#isFit[place])) return best;
    }
  }

  /** A third word is tried with the best pairs. */
  #bestOf(free: readonly number[], rival: Float32Array): readonly number[] {
    const valued = (places: readonly number[]): Valued => ({
      places,
      value: this.#valueOf(places, rival),
    });
    const withOne = (places: readonly number[], others: readonly number[]) =>
      others
        .filter((other) => places.every((place) => !this.#kin[place]![other]!))
        .map((other) => valued([...places, other]));
    const singles = free.map((place) => valued([place]));
    const pairs = free.flatMap((first, i) => withOne([first], free.slice(i + 1)));
    pairs.sort((a, b) => b.value - a.value);
    const triples = pairs.slice(0, PAIRS_EXTENDED).flatMap(({ places }) => withOne(places, free));
    const best = [...singles, ...pairs.slice(0, 1), ...triples].reduce(
      (highest, next) => (next.value > highest.value ? next : highest),
      NOTHING,
    );
    const telling = (place: number) =>
      this.#worths[place]! * this.#shares[place]!.reduce((sum, share) => sum + share, 0);
    return [...best.places].sort((a, b) => telling(b) - telling(a));
  }

  #valueOf(places: readonly number[], rival: Float32Array): number {
    const length = this.#lengthOf(places);
    const [first, second, third] = places.map((place) => this.#shares[place]!);
    if (first === undefined) return 0;
    let led = 0;
    // This runs for each pair of words and each resident: no call and no list in it.
    for (let i = 0; i < rival.length; i++) {
      let sum = first[i]!;
      if (second !== undefined) sum += second[i]!;
      if (third !== undefined) sum += third[i]!;
      if (sum === 0) continue;
      const own = sum / length;
      const other = rival[i]!;
      const lead = 0.5 + (own - other) / (own + other) / (2 * SURE);
      led += Math.max(0, Math.min(1, lead)) + CLOSER * own;
    }
    const worth = places.reduce((sum, place) => sum + this.#worths[place]!, 0) / places.length;
    return (
      (led / Math.max(1, rival.length)) *
      worth ** WORTH_POWER *
      (places.length === 1 ? SINGLE_FACTOR : 1)
    );
  }

  /** Share of the residents that are closer to the words than to any other name. */
  foundBy(places: readonly number[], rival: Float32Array): number {
    const length = this.#lengthOf(places);
    let found = 0;
    for (let i = 0; i < rival.length; i++)
      if (this.#closeness(places, i, length) > rival[i]!) found++;
    return places.length === 0 ? 0 : found / Math.max(1, rival.length);
  }

  #closeness(places: readonly number[], resident: number, length: number): number {
    let sum = 0;
    for (const place of places) sum += this.#shares[place]![resident]!;
    return sum / length;
  }

  #lengthOf(places: readonly number[]): number {
    let square = 0;
    for (const a of places) for (const b of places) square += this.#joint[a]![b]!;
    return Math.sqrt(square);
  }
}
