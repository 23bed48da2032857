/** A row in an order: the higher score first, then the lower rank. */
export interface RankedRows {
  readonly numbers: Uint32Array;
  readonly scores: Float64Array;
}

/** The first `wanted` rows; `rankOf` is each row's place in the order of ids. A heap, whose root is the worst kept. */
export function bestRows(rows: RankedRows, rankOf: Uint32Array, wanted: number): number[] {
  const { numbers, scores } = rows;
  const isWorse = (a: number, b: number) =>
    scores[a]! !== scores[b]!
      ? scores[a]! < scores[b]!
      : rankOf[numbers[a]!]! > rankOf[numbers[b]!]!;
  const heap: number[] = [];
  const first = Math.min(wanted, numbers.length);
  for (let i = 0; i < first; i++) {
    heap.push(i);
    siftUp(heap, isWorse);
  }
  if (wanted === 0) return heap;
  let worst = scores[heap[0]!]!;
  for (let i = first; i < numbers.length; i++) {
    // Nearly all of a million rows end here.
    if (scores[i]! < worst || !isWorse(heap[0]!, i)) continue;
    heap[0] = i;
    siftDown(heap, isWorse);
    worst = scores[heap[0]!]!;
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1));
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
