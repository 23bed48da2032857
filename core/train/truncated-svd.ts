import type { AssociationMatrix } from "./association-matrix.ts";
import { gram, orthonormalise } from "./dense-steps.ts";
import { seededNormal, seededRandom } from "./seeded-random.ts";
import { createSlabs, type SlabMatrix, widthOf } from "./slab-matrix.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";
import { runInOrder } from "./tasks-in-order.ts";
import type { TrainContext } from "./types.ts";

/** Directions carried along beyond those asked for; they make the last ones exact enough. */
const OVERSAMPLING = 40;
/** Multiplications with matrix^T . matrix; two separate the directions of word counts well. */
const POWER_STEPS = 2;

/** The leading part of a matrix: rows of `scores` times `rotation` columns are U . S. */
export interface TruncatedSvd {
  /** matrix . Q, in the order of the shards' rows. */
  readonly scores: SlabMatrix;
  /** Column j (of width x dimensions, row-major) turns scores into direction j, strongest first. */
  readonly rotation: Float64Array;
  /** Singular values of those directions. */
  readonly strengths: Float64Array;
  readonly dimensions: number;
}

/** Randomised truncated singular value decomposition: cost is (2 POWER_STEPS + 1) . entries . dimensions. */
export async function truncatedSvd(
  matrix: AssociationMatrix,
  dimensions: number,
  seed: number,
  context: TrainContext,
): Promise<TruncatedSvd> {
  const basis = createSlabs(matrix.columns, dimensions + OVERSAMPLING);
  fillRandom(basis, seed);
  const steps = POWER_STEPS + 1;
  const stage = (step: number) => ({
    ...context,
    report: (done: number) => context.report((step + done) / steps),
  });
  const quiet = { ...context, report: () => {} };
  await orthonormalise(basis, quiet);
  for (let step = 0; step < POWER_STEPS; step++) {
    await eachSlab(matrix, basis, undefined, stage(step));
    await orthonormalise(basis, quiet);
  }
  const scores = createSlabs(matrix.rows, widthOf(basis));
  await eachSlab(matrix, basis, scores, stage(POWER_STEPS));
  return { scores, dimensions, ...rotate(await gram(scores, quiet), widthOf(scores), dimensions) };
}

function fillRandom({ slabs }: SlabMatrix, seed: number): void {
  const random = seededRandom(seed);
  for (const slab of slabs) for (let i = 0; i < slab.length; i++) slab[i] = seededNormal(random);
}

/** basis <- matrix^T . matrix . basis, or, given `scores`, scores <- matrix . basis */
async function eachSlab(
  { shards }: AssociationMatrix,
  basis: SlabMatrix,
  scores: SlabMatrix | undefined,
  context: TrainContext,
): Promise<void> {
  const rows = shards.map(({ starts, columns, values }) => ({ starts, columns, values }));
  await runInOrder(context, {
    name: "multiplySlab",
    count: basis.slabs.length,
    input: (i) => ({ shards: rows, slab: basis.slabs[i]!, target: scores?.slabs[i] ?? null }),
    output: () => {},
  });
}

function rotate(squares: Float64Array, width: number, dimensions: number) {
  const { values, vectors } = symmetricEigen(squares, width);
  const rotation = new Float64Array(width * dimensions);
  for (let j = 0; j < dimensions; j++)
    for (let i = 0; i < width; i++) rotation[i * dimensions + j] = vectors[j * width + i]!;
  const strengths = Float64Array.from({ length: dimensions }, (_, j) =>
    Math.sqrt(Math.max(values[j]!, Number.MIN_VALUE)),
  );
  return { rotation, strengths };
}
