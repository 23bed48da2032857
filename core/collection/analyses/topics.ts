import type { Model } from "../../analysis/engine.ts";
import { type Atlas, placeName } from "../../atlas/types.ts";
import type { Cancellation } from "../../cancellation.ts";
import type { Positions } from "../../kernel/grid.ts";
import { Vocabulary } from "../../text/vocabulary.ts";
import type { Collection, CountedHeat, RowPart, ScannedRow, Selection } from "../port/store.ts";
import { tokensOf } from "../port/words.ts";
import { type Heat, heatWithout } from "./lift.ts";
import { type Difference, findDifferences } from "./statistics.ts";
import { endOf, type TopicNote } from "./topic-notes.ts";
import { Turns } from "./turns.ts";
import {
  characteristicWords,
  compareWords,
  WordCounts,
  type WordDifference,
  type WordWeight,
  wordWeights,
} from "./word-counts.ts";

/** A region of the map, and the rows that lie in it. */
interface Topic {
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
  const counts = new Uint16Array(atlas.regions.length);
  const found: number[] = [];
  for (const cell of cells) {
    const region = regionOf[cell]!;
    if (counts[region]!++ === 0) found.push(region);
  }
  const about = new Map<number, number>();
  for (const region of found) {
    const share = counts[region]! / cells.length;
    const size = atlas.regions[region]!.cells / regionOf.length;
    if (share >= LEAST_LIFT * size) about.set(region, share);
  }
  return about;
}

interface GatherChoice {
  readonly notes?: ReadonlyMap<number, TopicNote>;
  /** How much each word says; all the same when left out. */
  readonly weight?: WordWeight;
  /** Of all words that are counted; shared by gatherers that are compared, since reading it is most of the work. */
  readonly vocabulary?: Vocabulary;
  /** Whether `topics` will be asked for; without it no words and examples are kept by region. */
  readonly withTopics?: boolean;
}

/** What one region has gathered. */
interface Gathered {
  rows: number;
  readonly words: WordCounts;
  examples: { id: string; text: string; inside: number }[];
}

/** Gathers rows as they stream by: memory grows with the words and regions, not with the rows. */
export class TopicGatherer {
  readonly all: WordCounts;
  readonly weight: WordWeight;
  readonly #withTopics: boolean;
  readonly #atlas: Atlas;
  readonly #level: number;
  readonly #notes: ReadonlyMap<number, TopicNote>;
  readonly #regions = new Map<number, Gathered>();

  constructor(
    atlas: Atlas,
    level: number,
    {
      notes = new Map(),
      weight = () => 1,
      vocabulary = new Vocabulary(tokensOf),
      withTopics = true,
    }: GatherChoice = {},
  ) {
    this.all = new WordCounts(vocabulary);
    this.#withTopics = withTopics;
    this.#atlas = atlas;
    this.#level = level;
    this.#notes = notes;
    this.weight = weight;
  }

  add({ id, text, cells }: ScannedRow<"text" | "cells">): void {
    const words = this.all.vocabulary.read(text);
    this.all.addIds(words);
    for (const [region, inside] of this.#topicsOf(cells)) {
      const own = this.#gatheredIn(region);
      own.rows++;
      if (!this.#withTopics) continue;
      own.words.addIds(words);
      if (own.examples.length === EXAMPLES && own.examples.at(-1)!.inside >= inside) continue;
      own.examples = [...own.examples, { id, text, inside }]
        .sort((a, b) => b.inside - a.inside)
        .slice(0, EXAMPLES);
    }
  }

  /** In how many rows a region is. */
  rowsIn(region: number): number {
    return this.#regions.get(region)?.rows ?? 0;
  }

  #gatheredIn(region: number): Gathered {
    const known = this.#regions.get(region);
    if (known !== undefined) return known;
    const own = { rows: 0, words: new WordCounts(this.all.vocabulary), examples: [] };
    this.#regions.set(region, own);
    return own;
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
    const shown = [...this.#regions]
      .filter(([region]) => withHidden || this.#notes.get(region)?.hidden !== true)
      .sort(([idA, a], [idB, b]) => b.rows - a.rows || idA - idB)
      .slice(0, limit);
    const counts = shown.map(([, { words }]) => words);
    const words = characteristicWords(counts, this.all, this.weight, WORDS);
    return shown.map(([region, { rows, examples }], i) => ({
      region,
      place: placeName(this.#atlas, region),
      name: this.#notes.get(region)?.name ?? null,
      hidden: this.#notes.get(region)?.hidden ?? false,
      merged: this.#mergedInto(region),
      words: words[i]!,
      rows,
      share: this.all.rows === 0 ? 0 : rows / this.all.rows,
      examples,
    }));
  }

  #mergedInto(region: number): number[] {
    const others = [...this.#notes.keys()].filter((other) => other !== region);
    return others.filter((other) => endOf(other, this.#notes) === region);
  }
}

export interface RegionDifference extends Difference {
  readonly region: number;
  readonly place: string;
}

/** Everything that is more frequent in one part than in the other. */
interface PartDifferences {
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

interface GatherOptions {
  readonly model: Model;
  readonly atlas: Atlas;
  readonly level: number;
  readonly notes?: ReadonlyMap<number, TopicNote>;
  /** Words of other languages than the retina's that say nothing. */
  readonly common?: ReadonlySet<string>;
  /** Where two parts are compared, and no topics are asked for. */
  readonly vocabulary?: Vocabulary;
}

/** Rows of a collection. */
interface Part {
  readonly collection: Collection;
  readonly selection: Selection;
}

/** Every selected row is counted. */
export async function countedHeat(
  collection: Collection,
  selection: Selection,
): Promise<CountedHeat> {
  const rows = await collection.count(selection);
  return { counts: await collection.heat(selection), rows, of: rows };
}

const heatOf = ({ collection, selection }: Part): Promise<Heat> =>
  countedHeat(collection, selection);

/** Reads all rows of a part. */
export async function gatherRows(
  part: Part,
  map: GatherOptions,
  signal: Cancellation,
): Promise<TopicGatherer> {
  const gatherer = gathererOf(map);
  for await (const batch of rowsOf(part, ["text", "cells"], signal))
    for (const row of batch) gatherer.add(row);
  return gatherer;
}

/** A part and all other rows, in one reading of everything. */
export async function gatherAgainstRest(part: Part, map: GatherOptions, signal: Cancellation) {
  const all = { collection: part.collection, selection: {} };
  const [own, rest] = [gathererOf(map), gathererOf(map)];
  const ids = new Set<string>();
  for await (const batch of rowsOf(part, [], signal)) for (const { id } of batch) ids.add(id);
  for await (const batch of rowsOf(all, ["text", "cells"], signal))
    for (const row of batch) (ids.has(row.id) ? own : rest).add(row);
  const heatA = await heatOf(part);
  return { own, rest, heatA, heatB: heatWithout(await heatOf(all), heatA) };
}

/** Two parts, which may be of two collections. */
export async function gatherBoth(
  [a, b]: readonly [Part, Part],
  map: GatherOptions,
  signal: Cancellation,
) {
  return {
    own: await gatherRows(a, map, signal),
    rest: await gatherRows(b, map, signal),
    heatA: await heatOf(a),
    heatB: await heatOf(b),
  };
}

async function* rowsOf<P extends RowPart>(
  { collection, selection }: Part,
  parts: readonly P[],
  signal: Cancellation,
): AsyncGenerator<readonly ScannedRow<P>[]> {
  const turns = new Turns(signal);
  for await (const batch of collection.scan(selection, parts)) {
    await turns.giveWay();
    yield batch;
  }
}

function gathererOf({
  model,
  atlas,
  level,
  notes,
  common,
  vocabulary,
}: GatherOptions): TopicGatherer {
  return new TopicGatherer(atlas, level, {
    weight: wordWeights(model.retina, common),
    ...(notes === undefined ? {} : { notes }),
    ...(vocabulary === undefined ? {} : { vocabulary, withTopics: false }),
  });
}
