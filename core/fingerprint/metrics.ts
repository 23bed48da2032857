import { addBits, type Bitmap, emptyBitmap, hasBit } from "../kernel/bitmap.ts";
import type { Positions } from "../kernel/grid.ts";
import { makeWindow, weightAround } from "../kernel/neighbourhood.ts";

/** How two fingerprints compare; the names are those of the contract. */
export interface Metrics {
  /** Shared positions over the product of the roots of the sizes. */
  readonly cosineSimilarity: number;
  /** Positions in one only, over both sizes: one minus the Dice coefficient. */
  readonly euclideanDistance: number;
  /** Positions in one only, over positions in either. */
  readonly jaccardDistance: number;
  readonly overlappingAll: number;
  /** Share of the left that lies in the right. */
  readonly overlappingLeftRight: number;
  /** Share of the right that lies in the left. */
  readonly overlappingRightLeft: number;
  readonly sizeLeft: number;
  readonly sizeRight: number;
  /** Shared positions weighted by how many neighbours on the map they have on both sides; unbounded. */
  readonly weightedScoring: number;
}

const NEARNESS = makeWindow((distance) => 2 ** -distance);
/** The constant is empirical: it reproduces the recorded scores of the original service. */
const NORM = 3.5 + NEARNESS.reduce((sum, weight) => sum + weight, 0);

/** All nine metrics. With an empty side similarities are 0 and distances 1. */
export function compare(left: Positions, right: Positions): Metrics {
  const sizeLeft = left.length;
  const sizeRight = right.length;
  const { overlap, score } = measureShared(left, right);
  const apart = sizeLeft + sizeRight - 2 * overlap;
  const isEmpty = sizeLeft === 0 || sizeRight === 0;
  return {
    cosineSimilarity: cosine(overlap, sizeLeft, sizeRight),
    euclideanDistance: isEmpty ? 1 : apart / (sizeLeft + sizeRight),
    jaccardDistance: isEmpty ? 1 : apart / (sizeLeft + sizeRight - overlap),
    overlappingAll: overlap,
    overlappingLeftRight: isEmpty ? 0 : overlap / sizeLeft,
    overlappingRightLeft: isEmpty ? 0 : overlap / sizeRight,
    sizeLeft,
    sizeRight,
    weightedScoring: score,
  };
}

/** From the counts alone. Two roots, not the root of the product: the recorded values need it so. */
export function cosine(overlap: number, sizeLeft: number, sizeRight: number): number {
  if (sizeLeft === 0 || sizeRight === 0) return 0;
  return overlap / (Math.sqrt(sizeLeft) * Math.sqrt(sizeRight));
}

/** Filled again by every comparison: allocating them would take longer than everything else. */
const leftBits = emptyBitmap();
const rightBits = emptyBitmap();

/** Counts and weighs the shared positions in one pass, in ascending order. */
function measureShared(left: Positions, right: Positions): { overlap: number; score: number } {
  mark(leftBits, left);
  mark(rightBits, right);
  let overlap = 0;
  let sum = 0;
  for (let i = 0; i < right.length; i++) {
    const position = right[i]!;
    if (!hasBit(leftBits, position)) continue;
    overlap++;
    const nearLeft = weightAround(leftBits, position, NEARNESS);
    sum += Math.sqrt(nearLeft * weightAround(rightBits, position, NEARNESS));
  }
  return { overlap, score: sum / NORM };
}

function mark(bitmap: Bitmap, positions: Positions): void {
  bitmap.fill(0);
  addBits(bitmap, positions);
}
