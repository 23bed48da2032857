import { namesFor } from "../atlas/name-regions.ts";
import type { Cancellation } from "../cancellation.ts";
import { badInput, throwIfCancelled } from "../errors.ts";
import { clustersOf } from "../fingerprint/clusters.ts";
import { checkPositions } from "../fingerprint/positions.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import { keepShared } from "../kernel/overlap.ts";
import type { Retina } from "../retina/types.ts";
import { spread } from "../text/spread.ts";
import type { Model } from "./engine.ts";
import { applyEdits, type GivenEdit, readEdits } from "./filter-edits.ts";
import { fingerprintOrNone } from "./score-texts.ts";
import { percentile } from "./threshold.ts";

/** A place on the map that a filter may be missing. */
export interface BlindSpot {
  /** The term that names the place, and up to two more. */
  readonly label: string;
  readonly terms: string[];
  readonly positions: number[];
  /** How many of the texts that belong have a neighbour there. */
  readonly texts: number;
}

interface Examined {
  readonly positive: readonly string[];
  readonly negative: readonly string[];
  readonly edits: readonly GivenEdit[];
  /** Its cells with the edits, where it has learned from more than these texts. */
  readonly filter?: readonly number[] | undefined;
}

/** Terms nearest to a text that count as its neighbours. */
const NEIGHBOURS = 40;
/** Texts per side whose neighbours are looked up, spread over all of them: about 2 ms each. */
const MOST_TEXTS = 200;
/** How much the cells round a cell count beside it, as in a text's fingerprint. */
const NEAR_CELLS = 0.6;
/** Outside, a cell counts when neighbours cover it as well as this share of the filter's own cells, from below. */
const AS_WELL_AS = 0.25;
/** And in any case at least this well: about one neighbour in ten has the cell and those round it. */
const LEAST_COVERAGE = 0.15;
/** A smaller patch names nothing. */
const FEWEST_CELLS = 6;
const MOST_SPOTS = 6;
const TERMS = 3;
/** A text that does not belong rules a patch out when it has so much of it. */
const RULED_OUT = 0.25;

/**
 * Patches of the map that the terms near to the texts that belong cover as well as a good part of the filter itself, but
 * where it has no cell. Those that speak more for the texts that do not belong, that one of these lies in or names, or that
 * were taken out by hand, are none: advice never contradicts what a person has said.
 * @throws no-known-words when no text that belongs has a known word
 */
export function blindSpots(
  model: Model,
  { positive, negative, edits, filter: given }: Examined,
  signal: Cancellation,
): BlindSpot[] {
  if (positive.every((each) => each.trim() === ""))
    throw badInput("positive", "Add at least one text that belongs.");
  const changes = readEdits(edits);
  const made = () => model.text.prepareFilter(positive, negative).without(new Set(), new Set());
  const filter = given ? checkPositions(given) : applyEdits(made(), changes);
  const belonging = neighbourSets(model, positive, signal);
  const wanted = coverage(belonging);
  const unwanted = coverage(neighbourSets(model, negative, signal));
  const own = Array.from(filter, (cell) => wanted[cell]!).sort((a, b) => a - b);
  const level = Math.max(LEAST_COVERAGE, percentile(own, AS_WELL_AS));
  const isClosed = new Uint8Array(CELLS);
  for (const cell of filter) isClosed[cell] = 1;
  for (const { positions } of changes) for (const cell of positions) isClosed[cell] = 1;
  const missed = Uint16Array.from({ length: CELLS }, (_, cell) => cell).filter(
    (cell) => isClosed[cell] === 0 && wanted[cell]! >= level && wanted[cell]! > unwanted[cell]!,
  );
  const open = patches(missed).filter((cells) => !liesIn(model, negative, cells));
  const spots = spotsOf(model.retina, open, { wanted, belonging });
  return spots.filter(({ terms }) => !isNamed(negative, terms)).slice(0, MOST_SPOTS);
}

/** Has one of the texts a good part of these cells? */
const liesIn = (model: Model, texts: readonly string[], cells: Positions): boolean =>
  texts.some((text) => {
    const positions = fingerprintOrNone(model, text);
    return positions && keepShared(positions, cells).length >= RULED_OUT * cells.length;
  });

/** Does one of the texts use one of these terms? */
function isNamed(texts: readonly string[], terms: readonly string[]): boolean {
  const used = texts.map((text) => ` ${(text.toLowerCase().match(WORDS) ?? []).join(" ")} `);
  return terms.some((term) => used.some((words) => words.includes(` ${term} `)));
}
const WORDS = /[\p{L}\p{N}]+/gu;

/** For each text the positions of the terms nearest to it; none for one without a known word. */
function neighbourSets(model: Model, texts: readonly string[], signal: Cancellation) {
  const { retina } = model;
  const step = Math.max(1, texts.length / MOST_TEXTS);
  const read = Array.from(
    { length: Math.min(texts.length, MOST_TEXTS) },
    (_, i) => texts[Math.floor(i * step)]!,
  );
  return read.map((text): Positions[] => {
    throwIfCancelled(signal);
    const positions = fingerprintOrNone(model, text);
    if (positions === undefined) return [];
    const near = retina.similar(positions, { offset: 0, limit: NEIGHBOURS });
    return near.map(({ term }) => retina.positions(term));
  });
}

/** The share of the neighbours that has each cell, or one beside it; every text counts the same. */
function coverage(sets: readonly (readonly Positions[])[]): Float64Array {
  const heights = new Float64Array(CELLS);
  const known = sets.filter(({ length }) => length > 0);
  for (const near of known)
    for (const positions of near)
      for (const cell of positions) heights[cell]! += 1 / (near.length * known.length);
  const blurred = spread(heights);
  return heights.map((height, cell) => height + NEAR_CELLS * blurred[cell]!);
}

/** Places where the cells crowd; cells that lie about alone tell nothing. */
function patches(cells: Positions): Positions[] {
  const clusters = clustersOf(cells);
  // Where there are no crowds the one cluster is all cells, wherever they lie.
  if (clusters[0] === cells) return [];
  return clusters.filter(({ length }) => length >= FEWEST_CELLS);
}

interface Seen {
  readonly wanted: Float64Array;
  readonly belonging: readonly (readonly Positions[])[];
}

/** Named, the best covered first. */
function spotsOf(
  retina: Retina,
  found: readonly Positions[],
  { wanted, belonging }: Seen,
): BlindSpot[] {
  const weightOf = (cells: Positions) => cells.reduce((sum, cell) => sum + wanted[cell]!, 0);
  const taken = new Set<string>();
  return found
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .map((cells) => {
      const [label = retina.term(retina.anchor(cells[0]!)), ...others] = namesFor(
        retina,
        cells,
        taken,
      );
      taken.add(label);
      return {
        label,
        terms: [label, ...others].slice(0, TERMS),
        positions: Array.from(cells),
        texts: belonging.filter((near) =>
          near.some((positions) => keepShared(positions, cells).length > 0),
        ).length,
      };
    });
}
