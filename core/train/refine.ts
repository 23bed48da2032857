import { CELLS } from "../kernel/grid.ts";
import { rowProducts } from "../kernel/matrix-products.ts";
import { seededRandom } from "../kernel/seeded-random.ts";
import { TERM_LIMIT } from "../retina/types.ts";
import type { Codes } from "./encode.ts";
import { type References, targetIndex } from "./refine-rows.ts";
import { sharedFloats } from "./slab-matrix.ts";
import { runInOrder } from "./tasks-in-order.ts";
import type { TermVectors } from "./term-vectors.ts";
import type { TrainContext } from "./types.ts";

/** The most frequent terms are refined together, round by round. */
const HOT_TERMS = 45_000;
const HOT_ROUNDS = 24;
/** Share of them that changes in one round; all at once would oscillate. */
const PARTS = 3;
/** Passes over each of the others: nobody is measured against them, so they can be refined one by one. */
const COLD_PASSES = 6;
/** Cells exchanged for a term in the first and the last round. */
const FIRST_SWAPS = 24;
const LAST_SWAPS = 2;
/** References are drawn from so many of the most frequent terms. */
const REFERENCE_POOL = 40_000;
/** Share of those terms that are references; a small corpus needs no fewer than the second number. */
const REFERENCE_SHARE = 0.15;
const FEWEST_REFERENCES = 1500;
const TASK_ROWS = 2048;
/** What a cell with twice the mean load costs, in cells of residual for each reference. */
const LOAD_COST = 0.05;

/** Steps of the target curve over the cosines from -1 to 1. */
const TARGET_STEPS = 512;
/**
 * The wanted overlap at a cosine is what was found at a cosine higher by so many steps (0.02). The curve as found is
 * flat up to there: what two codes share by chance hides small cosines, among which weakly related terms have theirs.
 */
const TARGET_LEAD = 5;
/** Terms whose overlaps with the references make the target curve. */
const TARGET_SAMPLES = 2048;
const TILE = 64;

/** Swaps of each of so many rounds: they fall geometrically. */
const swapsOf = (rounds: number) =>
  Array.from({ length: rounds }, (_, round) =>
    Math.round(FIRST_SWAPS * (LAST_SWAPS / FIRST_SWAPS) ** (round / (rounds - 1))),
  );

interface Refinement {
  readonly vectors: TermVectors;
  readonly codes: Codes;
  readonly target: Float32Array;
  /** The terms that all are measured against. */
  readonly references: Int32Array;
  /** Terms whose use of the cells makes a cell dear: rare ones crowd, and must not drive frequent ones away. */
  readonly weighed: Int32Array;
  readonly context: TrainContext;
}

/** What refinement needs: codes are changed in place. */
export interface RefineJob {
  readonly vectors: TermVectors;
  readonly codes: Codes;
  /** Occurrences of each term. */
  readonly counts: Uint32Array;
  readonly seed: number;
  /** Share of all rounds that is carried out, above 0, at most 1. */
  readonly effort: number;
}

/** Share of the work that the frequent terms take. */
const HOT_SHARE = 0.5;

/**
 * Adjusts all fingerprints together. The overlap of two codes should be a rising function of the cosine of their
 * vectors; that function is read off the codes as they are, and round by round a part of the terms moves towards it.
 */
export async function refine(
  { vectors, codes, counts, seed, effort }: RefineJob,
  context: TrainContext,
): Promise<void> {
  const random = seededRandom(seed);
  const ranked = Int32Array.from(counts.keys()).sort((a, b) => counts[b]! - counts[a]! || a - b);
  const hot = ranked.slice(0, HOT_TERMS);
  const references = drawReferences(ranked, random);
  const target = leading(targetCurve(vectors, codes, referencesAt(references, vectors, codes)));
  const job = { vectors, codes, target, references, weighed: hot };
  const rounds = Math.ceil(HOT_ROUNDS * effort);
  for (const [round, swaps] of swapsOf(rounds).entries()) {
    const report = (done: number) => context.report((HOT_SHARE * (round + done)) / rounds);
    const rows = hot.filter(() => random() * PARTS < 1).sort();
    await refineSome({ ...job, context: { ...context, report } }, rows, [swaps]);
  }
  const report = (done: number) => context.report(HOT_SHARE + (1 - HOT_SHARE) * done);
  const cold = ranked.slice(HOT_TERMS).sort();
  await refineSome(
    { ...job, weighed: ranked, context: { ...context, report } },
    cold,
    swapsOf(COLD_PASSES),
  );
}

/** A target curve moved down the cosines, so that overlaps grow from a cosine of 0 on. */
export const leading = (curve: Float32Array): Float32Array =>
  curve.map((_, step) => curve[Math.min(step + TARGET_LEAD, curve.length - 1)]!);

async function refineSome(
  { vectors, codes, target, references: rows, weighed, context }: Refinement,
  chosen: Int32Array,
  swaps: readonly number[],
): Promise<void> {
  const references = referencesAt(rows, vectors, codes);
  const bias = loadBias(codes, weighed, LOAD_COST * rows.length);
  await runInOrder(context, {
    name: "refineRows",
    count: Math.ceil(chosen.length / TASK_ROWS),
    input: (i) => ({
      vectors,
      codes,
      references,
      target,
      bias,
      swaps,
      rows: chosen.slice(i * TASK_ROWS, (i + 1) * TASK_ROWS),
    }),
    output: () => {},
  });
}

/** What each cell gains from its load: less than nothing where the terms use it more than the mean cell. */
export function loadBias(
  { sizes, positions }: Codes,
  rows: Int32Array,
  cost: number,
): Float32Array {
  const loads = new Uint32Array(CELLS);
  for (const row of rows) {
    const end = row * TERM_LIMIT + sizes[row]!;
    for (let k = row * TERM_LIMIT; k < end; k++) loads[positions[k]!]!++;
  }
  const mean = loads.reduce((sum, load) => sum + load, 0) / CELLS;
  return Float32Array.from(loads, (load) => -cost * (load / mean - 1));
}

/** A sample of the frequent terms, ascending. */
export function drawReferences(ranked: Int32Array, random: () => number): Int32Array {
  const pool = Math.min(ranked.length, REFERENCE_POOL);
  const wanted = Math.min(pool, Math.max(FEWEST_REFERENCES, Math.round(REFERENCE_SHARE * pool)));
  const chosen: number[] = [];
  for (let rank = 0; rank < pool; rank++)
    if (random() * (pool - rank) < wanted - chosen.length) chosen.push(ranked[rank]!);
  return Int32Array.from(chosen).sort();
}

/** Copies of the vectors and present codes of some terms. */
export function referencesAt(rows: Int32Array, of: TermVectors, codes: Codes): References {
  const { dimensions, values } = of;
  const vectors = sharedFloats(rows.length * dimensions);
  const sizes = Uint16Array.from(rows, (row) => codes.sizes[row]!);
  const positions = new Uint16Array(rows.length * TERM_LIMIT);
  rows.forEach((row, r) => {
    vectors.set(values.subarray(row * dimensions, (row + 1) * dimensions), r * dimensions);
    const start = row * TERM_LIMIT;
    positions.set(codes.positions.subarray(start, start + TERM_LIMIT), r * TERM_LIMIT);
  });
  const roots = Float32Array.from(sizes, (size) => Math.sqrt(size));
  return {
    count: rows.length,
    rows,
    vectors,
    sizes,
    roots,
    positions,
    ...byCell(sizes, positions),
  };
}

function byCell(sizes: Uint16Array, positions: Uint16Array) {
  const offsets = new Uint32Array(CELLS + 1);
  const each = (visit: (cell: number, reference: number) => void) => {
    for (let r = 0; r < sizes.length; r++)
      for (let k = 0; k < sizes[r]!; k++) visit(positions[r * TERM_LIMIT + k]!, r);
  };
  each((cell) => {
    offsets[cell + 1]!++;
  });
  for (let cell = 0; cell < CELLS; cell++) offsets[cell + 1]! += offsets[cell]!;
  const members = new Uint16Array(offsets[CELLS]!);
  const next = offsets.slice();
  each((cell, reference) => {
    members[next[cell]!++] = reference;
  });
  return { offsets, members };
}

/** Mean overlap by cosine, as a rising curve: the number of common cells that two full codes should have. */
export function targetCurve(vectors: TermVectors, codes: Codes, references: References) {
  const sums = new Float64Array(TARGET_STEPS);
  const counts = new Float64Array(TARGET_STEPS);
  const { dimensions, values } = vectors;
  const products = rowProducts(references.vectors, references.count, dimensions);
  const step = Math.max(1, Math.floor(Math.min(vectors.rows, REFERENCE_POOL) / TARGET_SAMPLES));
  const samples = Math.min(TARGET_SAMPLES, Math.floor(vectors.rows / step));
  const overlaps = new Uint16Array(references.count);
  const block = new Float32Array(TILE * dimensions);
  for (let start = 0; start < samples; start += TILE) {
    const size = Math.min(TILE, samples - start);
    const rowOf = (r: number) => (start + r) * step;
    for (let r = 0; r < size; r++)
      block.set(
        values.subarray(rowOf(r) * dimensions, (rowOf(r) + 1) * dimensions),
        r * dimensions,
      );
    const cosines = products.times(block, size);
    for (let r = 0; r < size; r++) {
      countOverlaps(codes, rowOf(r), references, overlaps);
      for (let k = 0; k < references.count; k++) {
        const share = Math.sqrt(codes.sizes[rowOf(r)]! * references.sizes[k]!) / TERM_LIMIT;
        const at = targetIndex(cosines[r * products.stride + k]!, TARGET_STEPS);
        sums[at]! += overlaps[k]! / share;
        counts[at]! += 1;
      }
    }
  }
  return risingMeans(sums, counts);
}

function countOverlaps(
  { sizes, positions }: Codes,
  row: number,
  { offsets, members }: References,
  overlaps: Uint16Array,
): void {
  overlaps.fill(0);
  const end = row * TERM_LIMIT + sizes[row]!;
  for (let i = row * TERM_LIMIT; i < end; i++) {
    const cell = positions[i]!;
    for (let k = offsets[cell]!; k < offsets[cell + 1]!; k++) overlaps[members[k]!]!++;
  }
}

/** The rising sequence closest to the means (pool adjacent violators); steps without data follow their neighbours. */
export function risingMeans(sums: Float64Array, counts: Float64Array): Float32Array {
  const blocks: { sum: number; count: number; steps: number }[] = [];
  for (let i = 0; i < sums.length; i++) {
    let block = { sum: sums[i]!, count: counts[i]!, steps: 1 };
    for (
      let last = blocks.at(-1);
      last !== undefined && !rises(last, block);
      last = blocks.at(-1)
    ) {
      blocks.pop();
      block = {
        sum: last.sum + block.sum,
        count: last.count + block.count,
        steps: last.steps + block.steps,
      };
    }
    blocks.push(block);
  }
  const curve = new Float32Array(sums.length);
  let at = 0;
  for (const { sum, count, steps } of blocks) {
    curve.fill(count > 0 ? sum / count : 0, at, at + steps);
    at += steps;
  }
  return curve;
}

interface Block {
  readonly sum: number;
  readonly count: number;
}

/** A block without data belongs to the one before it. */
const rises = (last: Block, next: Block) =>
  next.count > 0 && (last.count === 0 || last.sum / last.count <= next.sum / next.count);
