import { CELLS } from "../../core/kernel/grid.ts";
import type { IndexedRetina } from "../../core/retina/indexed-retina.ts";
import type { RetinaData } from "../../core/retina/retina-data.ts";
import { type PosType, type RetinaCard, TERM_LIMIT } from "../../core/retina/types.ts";
import { buildRetina, cellsIn, type Patch, retinaData, type TermRow } from "./retina-builder.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";

/** Where each topic lies; `music` lies over the corner of the map, so that it reaches over all four edges. */
export const TOPICS = {
  fruit: { row: 20, column: 20, radius: 12 },
  computer: { row: 24, column: 92, radius: 12 },
  animal: { row: 64, column: 24, radius: 12 },
  car: { row: 100, column: 100, radius: 12 },
  money: { row: 64, column: 64, radius: 12 },
  water: { row: 100, column: 24, radius: 12 },
  city: { row: 64, column: 104, radius: 12 },
  music: { row: 0, column: 0, radius: 12 },
} satisfies Record<string, Patch>;

type Topic = keyof typeof TOPICS;
type Entry = readonly [term: string, topics: readonly Topic[], ...types: PosType[]];

/** Most frequent first. The words with several topics have one sense in each. */
const ENTRIES: readonly Entry[] = [
  ["computer", ["computer"], "NOUN"],
  ["money", ["money"], "NOUN"],
  ["city", ["city"], "NOUN"],
  ["music", ["music"], "NOUN"],
  ["water", ["water"], "NOUN"],
  ["car", ["car"], "NOUN"],
  ["animal", ["animal"], "NOUN"],
  ["fruit", ["fruit"], "NOUN"],
  ["bank", ["money", "water"], "NOUN", "VERB"],
  ["new york", ["city"], "NOUN"],
  ["river", ["water"], "NOUN"],
  ["play", ["music"], "NOUN", "VERB"],
  ["drive", ["car", "computer"], "NOUN", "VERB"],
  ["apple", ["fruit", "computer"], "NOUN"],
  ["software", ["computer"], "NOUN"],
  ["company", ["computer", "money"], "NOUN"],
  ["cat", ["animal"], "NOUN"],
  ["tree", ["fruit"], "NOUN"],
  ["eat", ["fruit", "animal"], "VERB"],
  ["street", ["city"], "NOUN"],
  ["fast", ["car"], "ADJECTIVE"],
  ["program", ["computer"], "NOUN", "VERB"],
  ["pay", ["money"], "VERB"],
  ["guitar", ["music"], "NOUN"],
  ["sweet", ["fruit"], "ADJECTIVE"],
  ["engine", ["car"], "NOUN"],
  ["wild", ["animal"], "ADJECTIVE"],
  ["stream", ["water", "music"], "NOUN", "VERB"],
  ["python", ["animal", "computer"], "NOUN"],
  ["banana", ["fruit"], "NOUN"],
  ["jaguar", ["animal", "car"], "NOUN"],
  ["interest rate", ["money"], "NOUN"],
  ["lion", ["animal"], "NOUN"],
  ["pear", ["fruit"], "NOUN"],
  ["wheel", ["car"], "NOUN"],
  ["river bank", ["water"], "NOUN"],
  ["operating system", ["computer"], "NOUN"],
  ["song", ["music"], "NOUN"],
  ["lake", ["water"], "NOUN"],
  ["1984", ["computer", "music"], "NUMBER"],
  ["%", ["money"], "SYMBOL"],
];

/** Function words: found everywhere on the map. */
const FUNCTION_WORDS = ["the", "of", "and", "to", "a", "in", "is", "that", "it", "not", "or"];

const SEED = 7;

/**
 * A retina of 52 terms that can be followed by eye: eight topics, each a round patch of the map; `apple` lies half in
 * fruit and half in computer, `bank` in money and water, `jaguar` in animal and car, `python` in animal and computer.
 * Every term has 328 positions, but `lake` only 40. The same in every run.
 */
export function tinyRetina(card: Partial<RetinaCard> = {}): IndexedRetina {
  return buildRetina(tinyRows(), card);
}

/** What `tinyRetina` is made of, e.g. to write it to a file; with another seed the same words have other cells of their topics. */
export function tinyRetinaData(card: Partial<RetinaCard> = {}, seed = SEED): RetinaData {
  return retinaData(tinyRows(seed), card);
}

export function tinyRows(seed = SEED): TermRow[] {
  const random = seededRandom(seed);
  const everywhere = FUNCTION_WORDS.map((term, i) => ({
    term,
    occurrences: 50_000 - 2000 * i,
    posTypes: ["UNKNOWN"] as const,
    positions: random.distinct(TERM_LIMIT, CELLS),
  }));
  return [...everywhere, ...ENTRIES.map((entry, i) => rowOf(entry, i, random))];
}

function rowOf([term, topics, ...posTypes]: Entry, index: number, random: SeededRandom): TermRow {
  const count = term === "lake" ? 40 : TERM_LIMIT;
  const patches = topics.map((topic) => TOPICS[topic]);
  return {
    term,
    occurrences: 4000 - 90 * index,
    posTypes,
    positions: cellsIn(patches, count, random),
  };
}
