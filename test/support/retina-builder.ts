import { CELLS, SIDE } from "../../core/kernel/grid.ts";
import { indexRetina } from "../../core/retina/index-retina.ts";
import type { IndexedRetina } from "../../core/retina/indexed-retina.ts";
import { posBitsOf, type RetinaData, termOrder } from "../../core/retina/retina-data.ts";
import type { PosType, RetinaCard } from "../../core/retina/types.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";

/** One term of a retina made for a test. */
export interface TermRow {
  readonly term: string;
  readonly occurrences: number;
  readonly posTypes: readonly PosType[];
  readonly positions: readonly number[];
}

export const WORDS = 1_000_000;
export const DOCUMENTS = 10_000;

/** A retina from rows in any order; cells are named by the first term that uses them. */
export function retinaData(rows: readonly TermRow[], card: Partial<RetinaCard> = {}): RetinaData {
  const sorted = rows.toSorted(termOrder);
  const offsets = new Uint32Array(sorted.length + 1);
  sorted.forEach((row, id) => {
    offsets[id + 1] = offsets[id]! + row.positions.length;
  });
  return {
    card: cardOf(sorted, card),
    terms: sorted.map((row) => row.term),
    documentCounts: Uint32Array.from(sorted, (row) => Math.ceil(row.occurrences / 100)),
    occurrences: Uint32Array.from(sorted, (row) => row.occurrences),
    posBits: Uint8Array.from(sorted, (row) => posBitsOf(row.posTypes)),
    offsets,
    positions: Uint16Array.from(sorted.flatMap((row) => row.positions)),
    anchors: nameCells(sorted),
  };
}

/** The same, opened. */
export function buildRetina(
  rows: readonly TermRow[],
  card: Partial<RetinaCard> = {},
): IndexedRetina {
  return indexRetina(retinaData(rows, card), "0".repeat(32));
}

function cardOf(rows: readonly TermRow[], card: Partial<RetinaCard>): RetinaCard {
  return {
    name: "tiny",
    description: "A small retina for tests.",
    language: "English",
    corpus: "none",
    licence: "CC0",
    created: "",
    options: {},
    seed: 1,
    counts: {
      terms: rows.length,
      phrases: rows.filter((row) => row.term.includes(" ")).length,
      words: WORDS,
      documents: DOCUMENTS,
      skippedRecords: 0,
    },
    quality: {},
    ...card,
  };
}

function nameCells(rows: readonly TermRow[]): Uint32Array {
  const anchors = new Uint32Array(CELLS);
  rows.toReversed().forEach((row, fromEnd) => {
    for (const position of row.positions) anchors[position] = rows.length - 1 - fromEnd;
  });
  return anchors;
}

/** A round patch of the map. */
export interface Patch {
  readonly row: number;
  readonly column: number;
  readonly radius: number;
}

/** `count` cells of the patches, about equally many from each, ascending. */
export function cellsIn(patches: readonly Patch[], count: number, random: SeededRandom): number[] {
  const cells = new Set<number>();
  patches.forEach((patch, i) => {
    const wanted = Math.floor((count * (i + 1)) / patches.length);
    for (const cell of random.shuffled(patchCells(patch))) if (cells.size < wanted) cells.add(cell);
  });
  return [...cells].sort((a, b) => a - b);
}

function patchCells({ row, column, radius }: Patch): number[] {
  const cells: number[] = [];
  for (let down = -radius; down <= radius; down++)
    for (let right = -radius; right <= radius; right++)
      if (down * down + right * right <= radius * radius)
        cells.push(SIDE * wrap(row + down) + wrap(column + right));
  return cells;
}

const wrap = (index: number) => (index + SIDE) % SIDE;

/**
 * A seeded retina of any size for properties and timings: each term takes its cells from one to four of 400 patches
 * of the map, so that lists differ in length and neighbours overlap as they do in a trained one.
 */
export function syntheticRetina(terms: number, seed = 1): IndexedRetina {
  const random = seededRandom(seed);
  const patches = Array.from({ length: 400 }, () => ({
    row: random.below(SIDE),
    column: random.below(SIDE),
    radius: 8 + random.below(6),
  }));
  const rows = Array.from({ length: terms }, (_, i) => syntheticRow(i, patches, random));
  return buildRetina(rows, { name: `synthetic ${terms}` });
}

function syntheticRow(index: number, patches: readonly Patch[], random: SeededRandom): TermRow {
  const chosen = random.distinct(1 + random.below(4), patches.length).map((i) => patches[i]!);
  const types: PosType[] = ["NOUN", "VERB", "ADJECTIVE"];
  return {
    term: syntheticTerm(index, random),
    occurrences: Math.ceil(WORDS / (10 + index)),
    posTypes: [types[random.below(3)]!],
    positions: cellsIn(chosen, random.below(5) === 0 ? 40 + random.below(280) : 328, random),
  };
}

const SYLLABLES = ["ba", "co", "di", "fe", "gu", "ka", "lo", "mi", "ne", "po", "ra", "si", "tu"];

/** A pronounceable word, unique by its index; every fifth is a phrase of two. */
function syntheticTerm(index: number, random: SeededRandom): string {
  let word = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  const second = SYLLABLES[random.below(SYLLABLES.length)]!;
  return random.below(5) === 0 ? `${word} ${second}` : word;
}
