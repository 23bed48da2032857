/** The byte of a term that counts in full where places are named. */
export const FULL_NAMING = 255;

/** The byte of a weight of 1. */
export const NEUTRAL_WEIGHT = 128;
/** Steps of the byte that double a weight. */
const STEPS_PER_DOUBLING = 64;
const LARGEST_BYTE = 255;

/** The weight that a byte of a retina file means: 0.25 to 3.96 in steps of 1.1%. */
export const weightOf = (byte: number): number =>
  2 ** ((byte - NEUTRAL_WEIGHT) / STEPS_PER_DOUBLING);

/** The byte whose weight is nearest by ratio; weights are above 0. */
export function weightByte(weight: number): number {
  const byte = Math.round(NEUTRAL_WEIGHT + STEPS_PER_DOUBLING * Math.log2(weight));
  return Math.max(0, Math.min(LARGEST_BYTE, byte));
}
