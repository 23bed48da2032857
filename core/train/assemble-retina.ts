import { CELLS } from "../kernel/grid.ts";
import { type RetinaData, termOrder } from "../retina/retina-data.ts";
import { type RetinaCard, TERM_LIMIT } from "../retina/types.ts";
import type { Codes } from "./codes/encode.ts";
import type { TermRows } from "./corpus/term-rows.ts";
import type { TermVectors } from "./vectors/term-vectors.ts";

/** Everything a retina file is made of but its card, by row: words, phrases, words of a lexicon. */
export interface RetinaRows {
  readonly terms: TermRows;
  readonly codes: Codes;
  /** One bit a part of speech for each row. */
  readonly posBits: Uint8Array;
  /** The row that names each cell. */
  readonly anchors: Int32Array;
  readonly vectors: TermVectors;
  /** One byte a row, where weights were learned. */
  readonly weights?: Uint8Array;
  /** One byte a row: how much it counts where places are named. */
  readonly naming?: Uint8Array;
}

/** Puts the rows into the order a retina file wants: by falling count, words and phrases mixed. */
export function assembleRetina(parts: RetinaRows & { readonly card: RetinaCard }) {
  const { card, terms, codes, posBits, anchors, vectors, weights, naming } = parts;
  const order = rowOrder(terms);
  const idOfRow = new Uint32Array(order.length);
  order.forEach((row, id) => {
    idOfRow[row] = id;
  });
  const offsets = new Uint32Array(order.length + 1);
  order.forEach((row, id) => {
    offsets[id + 1] = offsets[id]! + codes.sizes[row]!;
  });
  const positions = new Uint16Array(offsets[order.length]!);
  order.forEach((row, id) => {
    const start = row * TERM_LIMIT;
    positions.set(codes.positions.subarray(start, start + codes.sizes[row]!), offsets[id]!);
  });
  const data: RetinaData = {
    card,
    terms: order.map((row) => terms.names[row]!),
    documentCounts: Uint32Array.from(order, (row) => terms.documents[row]!),
    occurrences: Uint32Array.from(order, (row) => terms.counts[row]!),
    posBits: Uint8Array.from(order, (row) => posBits[row]!),
    offsets,
    positions,
    anchors: Uint32Array.from({ length: CELLS }, (_, cell) => idOfRow[anchors[cell]!]!),
    ...(weights && { weights: Uint8Array.from(order, (row) => weights[row]!) }),
    ...(naming && { naming: Uint8Array.from(order, (row) => naming[row]!) }),
  };
  return { data, vectors: inOrder(vectors, order) };
}

function rowOrder({ names, counts }: TermRows): number[] {
  const rank = (row: number) => ({ term: names[row]!, occurrences: counts[row]! });
  return names.map((_, row) => row).sort((a, b) => termOrder(rank(a), rank(b)));
}

function inOrder({ dimensions, values }: TermVectors, order: readonly number[]): TermVectors {
  const sorted = new Float32Array(order.length * dimensions);
  order.forEach((row, id) => {
    sorted.set(values.subarray(row * dimensions, (row + 1) * dimensions), id * dimensions);
  });
  return { rows: order.length, dimensions, values: sorted };
}
