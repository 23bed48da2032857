import { cellExchanger } from "../../kernel/cell-piles.ts";
import { CELLS } from "../../kernel/grid.ts";
import { rowProducts } from "../../kernel/matrix-products.ts";
import { seededRandom } from "../../kernel/seeded-random.ts";
import { TERM_LIMIT } from "../../retina/types.ts";
import { runInOrder, type TrainContext } from "../run/context.ts";
import type { TermVectors } from "../vectors/term-vectors.ts";
import type { Codes } from "./encode.ts";
import { drawReferences, type References, referencesAt } from "./references.ts";
import { leading, targetCurve } from "./target-curve.ts";

/** Rows to refine, and all they are measured against. */
interface RefineInput {
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

/**
 * Exchanges cells of some terms so that their overlaps with the references come closer to the target: the gain of
 * a cell is the sum of the residuals of the references that use it. Cells beside set ones gain a little, so that the
 * patches on the map stay whole.
 */
export function refineRows(input: RefineInput): void {
  const { vectors, references, codes, rows, swaps } = input;
  const { dimensions, values } = vectors;
  const products = rowProducts(references.vectors, references.count, dimensions);
  const exchange = exchangerOf(input);
  const referenceOf = new Map(Array.from(references.rows, (row, place) => [row, place]));
  const block = new Float32Array(TILE * dimensions);
  for (let start = 0; start < rows.length; start += TILE) {
    const size = Math.min(TILE, rows.length - start);
    for (let r = 0; r < size; r++) {
      const from = rows[start + r]! * dimensions;
      block.set(values.subarray(from, from + dimensions), r * dimensions);
    }
    const all = products.times(block, size);
    for (let r = 0; r < size; r++) {
      const row = rows[start + r]!;
      const at = row * TERM_LIMIT;
      const code = codes.positions.subarray(at, at + codes.sizes[row]!);
      const cosines = all.subarray(r * products.stride, r * products.stride + references.count);
      exchange({ code, cosines, self: referenceOf.get(row) ?? -1, swaps });
    }
  }
}

function exchangerOf({ references, target, bias }: RefineInput) {
  const { count } = references;
  return cellExchanger(
    { ...references, stride: TERM_LIMIT },
    {
      target,
      bias,
      strongest: Math.max(FEWEST_STRONGEST, count * STRONGEST_SHARE),
      bonus: NEIGHBOUR_BONUS * count,
      least: LEAST_GAIN * count,
    },
  );
}

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
const TASK_ROWS = 2048;
/** What a cell with twice the mean load costs, in cells of residual for each reference. */
const LOAD_COST = 0.05;

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
interface RefineJob {
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

async function refineSome(
  { vectors, codes, target, references: rows, weighed, context }: Refinement,
  chosen: Int32Array,
  swaps: readonly number[],
): Promise<void> {
  const references = referencesAt(rows, vectors, codes);
  const bias = loadBias(codes, weighed, LOAD_COST * rows.length);
  await runInOrder(context, {
    task: refineRows,
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
