import { EDGE, ROW_SHIFT } from "../kernel/grid.ts";
import { rowProducts } from "../kernel/matrix-products.ts";
import { CELLS, TERM_LIMIT } from "../retina/types.ts";
import type { Codes } from "./encode.ts";
import type { TermVectors } from "./term-vectors.ts";

/** Terms against which a round measures all others, with their codes as they were when the round began. */
export interface References {
  readonly count: number;
  /** The terms that they are. */
  readonly rows: Int32Array;
  readonly vectors: Float32Array;
  readonly sizes: Uint16Array;
  /** Square roots of the sizes. */
  readonly roots: Float32Array;
  /** 328 places a reference. */
  readonly positions: Uint16Array;
  /** References by cell: those at c are `members[offsets[c]]` up to, not including, `members[offsets[c + 1]]`. */
  readonly offsets: Uint32Array;
  readonly members: Uint16Array;
}

/** Rows to refine, and all they are measured against. */
export interface RefineInput {
  readonly vectors: TermVectors;
  readonly codes: Codes;
  readonly references: References;
  /** Wanted overlap of two full codes for cosines from -1 to 1 in equal steps. */
  readonly target: Float32Array;
  /** Added to the gain of each cell: makes crowded cells dearer and empty ones cheaper. */
  readonly bias: Float32Array;
  /** Cells exchanged at most for each term: one number for each pass over it. */
  readonly swaps: readonly number[];
  /** The rows to refine. */
  readonly rows: Int32Array;
}

/** This share of the references, those with the largest residuals, take part in the choice of cells one by one. */
const STRONGEST_SHARE = 1 / 6;
/** Of fewer references, at least so many. */
const FEWEST_STRONGEST = 500;
/** Cells are exchanged when that gains more than this for each reference; less would only oscillate. */
const LEAST_GAIN = 0.02;
/** What each set neighbour adds to the gain of a cell, for each reference. */
const NEIGHBOUR_BONUS = 8 / 6000;
const TILE = 64;
/** Residuals are told apart to a quarter of a cell when the strongest are picked. */
const RESIDUAL_STEPS = 4;
const RESIDUAL_LEVELS = 1024;

/**
 * Exchanges cells of some terms so that their overlaps with the references come closer to the target: the gain of
 * a cell is the sum of the residuals of the references that use it.
 */
export function refineRows(input: RefineInput): void {
  const { vectors, references, rows } = input;
  const { dimensions, values } = vectors;
  const products = rowProducts(references.vectors, references.count, dimensions);
  const refiner = new RowRefiner(input);
  const block = new Float32Array(TILE * dimensions);
  for (let start = 0; start < rows.length; start += TILE) {
    const size = Math.min(TILE, rows.length - start);
    for (let r = 0; r < size; r++) {
      const from = rows[start + r]! * dimensions;
      block.set(values.subarray(from, from + dimensions), r * dimensions);
    }
    const cosines = products.times(block, size);
    for (let r = 0; r < size; r++) {
      const from = r * products.stride;
      refiner.refine(rows[start + r]!, cosines.subarray(from, from + references.count));
    }
  }
}

/** Place in the target curve of a cosine. */
export const targetIndex = (cosine: number, steps: number) =>
  Math.max(0, Math.min(steps - 1, Math.floor(((cosine + 1) / 2) * steps)));

class RowRefiner {
  private readonly input: RefineInput;
  private readonly overlaps: Uint16Array;
  private readonly residuals: Float32Array;
  private readonly gains = new Float32Array(CELLS);
  private readonly isSet = new Uint8Array(CELLS);
  private readonly levels = new Uint32Array(RESIDUAL_LEVELS);
  private readonly leaving: Ranking;
  private readonly entering: Ranking;

  constructor(input: RefineInput) {
    this.input = input;
    this.overlaps = new Uint16Array(input.references.count);
    this.residuals = new Float32Array(input.references.count);
    const most = Math.max(...input.swaps);
    this.leaving = new Ranking(most);
    this.entering = new Ranking(most);
  }

  refine(row: number, cosines: Float32Array): void {
    const { codes } = this.input;
    const start = row * TERM_LIMIT;
    const code = codes.positions.subarray(start, start + codes.sizes[row]!);
    for (const swaps of this.input.swaps) {
      this.countOverlaps(code);
      this.measure(row, cosines);
      this.sumGains();
      this.favourNeighbours(code);
      this.exchange(code, swaps);
    }
  }

  private countOverlaps(code: Uint16Array): void {
    const { overlaps } = this;
    const { offsets, members } = this.input.references;
    overlaps.fill(0);
    for (let i = 0; i < code.length; i++) {
      const end = offsets[code[i]! + 1]!;
      for (let k = offsets[code[i]!]!; k < end; k++) overlaps[members[k]!]!++;
    }
  }

  /** Residual of each reference: wanted overlap minus present overlap; none of a term with itself. */
  private measure(row: number, cosines: Float32Array): void {
    const { residuals, overlaps, levels } = this;
    const { references, target, codes } = this.input;
    const { roots, rows, count } = references;
    const root = Math.sqrt(codes.sizes[row]!) / TERM_LIMIT;
    levels.fill(0);
    for (let r = 0; r < count; r++) {
      const share = root * roots[r]!;
      const wanted = target[targetIndex(cosines[r]!, target.length)]! * share;
      const residual = rows[r] === row ? 0 : wanted - overlaps[r]!;
      residuals[r] = residual;
      levels[levelOf(residual)]!++;
    }
  }

  /**
   * The gain of a cell is the sum of the residuals of the references that use it. The strongest are added one by
   * one; all others count with their mean, so that only the length of the cell's list matters.
   */
  private sumGains(): void {
    const { gains, residuals, levels } = this;
    const { bias, references } = this.input;
    const { count, sizes, positions, offsets } = references;
    let level = RESIDUAL_LEVELS;
    const strongest = Math.max(FEWEST_STRONGEST, count * STRONGEST_SHARE);
    for (let found = 0; level > 0 && found < strongest; ) found += levels[--level]!;
    const mean = this.meanBelow(level);
    for (let cell = 0; cell < CELLS; cell++)
      gains[cell] = bias[cell]! + mean * (offsets[cell + 1]! - offsets[cell]!);
    for (let r = 0; r < count; r++) {
      if (levelOf(residuals[r]!) < level) continue;
      const residual = residuals[r]! - mean;
      const end = r * TERM_LIMIT + sizes[r]!;
      for (let k = r * TERM_LIMIT; k < end; k++) gains[positions[k]!]! += residual;
    }
  }

  /** Cells beside set ones gain a little, so that the patches on the map stay whole. */
  private favourNeighbours(code: Uint16Array): void {
    const { gains } = this;
    const bonus = NEIGHBOUR_BONUS * this.input.references.count;
    for (let i = 0; i < code.length; i++) {
      const row = code[i]! >> ROW_SHIFT;
      const column = code[i]! & EDGE;
      for (let down = -1; down <= 1; down++) {
        const start = ((row + down) & EDGE) << ROW_SHIFT;
        for (let right = -1; right <= 1; right++)
          if (down !== 0 || right !== 0) gains[start | ((column + right) & EDGE)]! += bonus;
      }
    }
  }

  /** Mean of the residuals that are weaker than a level. */
  private meanBelow(level: number): number {
    const { residuals } = this;
    let sum = 0;
    let weak = 0;
    for (let r = 0; r < residuals.length; r++) {
      if (levelOf(residuals[r]!) >= level) continue;
      sum += residuals[r]!;
      weak++;
    }
    return weak > 0 ? sum / weak : 0;
  }

  private exchange(code: Uint16Array, swaps: number): void {
    const { isSet, gains, leaving, entering } = this;
    const least = LEAST_GAIN * this.input.references.count;
    for (let i = 0; i < code.length; i++) isSet[code[i]!] = 1;
    leaving.clear(swaps);
    entering.clear(swaps);
    for (let cell = 0; cell < CELLS; cell++) {
      if (isSet[cell] === 1) leaving.offer(cell, -gains[cell]!);
      else entering.offer(cell, gains[cell]!);
    }
    const pairs = Math.min(leaving.size, entering.size);
    for (let k = 0; k < pairs && entering.values[k]! + leaving.values[k]! > least; k++) {
      isSet[leaving.ids[k]!] = 0;
      isSet[entering.ids[k]!] = 1;
    }
    let at = 0;
    for (let cell = 0; at < code.length; cell++) if (isSet[cell] === 1) code[at++] = cell;
    isSet.fill(0);
  }
}

const levelOf = (residual: number) =>
  Math.min(RESIDUAL_LEVELS - 1, Math.floor(Math.abs(residual) * RESIDUAL_STEPS));

/** The few largest of the values offered, falling; of equal ones the first offered. */
class Ranking {
  size = 0;
  private limit = 0;
  readonly ids: Int32Array;
  readonly values: Float32Array;

  constructor(most: number) {
    this.ids = new Int32Array(most);
    this.values = new Float32Array(most);
  }

  /** Empties the ranking; from now on it keeps the `limit` largest. */
  clear(limit: number): void {
    this.size = 0;
    this.limit = limit;
  }

  offer(id: number, value: number): void {
    const { limit } = this;
    if (this.size === limit && value <= this.values[limit - 1]!) return;
    let at = this.size < limit ? this.size++ : limit - 1;
    for (; at > 0 && this.values[at - 1]! < value; at--) {
      this.values[at] = this.values[at - 1]!;
      this.ids[at] = this.ids[at - 1]!;
    }
    this.values[at] = value;
    this.ids[at] = id;
  }
}
