/**
 * The cosine of two sets of positions: shared / sqrt(size * size), in double precision and in exactly this order of
 * operations, so that every store gives the same bits. The product is a whole number below 2^53, hence exact; root and
 * quotient are correctly rounded everywhere. 0 where a side is empty.
 */
export function closeness(shared: number, sizeLeft: number, sizeRight: number): number {
  return shared === 0 ? 0 : shared / Math.sqrt(sizeLeft * sizeRight);
}
