import { CELLS, type Positions } from "../kernel/grid.ts";
import { type Retina, TERM_LIMIT } from "../retina/types.ts";
import { candidatesFor, type Names } from "./name-regions.ts";
import { isKin } from "./name-words.ts";

/** Words of a name at most. */
const MOST_WORDS = 3;
/** Terms that are kept besides. */
const OTHERS = 5;
/** Cells of a region whose own terms speak for it. */
const SPEAKERS = 48;
/** Candidates that are compared with each of those terms. */
const COMPARED = 32;
/** Positions that two terms have in common by chance. */
const BY_CHANCE = (TERM_LIMIT * TERM_LIMIT) / CELLS;
/** A name speaks for a term that has so many times that in common with one of its words ... */
const LEAST_LIFT = 3;
/** ... and has to speak for this share of the terms. */
const LEAST_HEARD = 0.5;
/** A further word has to add this share of what the first ones say. */
const LEAST_GAIN = 0.05;

/** A retina whose positions are unpacked once: the same terms are looked at for regions of every level. */
export interface KnownTerms {
  readonly retina: Retina;
  readonly positionsOf: (term: number) => Positions;
}

/** Keeps what it unpacks, about 15 MB for all regions of a full retina. */
export function knownTerms(retina: Retina): KnownTerms {
  const known = new Map<number, Positions>();
  const positionsOf = (term: number) => {
    const positions = known.get(term) ?? retina.positions(term);
    known.set(term, positions);
    return positions;
  };
  return { retina, positionsOf };
}

/** The name of a region, and further terms that could name it, best first. */
export interface RegionName {
  readonly words: readonly string[];
  readonly others: readonly string[];
}

/**
 * One to three words that speak for a region, the most telling first: each is chosen for the terms that the ones before it
 * leave over. None where no words speak for half of the terms that live there.
 */
export function wordsFor(
  { retina, positionsOf }: KnownTerms,
  cells: Positions,
  taken: Names,
): RegionName {
  const candidates = candidatesFor(retina, cells, { count: COMPARED, taken });
  const speakers = speakersOf(retina, cells);
  const shared = sharedPositions(
    candidates.map(({ term }) => positionsOf(term)),
    speakers.map(positionsOf),
  );
  const said = new Float64Array(speakers.length);
  const heard = new Float64Array(speakers.length);
  const words: string[] = [];
  while (words.length < MOST_WORDS) {
    const gains = candidates.map(({ name, worth }, i) =>
      words.some((word) => isKin(word, name)) ? 0 : gainOf(shared[i]!, worth, said),
    );
    const at = gains.reduce((best, gain, i) => (gain > gains[best]! ? i : best), 0);
    if ((gains[at] ?? 0) <= LEAST_GAIN * said.reduce((sum, value) => sum + value, 0)) break;
    const { name, worth } = candidates[at]!;
    words.push(name);
    shared[at]!.forEach((value, i) => {
      said[i] = Math.max(said[i]!, worth * value);
      heard[i] = Math.max(heard[i]!, value);
    });
  }
  const speaksFor = heard.filter((value) => value >= LEAST_LIFT * BY_CHANCE).length;
  const names = candidates.map(({ name }) => name).filter((name) => !words.includes(name));
  const isNamed = speaksFor >= LEAST_HEARD * speakers.length;
  return { words: isNamed ? words : [], others: names.slice(0, OTHERS) };
}

/** The terms that name the cells, a sample of 48 cells at most spread evenly over them. */
function speakersOf(retina: Retina, cells: Positions): number[] {
  const count = Math.min(SPEAKERS, cells.length);
  const anchors = Array.from({ length: count }, (_, i) =>
    retina.anchor(cells[Math.floor((i * cells.length) / count)]!),
  );
  return [...new Set(anchors)];
}

function gainOf(shared: Uint16Array, worth: number, said: Float64Array): number {
  let gain = 0;
  for (let i = 0; i < said.length; i++) gain += Math.max(0, worth * shared[i]! - said[i]!);
  return gain;
}

/** Behind the last of a cell's list. */
const END = -1;
/** For each cell where its list begins; all of them are empty between two calls. */
const firstOf = new Int32Array(CELLS).fill(END);

/**
 * How many positions each fingerprint shares with each of others. The others are listed by cell first, so that only what
 * is shared is counted and not every position of every pair. Thousands of calls have few of both: none looks at all cells.
 */
export function sharedPositions(
  fingerprints: readonly Positions[],
  others: readonly Positions[],
): Uint16Array[] {
  const length = others.reduce((sum, positions) => sum + positions.length, 0);
  const owners = new Uint16Array(length);
  const next = new Int32Array(length);
  let at = 0;
  for (let other = 0; other < others.length; other++) {
    const positions = others[other]!;
    for (let i = 0; i < positions.length; i++) {
      owners[at] = other;
      next[at] = firstOf[positions[i]!]!;
      firstOf[positions[i]!] = at++;
    }
  }
  const shared = fingerprints.map((positions) => {
    const counts = new Uint16Array(others.length);
    for (let i = 0; i < positions.length; i++)
      for (let of = firstOf[positions[i]!]!; of !== END; of = next[of]!) counts[owners[of]!]!++;
    return counts;
  });
  for (const positions of others)
    for (let i = 0; i < positions.length; i++) firstOf[positions[i]!] = END;
  return shared;
}
