import { placeName } from "../atlas/place-name.ts";
import type { Atlas } from "../atlas/types.ts";
import type { Positions } from "../retina/types.ts";
import { type Difference, findDifferences } from "./differences.ts";
import type { StreamedRow } from "./store.ts";
import { endOf, type TopicNote } from "./topic-notes.ts";
import { compareWords, WordCounts, type WordDifference } from "./word-counts.ts";
import type { WordWeight } from "./word-weights.ts";
import { tokensOf } from "./words.ts";

/** A region of the map, and the rows that lie in it. */
export interface Topic {
  /** Index in `Atlas.regions`. */
  readonly region: number;
  /** The region's own name on the map. */
  readonly place: string;
  /** The name that an analyst gave it. */
  readonly name: string | null;
  readonly hidden: boolean;
  /** Other regions whose rows are among its own. */
  readonly merged: readonly number[];
  /** The most characteristic words of its rows. */
  readonly words: readonly string[];
  readonly rows: number;
  /** Of all rows. */
  readonly share: number;
  /** Share of its cells each example has in the region; the closest first. */
  readonly examples: readonly {
    readonly id: string;
    readonly text: string;
    readonly inside: number;
  }[];
}

/** A row is about a region that has this many times as many of its cells as the region's size would give it. */
const LEAST_LIFT = 3;
const EXAMPLES = 3;
const WORDS = 5;

/** The regions of a level that a row is about, each with the share of the row's cells. */
export function regionsOfRow(cells: Positions, atlas: Atlas, level: number): Map<number, number> {
  const regionOf = atlas.regionOf[level]!;
  const counts = new Map<number, number>();
  for (const cell of cells) counts.set(regionOf[cell]!, (counts.get(regionOf[cell]!) ?? 0) + 1);
  const about = new Map<number, number>();
  for (const [region, count] of counts) {
    const share = count / cells.length;
    const size = atlas.regions[region]!.cells / regionOf.length;
    if (share >= LEAST_LIFT * size) about.set(region, share);
  }
  return about;
}

export interface GatherChoice {
  readonly notes?: ReadonlyMap<number, TopicNote>;
  /** How much each word says; all the same when left out. */
  readonly weight?: WordWeight;
}

/** What one region has gathered. */
interface Gathered {
  readonly words: WordCounts;
  examples: { id: string; text: string; inside: number }[];
}

/** Gathers rows as they stream by: memory grows with the words and regions, not with the rows. */
export class TopicGatherer {
  readonly all = new WordCounts();
  readonly weight: WordWeight;
  readonly #atlas: Atlas;
  readonly #level: number;
  readonly #notes: ReadonlyMap<number, TopicNote>;
  readonly #regions = new Map<number, Gathered>();

  constructor(
    atlas: Atlas,
    level: number,
    { notes = new Map(), weight = () => 1 }: GatherChoice = {},
  ) {
    this.#atlas = atlas;
    this.#level = level;
    this.#notes = notes;
    this.weight = weight;
  }

  add({ id, text, cells }: Pick<StreamedRow, "id" | "text" | "cells">): void {
    const words = new Set(tokensOf(text));
    this.all.addWords(words);
    for (const [region, inside] of this.#topicsOf(cells)) {
      const own = this.#regions.get(region) ?? { words: new WordCounts(), examples: [] };
      this.#regions.set(region, own);
      own.words.addWords(words);
      own.examples = [...own.examples, { id, text, inside }]
        .sort((a, b) => b.inside - a.inside)
        .slice(0, EXAMPLES);
    }
  }

  /** In how many rows a region is. */
  rowsIn(region: number): number {
    return this.#regions.get(region)?.words.rows ?? 0;
  }

  /** Regions with those that were merged counted as one. */
  #topicsOf(cells: Positions): Map<number, number> {
    const topics = new Map<number, number>();
    for (const [region, inside] of regionsOfRow(cells, this.#atlas, this.#level)) {
      const end = endOf(region, this.#notes) ?? region;
      topics.set(end, (topics.get(end) ?? 0) + inside);
    }
    return topics;
  }

  /** The topics with most rows first. */
  topics(limit: number, withHidden = true): Topic[] {
    return [...this.#regions]
      .filter(([region]) => withHidden || this.#notes.get(region)?.hidden !== true)
      .sort(([idA, a], [idB, b]) => b.words.rows - a.words.rows || idA - idB)
      .slice(0, limit)
      .map(([region, { words, examples }]) => ({
        region,
        place: placeName(this.#atlas, region),
        name: this.#notes.get(region)?.name ?? null,
        hidden: this.#notes.get(region)?.hidden ?? false,
        merged: this.#mergedInto(region),
        words: characteristic(words, this.all, this.weight),
        rows: words.rows,
        share: this.all.rows === 0 ? 0 : words.rows / this.all.rows,
        examples,
      }));
  }

  #mergedInto(region: number): number[] {
    const others = [...this.#notes.keys()].filter((other) => other !== region);
    return others.filter((other) => endOf(other, this.#notes) === region);
  }
}

function characteristic(part: WordCounts, all: WordCounts, weight: WordWeight): string[] {
  return compareWords(part, rest(all, part), weight)
    .filter(({ word }) => weight(word) > 0)
    .slice(0, WORDS)
    .map(({ word }) => word);
}

/** Counts of the rows that are not in the part. */
function rest(all: WordCounts, part: WordCounts): WordCounts {
  const others = new WordCounts();
  others.rows = all.rows - part.rows;
  for (const word of all.words()) others.set(word, all.of(word) - part.of(word));
  return others;
}

export interface RegionDifference extends Difference {
  readonly region: number;
  readonly place: string;
}

/** Everything that is more frequent in one part than in the other. */
export interface PartDifferences {
  readonly rows: { readonly a: number; readonly b: number };
  readonly regions: readonly RegionDifference[];
  readonly words: readonly WordDifference[];
}

/** What two gatherers of the same atlas and level differ in: largest effect towards A first. */
export function compareParts(
  a: TopicGatherer,
  b: TopicGatherer,
  atlas: Atlas,
  level: number,
): PartDifferences {
  const regions = atlas.regions.filter(
    ({ id, level: own }) => own === level && a.rowsIn(id) + b.rowsIn(id) > 0,
  );
  const rows = { a: a.all.rows, b: b.all.rows };
  const counts = regions.map(({ id }) => ({ inA: a.rowsIn(id), inB: b.rowsIn(id) }));
  const found = findDifferences(counts, rows).map((difference, i) => ({
    region: regions[i]!.id,
    place: placeName(atlas, regions[i]!.id),
    ...difference,
  }));
  return {
    rows,
    regions: found.sort((x, y) => y.effect - x.effect),
    words: compareWords(a.all, b.all, a.weight),
  };
}
