import { patchesOf } from "../fingerprint/clusters.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import type { InvertedIndex } from "../kernel/inverted-index.ts";
import type { Dictionary } from "./dictionary-senses.ts";
import { MET_TERMS } from "./name-policy.ts";
import { trustIn } from "./name-worths.ts";
import { addTo, toUnit } from "./vectors.ts";

/** Terms that are asked: so many that have most of the fingerprint, and so many for each of its largest patches. */
const NEAREST = 50;
const NEAREST_TO_PATCH = 15;
const PATCHES_ASKED = 24;
/** A smaller patch has no terms of its own. */
const SMALLEST_PATCH = 5;
/** How much the names of persons and places count beside other words: they are many and say less of what a word means. */
const LEAST_TRUST = 0.7;
/** What a probe means is told by how like it is to so many of the others; all of them tell no more and take twice the time. */
const LANDMARKS = 48;
/** A term with more of the fingerprint than this tells nothing about one part: it says the same as the whole, as synonyms do. */
const SAME_AGAIN = 0.55;
/** A patch shares fewer than this with terms that only brush it. */
const FEWEST_SHARED = 2;

/** What the terms of a retina tell about senses. */
export interface SenseSource extends Dictionary {
  /** How much a term counts where something is named, 0..1. */
  naming(id: number): number;
  /** How good each known term is as a name whatever it names, from `nameWorths`. */
  nameWorths(): Float64Array;
}

/** What is known of a fingerprint from the terms around it. */
export interface Evidence {
  readonly query: Positions;
  /** For each term of the retina the overlap with the whole fingerprint. */
  readonly whole: Uint16Array;
  /** The terms that were asked: ids. */
  readonly probes: readonly number[];
  /** How much each probe counts, 0..1. */
  readonly trust: readonly number[];
  /** Cosines of the probes' fingerprints, row by row. */
  readonly likeness: Float32Array;
  /** For each position of the fingerprint the probes that have it, by place in `probes`. */
  readonly having: readonly Uint16Array[];
  /**
   * For each position what its probes are about: the sum of how like they are to some of all, without what all positions
   * have in common; of length 1.
   */
  readonly meanings: readonly Float32Array[];
  /** The positions by patches of the map: places in `query`. */
  readonly patches: readonly (readonly number[])[];
}

/** Asks the terms around a fingerprint what each of its positions is about. */
export function gatherEvidence(source: SenseSource, query: Positions): Evidence {
  const { index } = source;
  const whole = index.overlaps(query);
  const patches = patchesOf(query);
  const probes = findProbes(index, { query, whole, patches });
  const held = probes.map((probe) => index.positions(probe));
  const holders = new Holders(held);
  const having = Array.from(query, (position) => holders.of(position));
  const likeness = likenessOf(held, holders);
  const placeOf = new Map(Array.from(query, (position, place) => [position, place]));
  return {
    query,
    whole,
    probes,
    trust: probes.map((probe) => Math.max(LEAST_TRUST, trustIn(source.naming(probe)))),
    likeness,
    having,
    meanings: meaningsOf(having, toLandmarks(likeness, probes.length)),
    patches: patches.map((patch) => Array.from(patch, (position) => placeOf.get(position)!)),
  };
}

interface Asked {
  readonly query: Positions;
  readonly whole: Uint16Array;
  readonly patches: readonly Positions[];
}

function findProbes(index: InvertedIndex, { query, whole, patches }: Asked): number[] {
  const most = SAME_AGAIN * query.length;
  const probes = new Set<number>();
  const same = new Set<number>();
  for (let term = 0; term < Math.min(MET_TERMS, whole.length); term++)
    if (whole[term]! > most) same.add(term);
  const ask = (cells: Positions, wanted: number) => {
    const page = { offset: 0, limit: wanted + same.size };
    const { ids, counts } = index.rank(cells, page, { first: MET_TERMS });
    const near = ids.filter((term, i) => counts[i]! >= FEWEST_SHARED && !same.has(term));
    for (const term of near.subarray(0, wanted)) probes.add(term);
  };
  ask(query, NEAREST);
  const largest = patches
    .filter(({ length }) => length >= SMALLEST_PATCH)
    .sort((a, b) => b.length - a.length || a[0]! - b[0]!);
  for (const patch of largest.slice(0, PATCHES_ASKED)) ask(patch, NEAREST_TO_PATCH);
  return [...probes];
}

/** For each cell of the map the probes that have it, ascending. */
class Holders {
  readonly #starts = new Uint32Array(CELLS + 1);
  readonly #probes: Uint16Array;

  constructor(held: readonly Positions[]) {
    for (const positions of held) for (const position of positions) this.#starts[position + 1]!++;
    for (let cell = 0; cell < CELLS; cell++) this.#starts[cell + 1]! += this.#starts[cell]!;
    this.#probes = new Uint16Array(this.#starts[CELLS]!);
    const next = this.#starts.slice();
    held.forEach((positions, probe) => {
      for (const position of positions) this.#probes[next[position]!++] = probe;
    });
  }

  of(cell: number): Uint16Array {
    return this.#probes.subarray(this.#starts[cell], this.#starts[cell + 1]);
  }

  /** For each two probes, the later first, how many cells they share; row by row. */
  sharedBy(count: number): Uint16Array {
    const shared = new Uint16Array(count * count);
    // This runs half a million times for a fingerprint: what it reads is looked up once.
    const probes = this.#probes;
    const starts = this.#starts;
    for (let cell = 0; cell < CELLS; cell++) {
      const start = starts[cell]!;
      const end = starts[cell + 1]!;
      for (let i = start; i < end; i++) {
        const row = probes[i]! * count;
        for (let j = start; j <= i; j++) shared[row + probes[j]!]!++;
      }
    }
    return shared;
  }
}

function likenessOf(held: readonly Positions[], holders: Holders): Float32Array {
  const count = held.length;
  const shared = holders.sharedBy(count);
  const likeness = new Float32Array(count * count);
  const scale = held.map(({ length }) => Math.sqrt(length));
  for (let a = 0; a < count; a++)
    for (let b = 0; b <= a; b++) {
      const cosine = shared[a * count + b]! / (scale[a]! * scale[b]!);
      likeness[a * count + b] = cosine;
      likeness[b * count + a] = cosine;
    }
  return likeness;
}

/** How like each probe is to some of them, evenly spread; a row per probe. */
function toLandmarks(likeness: Float32Array, count: number): Float32Array[] {
  const landmarks = Math.min(LANDMARKS, count);
  const columns = Array.from({ length: landmarks }, (_, k) => Math.floor((k * count) / landmarks));
  return Array.from({ length: count }, (_, probe) => {
    const row = new Float32Array(landmarks);
    for (let k = 0; k < landmarks; k++) row[k] = likeness[probe * count + columns[k]!]!;
    return row;
  });
}

function meaningsOf(having: readonly Uint16Array[], rows: readonly Float32Array[]): Float32Array[] {
  const width = rows[0]?.length ?? 0;
  const common = new Float64Array(width);
  const meanings = having.map((own) => {
    const meaning = new Float32Array(width);
    let i = 0;
    // Four rows at a time, rounded after each, so that sums are those of one after the other.
    for (; i + 4 <= own.length; i += 4) {
      const one = rows[own[i]!]!;
      const two = rows[own[i + 1]!]!;
      const three = rows[own[i + 2]!]!;
      const four = rows[own[i + 3]!]!;
      for (let k = 0; k < width; k++) {
        const half = Math.fround(Math.fround(meaning[k]! + one[k]!) + two[k]!);
        meaning[k] = Math.fround(Math.fround(half + three[k]!) + four[k]!);
      }
    }
    for (; i < own.length; i++) addTo(meaning, rows[own[i]!]!);
    addTo(common, toUnit(meaning), 1 / having.length);
    return meaning;
  });
  for (const meaning of meanings) {
    addTo(meaning, common, -1);
    toUnit(meaning);
  }
  return meanings;
}
