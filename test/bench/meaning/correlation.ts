/** Pearson's correlation of two lists of the same length; 0 when either does not vary. */
export function pearson(left: readonly number[], right: readonly number[]): number {
  const leftMean = mean(left);
  const rightMean = mean(right);
  let product = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  for (let i = 0; i < left.length; i++) {
    const dl = (left[i] ?? 0) - leftMean;
    const dr = (right[i] ?? 0) - rightMean;
    product += dl * dr;
    leftSquares += dl * dl;
    rightSquares += dr * dr;
  }
  const scale = Math.sqrt(leftSquares) * Math.sqrt(rightSquares);
  return scale === 0 ? 0 : product / scale;
}

/** Spearman's rank correlation; equal values share the mean of their ranks. */
export function spearman(left: readonly number[], right: readonly number[]): number {
  return pearson(ranks(left), ranks(right));
}

/** Rank of each value, 1 for the smallest; ties get the mean of the ranks they span. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const result = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end++;
    const shared = (start + 1 + end) / 2;
    for (let k = start; k < end; k++) result[order[k] ?? 0] = shared;
    start = end;
  }
  return result;
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, v) => sum + v, 0) / values.length;

/** Sample standard deviation; 0 for fewer than two values. */
export function spread(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const centre = mean(values);
  const squares = values.reduce((sum, v) => sum + (v - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
