import { seededNormal, seededRandom } from "../kernel/seeded-random.ts";
import type { AssociationMatrix } from "./association-matrix.ts";
import { gram, orthonormalise } from "./dense-steps.ts";
import { createSlabs, type SlabMatrix, widthOf } from "./slab-matrix.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";
import { runInOrder } from "./tasks-in-order.ts";
import type { TrainContext } from "./types.ts";

/** Directions carried along beyond those asked for; they make the last ones exact enough. */
const OVERSAMPLING = 40;
/**
 * Multiplications with matrix^T . matrix. With one the weaker directions still hang on the random start: Spearman on
 * WordSim-353 varied by 0.02 from seed to seed; with three by 0.003.
 */
const POWER_STEPS = 3;

/** What to find, and how rows count. */
export interface SvdShape {
  readonly dimensions: number;
  /** Strongest directions left out: they tell common from rare words more than meanings apart. */
  readonly dropped: number;
  /** How much each row counts when the directions are chosen. */
  readonly rowWeights: Float32Array;
  readonly seed: number;
}

/** Rows of `scores` times `rotation` are the rows of the matrix in its strongest directions. */
export interface TruncatedSvd {
  /** matrix . Q, in the order of the shards' rows; the rows are not weighted here. */
  readonly scores: SlabMatrix;
  /** width x dimensions, row-major: column j turns scores into direction j, strongest first. */
  readonly rotation: Float64Array;
  /** Singular values of those directions. */
  readonly strengths: Float64Array;
  readonly dimensions: number;
}

/**
 * Randomised truncated singular value decomposition of the matrix with its rows weighted; afterwards the rows as
 * they are get projected on its directions. Cost is (2 POWER_STEPS + 1) . entries . dimensions.
 */
export async function truncatedSvd(
  matrix: AssociationMatrix,
  shape: SvdShape,
  context: TrainContext,
): Promise<TruncatedSvd> {
  const basis = createSlabs(matrix.columns, shape.dimensions + shape.dropped + OVERSAMPLING);
  fillRandom(basis, shape.seed);
  const weights = matrix.shards.map(({ rows }) =>
    Float32Array.from(rows, (row) => shape.rowWeights[row]!),
  );
  const stage = (step: number) => ({
    ...context,
    report: (done: number) => context.report((step + done) / (POWER_STEPS + 1)),
  });
  const quiet = { ...context, report: () => {} };
  await orthonormalise(basis, quiet);
  for (let step = 0; step < POWER_STEPS; step++) {
    await eachSlab(matrix, { weights, basis }, stage(step));
    await orthonormalise(basis, quiet);
  }
  const scores = createSlabs(matrix.rows, widthOf(basis));
  await eachSlab(matrix, { weights, basis, scores }, stage(POWER_STEPS));
  const squares = await gram(
    scores,
    quiet,
    Float32Array.from(weights.flatMap((some) => [...some])),
  );
  return { scores, dimensions: shape.dimensions, ...rotate(squares, widthOf(scores), shape) };
}

function fillRandom({ slabs }: SlabMatrix, seed: number): void {
  const random = seededRandom(seed);
  for (const slab of slabs) for (let i = 0; i < slab.length; i++) slab[i] = seededNormal(random);
}

interface SlabWork {
  readonly weights: readonly Float32Array[];
  readonly basis: SlabMatrix;
  readonly scores?: SlabMatrix;
}

/** basis <- m^T . m . basis for the weighted matrix m, or, given `scores`, scores <- matrix . basis */
async function eachSlab(
  { shards }: AssociationMatrix,
  { weights, basis, scores }: SlabWork,
  context: TrainContext,
): Promise<void> {
  const rows = shards.map(({ starts, columns, values }) => ({ starts, columns, values }));
  await runInOrder(context, {
    name: "multiplySlab",
    count: basis.slabs.length,
    input: (i) => ({
      shards: rows,
      weights,
      slab: basis.slabs[i]!,
      target: scores?.slabs[i] ?? null,
    }),
    output: () => {},
  });
}

function rotate(squares: Float64Array, width: number, { dimensions, dropped }: SvdShape) {
  const { values, vectors } = symmetricEigen(squares, width);
  const rotation = new Float64Array(width * dimensions);
  for (let j = 0; j < dimensions; j++)
    for (let i = 0; i < width; i++)
      rotation[i * dimensions + j] = vectors[(j + dropped) * width + i]!;
  const strengths = Float64Array.from({ length: dimensions }, (_, j) =>
    Math.sqrt(Math.max(values[j + dropped]!, Number.MIN_VALUE)),
  );
  return { rotation, strengths };
}
