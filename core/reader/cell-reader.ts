import { CellPiles } from "../kernel/cell-piles.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import { madeRowProducts, type Products } from "../kernel/matrix-products.ts";
import { TEXT_LIMIT } from "../retina/types.ts";
import { BELL, REACH } from "../text/spread.ts";
import type { CellWeights } from "./reader.ts";

/** What a cell of the text's own words counts, where 1 is what a sentence's cell is fitted to. */
const WORDS = 0.18;
/** How much a cell's neighbours count beside the cell itself. */
export const NEIGHBOURS = 0.6;
export const RECIPE_OF_READING = `words x ${WORDS}, neighbours x ${NEIGHBOURS}, ${TEXT_LIMIT} cells`;
/** Vectors that are multiplied at one go. */
const TILE = 64;

/**
 * Reads vectors as fingerprints. Each depends on its own vector and words alone. About half a millisecond each, where
 * there are many, and 40 MB.
 */
export class CellReader {
  readonly #dimensions: number;
  readonly #constants: Float32Array;
  readonly #products: Products;
  readonly #piles: CellPiles;

  constructor({ dimensions, steps, scales, constants }: CellWeights) {
    this.#dimensions = dimensions;
    this.#constants = constants;
    this.#products = madeRowProducts(CELLS, dimensions, (first, end) =>
      Float32Array.from(
        steps.subarray(first * dimensions, end * dimensions),
        (step, at) => step * scales[first + Math.floor(at / dimensions)]!,
      ),
    );
    const none = new Float32Array(CELLS);
    this.#piles = new CellPiles([...BELL.subarray(REACH)], {
      usual: none,
      scale: none,
      rankScale: none,
    });
  }

  /**
   * The fingerprints of vectors of length 1, one row of `dimensions` numbers for each text.
   * @param words the fingerprint of each text by its words; empty where there is none
   */
  read(vectors: Float32Array, words: readonly Positions[]): Positions[] {
    const dimensions = this.#dimensions;
    const prints: Positions[] = [];
    for (let first = 0; first < words.length; first += TILE) {
      const rows = Math.min(TILE, words.length - first);
      const tile = vectors.subarray(first * dimensions, (first + rows) * dimensions);
      const products = this.#products.times(tile, rows);
      for (let row = 0; row < rows; row++)
        prints.push(
          this.#printOf(
            products.subarray(row * this.#products.stride, row * this.#products.stride + CELLS),
            words[first + row]!,
          ),
        );
    }
    return prints;
  }

  #printOf(products: Float32Array, words: Positions): Positions {
    const { pile } = this.#piles;
    pile.fill(0);
    for (const cell of words) pile[cell] = WORDS;
    const { heights } = this.#piles.raise(NEIGHBOURS);
    for (let cell = 0; cell < CELLS; cell++)
      heights[cell] = Math.max(0, heights[cell]! + this.#constants[cell]! + products[cell]!);
    return this.#piles.highest(heights, TEXT_LIMIT);
  }
}
