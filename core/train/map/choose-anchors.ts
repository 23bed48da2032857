import { CELLS, SIDE } from "../../kernel/grid.ts";
import { type Products, rowProducts } from "../../kernel/matrix-products.ts";
import { sharedFloats } from "../run/arrays.ts";
import { type RowRange, runOnRows, type TrainContext } from "../run/context.ts";
import { normalise, type TermVectors } from "../vectors/term-vectors.ts";
import { blurMap, type CellMap } from "./lay-out-map.ts";

/** Candidates looked at for each cell before whatever is left over is handed out. */
const CANDIDATES = 60;
const TASK_CELLS = 1024;
const TILE = 64;

/** Cells `first..end-1` and the vectors they choose from, all at unit length. */
interface CandidateInput extends RowRange {
  readonly cells: Float32Array;
  readonly terms: Float32Array;
  readonly termCount: number;
  readonly depth: number;
}

/** The best rows of each cell. */
interface Candidates {
  /** `CANDIDATES` term numbers a cell, best first, and their scores. */
  readonly terms: Int32Array<ArrayBuffer>;
  readonly scores: Float32Array<ArrayBuffer>;
}

/** The terms nearest to each cell. */
export function anchorCandidates(input: CandidateInput): Candidates {
  const { cells, first, end, termCount, depth } = input;
  const products = rowProducts(input.terms, termCount, depth);
  const wanted = Math.min(CANDIDATES, termCount);
  const terms = new Int32Array((end - first) * wanted);
  const scores = new Float32Array((end - first) * wanted);
  for (let cell = first; cell < end; cell += TILE) {
    const rows = Math.min(TILE, end - cell);
    const found = products.times(cells.subarray(cell * depth, (cell + rows) * depth), rows);
    for (let r = 0; r < rows; r++) {
      const start = r * products.stride;
      const row = found.subarray(start, start + termCount);
      const at = (cell - first + r) * wanted;
      // So many are as near as the farthest of those that were nearest to the cell before, which is much like this one.
      const bound = justBelow(row, terms.subarray(Math.max(0, at - wanted), at));
      const best = scores.subarray(at, at + wanted);
      keepLargest({ products, start, row, bound }, terms.subarray(at, at + wanted), best);
    }
  }
  return { terms, scores };
}

/** A little less than the lowest score of these rows, which has to be above it in single precision, too. */
function justBelow(scores: Float32Array, ids: Int32Array): number {
  if (ids.length === 0) return Number.NEGATIVE_INFINITY;
  let lowest = scores[ids[0]!]!;
  for (const id of ids) lowest = Math.min(lowest, scores[id]!);
  return lowest - 1e-6 * Math.max(1, Math.abs(lowest));
}

/** Scores of one cell, the `row` from place `start` on of the last result; enough of them are above `bound`. */
interface Row {
  readonly products: Products;
  readonly start: number;
  readonly row: Float32Array;
  readonly bound: number;
}

/** Fills `ids` and `best` with the largest of a row, falling; of equal ones the first comes first. */
function keepLargest(
  { products, start, row, bound }: Row,
  ids: Int32Array,
  best: Float32Array,
): void {
  best.fill(Number.NEGATIVE_INFINITY);
  const last = best.length - 1;
  const end = start + row.length;
  let least = bound;
  for (let place = start - 1; ; ) {
    place = products.nextAbove(place + 1, end, least);
    if (place === end) return;
    const id = place - start;
    const score = row[id]!;
    let at = last;
    for (; at > 0 && best[at - 1]! < score; at--) {
      best[at] = best[at - 1]!;
      ids[at] = ids[at - 1]!;
    }
    best[at] = score;
    ids[at] = id;
    least = Math.max(least, best[last]!);
  }
}

/** Rounds of assigning; before each further one the map follows the anchors of the last. */
const ROUNDS = 3;
/** Width of that smoothing, in cells. */
const SMOOTHING = 0.9;

/**
 * Gives every cell a row of its own: the closest pairs of cell and row are joined first, and each row is used
 * once. Needs at least as many rows as cells.
 */
export async function chooseAnchors(
  map: CellMap,
  vectors: TermVectors,
  context: TrainContext,
): Promise<Int32Array> {
  const { depth } = map;
  const terms = unitRows(vectors.values, vectors.rows, vectors.dimensions, depth);
  let cells = unitRows(map.cells, CELLS, depth, depth);
  for (let round = 1; ; round++) {
    const anchors = await assignRound(cells, terms, depth, context);
    if (round === ROUNDS) return anchors;
    const rows = new Float32Array(CELLS * depth);
    anchors.forEach((row, cell) => {
      rows.set(terms.subarray(row * depth, (row + 1) * depth), cell * depth);
    });
    cells = unitRows(blurMap({ side: SIDE, depth, cells: rows }, SMOOTHING), CELLS, depth, depth);
  }
}

async function assignRound(
  cells: Float32Array,
  terms: Float32Array,
  depth: number,
  context: TrainContext,
): Promise<Int32Array> {
  const count = terms.length / depth;
  const wanted = Math.min(CANDIDATES, count);
  const ids = new Int32Array(CELLS * wanted);
  const scores = new Float32Array(CELLS * wanted);
  await runOnRows(context, {
    task: anchorCandidates,
    rows: CELLS,
    size: TASK_CELLS,
    input: { cells, terms, termCount: count, depth },
    output: (found, first) => {
      ids.set(found.terms, first * wanted);
      scores.set(found.scores, first * wanted);
    },
  });
  return assign({ ids, scores, wanted, cells, terms, depth, count });
}

/** The leading `depth` numbers of each row, at unit length. */
function unitRows(values: Float32Array, rows: number, stride: number, depth: number): Float32Array {
  const unit = sharedFloats(rows * depth);
  for (let row = 0; row < rows; row++) {
    const vector = unit.subarray(row * depth, (row + 1) * depth);
    vector.set(values.subarray(row * stride, row * stride + depth));
    normalise(vector);
  }
  return unit;
}

interface Assignment {
  readonly ids: Int32Array;
  readonly scores: Float32Array;
  readonly wanted: number;
  readonly cells: Float32Array;
  readonly terms: Float32Array;
  readonly depth: number;
  readonly count: number;
}

function assign(given: Assignment): Int32Array {
  const { ids, scores, wanted } = given;
  const anchors = new Int32Array(CELLS).fill(-1);
  const used = new Uint8Array(given.count);
  for (const pair of fallingOrder(scores)) {
    const cell = Math.floor(pair / wanted);
    const term = ids[pair]!;
    if (anchors[cell] !== -1 || used[term] === 1) continue;
    anchors[cell] = term;
    used[term] = 1;
  }
  handOutRest(given, anchors, used);
  return anchors;
}

const PAIR_RANGE = 2 ** 20;
const SCORE_STEPS = 2 ** 30;

/**
 * The indices of up to `PAIR_RANGE` scores in -1..1, the highest first, equal ones as they come. Score and index are packed into
 * one number, as such an array sorts fastest.
 */
export function fallingOrder(scores: Float32Array): Float64Array {
  const keys = new Float64Array(scores.length);
  for (let i = 0; i < keys.length; i++)
    keys[i] = Math.round((1 - scores[i]!) * SCORE_STEPS) * PAIR_RANGE + i;
  return keys.sort().map((key) => key % PAIR_RANGE);
}

/** Cells whose candidates are all taken get, in order, the nearest row that is still free. */
function handOutRest(given: Assignment, anchors: Int32Array, used: Uint8Array): void {
  const { cells, terms, depth, count } = given;
  const open = Array.from(anchors.keys()).filter((cell) => anchors[cell] === -1);
  if (open.length === 0) return;
  const products = rowProducts(terms, count, depth);
  const block = new Float32Array(TILE * depth);
  for (let at = 0; at < open.length; at += TILE) {
    const tile = open.slice(at, at + TILE);
    tile.forEach((cell, r) => {
      block.set(cells.subarray(cell * depth, (cell + 1) * depth), r * depth);
    });
    const scores = products.times(block, tile.length);
    tile.forEach((cell, r) => {
      const row = scores.subarray(r * products.stride, r * products.stride + count);
      const best = largestFree(row, used);
      anchors[cell] = best;
      used[best] = 1;
    });
  }
}

function largestFree(scores: Float32Array, used: Uint8Array): number {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < scores.length; i++) {
    if (used[i] === 1 || scores[i]! <= most) continue;
    most = scores[i]!;
    best = i;
  }
  return best;
}
