import { rowProducts } from "../../kernel/matrix-products.ts";
import { TERM_LIMIT } from "../../retina/types.ts";
import type { TermVectors } from "../vectors/term-vectors.ts";
import type { Codes } from "./encode.ts";
import { REFERENCE_POOL, type References } from "./references.ts";

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

/** Place in the target curve of a cosine. */
export const targetIndex = (cosine: number, steps: number) =>
  Math.max(0, Math.min(steps - 1, Math.floor(((cosine + 1) / 2) * steps)));

/** A target curve moved down the cosines, so that overlaps grow from a cosine of 0 on. */
export const leading = (curve: Float32Array): Float32Array =>
  curve.map((_, step) => curve[Math.min(step + TARGET_LEAD, curve.length - 1)]!);
