/** Rows in an order: the higher score first, then the lower rank. */
export interface RankedRows {
  /** Places that rows may have. */
  readonly length: number;
  /** The row's number. */
  numberOf(i: number): number;
  scoreOf(i: number): number;
  /**
   * The first place from `from` on with a row whose score may be at least `least`; `length` where there is none. Nearly
   * all of a million rows are passed over here.
   */
  next(from: number, least: number): number;
}

/** With a score for each that is known already. */
export const rankedBy = (numbers: Uint32Array, scores: Float64Array): RankedRows => ({
  length: numbers.length,
  numberOf: (i) => numbers[i]!,
  scoreOf: (i) => scores[i]!,
  next(from, least) {
    let i = from;
    while (i < scores.length && scores[i]! < least) i++;
    return i;
  },
});

/** All alike. */
export const unranked = (numbers: Uint32Array): RankedRows => ({
  length: numbers.length,
  numberOf: (i) => numbers[i]!,
  scoreOf: () => 0,
  next: (from) => from,
});

/**
 * Numbers of the first `wanted` rows; `rankOf` is each row's place in the order of ids. A heap, whose root is the worst kept.
 */
export function bestRows(rows: RankedRows, rankOf: Uint32Array, wanted: number): number[] {
  if (wanted === 0) return [];
  const isWorse = (a: number, b: number) => {
    const [left, right] = [rows.scoreOf(a), rows.scoreOf(b)];
    return left !== right ? left < right : rankOf[rows.numberOf(a)]! > rankOf[rows.numberOf(b)]!;
  };
  const heap: number[] = [];
  let worst = Number.NEGATIVE_INFINITY;
  for (let i = rows.next(0, worst); i < rows.length; i = rows.next(i + 1, worst)) {
    if (heap.length < wanted) {
      heap.push(i);
      siftUp(heap, isWorse);
      if (heap.length < wanted) continue;
    } else if (isWorse(heap[0]!, i)) {
      heap[0] = i;
      siftDown(heap, isWorse);
    } else continue;
    worst = rows.scoreOf(heap[0]!);
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1)).map((i) => rows.numberOf(i));
}

type Compare = (a: number, b: number) => boolean;

function siftUp(heap: number[], isWorse: Compare): void {
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >> 1;
    if (!isWorse(heap[at]!, heap[parent]!)) return;
    [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
    at = parent;
  }
}

function siftDown(heap: number[], isWorse: Compare): void {
  for (let at = 0; ; ) {
    let worst = at;
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && isWorse(heap[child]!, heap[worst]!)) worst = child;
    if (worst === at) return;
    [heap[at], heap[worst]] = [heap[worst]!, heap[at]!];
    at = worst;
  }
}
