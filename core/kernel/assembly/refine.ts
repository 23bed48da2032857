// One pass of refinement over a term. All pointers are byte offsets into the one memory.
// What is computed is described in `../cell-exchange.ts`; sums run in a fixed order, so every machine gives the same bits.

const CELLS: i32 = 16384;
/** Sizes of a residual are told apart to a quarter of a cell, up to this many quarters. */
const LEVELS: i32 = 1024;
const LEVELS_PER_CELL: f64 = 4;
/** Room of a ranking. */
const MOST_SWAPS: i32 = 64;
const ROW: i32 = 128;
const EDGE: i32 = 127;

let count: i32 = 0;
let stride: usize = 0;
let steps: i32 = 0;
let sizes: usize = 0;
let roots: usize = 0;
let positions: usize = 0;
let offsets: usize = 0;
let members: usize = 0;
let target: usize = 0;
let bias: usize = 0;
let overlaps: usize = 0;
let residuals: usize = 0;
let levelOf: usize = 0;
let levels: usize = 0;
let gains: usize = 0;
let isSet: usize = 0;
let leaving: usize = 0;
let entering: usize = 0;

/** Bytes that the passes work in, for so many references. */
export function workBytes(references: i32): usize {
  return 8 * <usize>aligned(references) + 4 * LEVELS + 5 * CELLS + 16 * MOST_SWAPS;
}

// @ts-ignore: decorator of the language
@inline
function aligned(number: i32): i32 {
  return (number + 7) & ~7;
}

/** Where the references lie: see `cell-exchange.ts`. `work` is a multiple of 16. */
export function setReferences(
  howMany: i32, rowLength: i32, sizesAt: usize, rootsAt: usize, positionsAt: usize, offsetsAt: usize,
  membersAt: usize, work: usize,
): void {
  count = howMany;
  stride = (<usize>rowLength) << 1;
  sizes = sizesAt;
  roots = rootsAt;
  positions = positionsAt;
  offsets = offsetsAt;
  members = membersAt;
  const room = <usize>aligned(howMany);
  residuals = work;
  overlaps = residuals + 4 * room;
  levelOf = overlaps + 2 * room;
  levels = levelOf + 2 * room;
  gains = levels + 4 * LEVELS;
  isSet = gains + 4 * CELLS;
  leaving = isSet + CELLS;
  entering = leaving + 8 * MOST_SWAPS;
}

/** Where the wanted overlaps lie, one for each step of the cosine, and the biases of the cells. */
export function setWishes(targetAt: usize, howManySteps: i32, biasAt: usize): void {
  target = targetAt;
  steps = howManySteps;
  bias = biasAt;
}

/** Exchanges at most `swaps` cells of the code of `size` positions. Self is the term's own number as a reference, or -1. */
export function pass(
  code: usize, size: i32, cosines: usize, self: i32, swaps: i32, root: f64, strongest: f64, bonus: f32, least: f32,
): void {
  countOverlaps(code, size);
  measure(cosines, self, root);
  sumGains(strongest);
  favourNeighbours(code, size, bonus);
  exchange(code, size, swaps, least);
}

function countOverlaps(code: usize, size: i32): void {
  memory.fill(overlaps, 0, 2 * <usize>aligned(count));
  for (let i: i32 = 0; i < size; i++) {
    const list = offsets + ((<usize>load<u16>(code + ((<usize>i) << 1))) << 2);
    let at = members + ((<usize>load<u32>(list)) << 1);
    const end = members + ((<usize>load<u32>(list, 4)) << 1);
    for (; at + 8 <= end; at += 8) {
      const four = loadFour(at);
      increase(overlaps + <usize>((four << 1) & 0x1fffe));
      increase(overlaps + <usize>((four >> 15) & 0x1fffe));
      increase(overlaps + <usize>((four >> 31) & 0x1fffe));
      increase(overlaps + <usize>((four >> 47) & 0x1fffe));
    }
    for (; at < end; at += 2) increase(overlaps + ((<usize>load<u16>(at)) << 1));
  }
}

// @ts-ignore: decorator of the language
@inline
function loadFour(at: usize): u64 {
  return load<u64>(at);
}

// @ts-ignore: decorator of the language
@inline
function increase(slot: usize): void {
  store<u16>(slot, load<u16>(slot) + 1);
}

/** Residual of each reference, its size as a level, and how many have each level. */
function measure(cosines: usize, self: i32, root: f64): void {
  memory.fill(levels, 0, 4 * LEVELS);
  const half = <f64>steps / 2;
  for (let r: i32 = 0; r < count; r++) {
    const cosine = <f64>load<f32>(cosines + ((<usize>r) << 2));
    let step = <i32>Math.floor((cosine + 1) * half);
    step = max(0, min(steps - 1, step));
    const share = root * <f64>load<f32>(roots + ((<usize>r) << 2));
    const wanted = <f64>load<f32>(target + ((<usize>step) << 2)) * share;
    const residual = r == self ? <f32>0 : <f32>(wanted - <f64>load<u16>(overlaps + ((<usize>r) << 1)));
    const level = min(LEVELS - 1, <i32>(<f64>abs(residual) * LEVELS_PER_CELL));
    store<f32>(residuals + ((<usize>r) << 2), residual);
    store<u16>(levelOf + ((<usize>r) << 1), <u16>level);
    const slot = levels + ((<usize>level) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
}

function sumGains(strongest: f64): void {
  let level = LEVELS;
  for (let found: f64 = 0; level > 0 && found < strongest; )
    found += <f64>load<u32>(levels + ((<usize>--level) << 2));
  const mean = meanBelow(level);
  startGains(mean);
  for (let r: i32 = 0; r < count; r++) {
    if (<i32>load<u16>(levelOf + ((<usize>r) << 1)) < level) continue;
    const residual = load<f32>(residuals + ((<usize>r) << 2)) - mean;
    let at = positions + <usize>r * stride;
    const end = at + ((<usize>load<u16>(sizes + ((<usize>r) << 1))) << 1);
    for (; at + 8 <= end; at += 8) {
      const four = loadFour(at);
      raise(gains + <usize>((four << 2) & 0x3fffc), residual);
      raise(gains + <usize>((four >> 14) & 0x3fffc), residual);
      raise(gains + <usize>((four >> 30) & 0x3fffc), residual);
      raise(gains + <usize>((four >> 46) & 0x3fffc), residual);
    }
    for (; at < end; at += 2) raise(gains + ((<usize>load<u16>(at)) << 2), residual);
  }
}

// @ts-ignore: decorator of the language
@inline
function raise(slot: usize, by: f32): void {
  store<f32>(slot, load<f32>(slot) + by);
}

function meanBelow(level: i32): f32 {
  let sum: f64 = 0;
  let weak: i32 = 0;
  for (let r: i32 = 0; r < count; r++) {
    if (<i32>load<u16>(levelOf + ((<usize>r) << 1)) >= level) continue;
    sum += <f64>load<f32>(residuals + ((<usize>r) << 2));
    weak++;
  }
  return weak > 0 ? <f32>(sum / <f64>weak) : 0;
}

/** Bias, and the mean residual for each reference that uses the cell. */
function startGains(mean: f32): void {
  for (let cell: i32 = 0; cell < CELLS; cell++) {
    const list = offsets + ((<usize>cell) << 2);
    const uses = <f32>(load<u32>(list, 4) - load<u32>(list));
    store<f32>(gains + ((<usize>cell) << 2), load<f32>(bias + ((<usize>cell) << 2)) + mean * uses);
  }
}

function favourNeighbours(code: usize, size: i32, bonus: f32): void {
  for (let i: i32 = 0; i < size; i++) {
    const cell = <i32>load<u16>(code + ((<usize>i) << 1));
    const row = cell >> 7;
    const column = cell & EDGE;
    for (let down: i32 = -1; down <= 1; down++) {
      const start = ((row + down) & EDGE) * ROW;
      for (let right: i32 = -1; right <= 1; right++)
        if (down != 0 || right != 0)
          raise(gains + ((<usize>(start + ((column + right) & EDGE))) << 2), bonus);
    }
  }
}

function exchange(code: usize, size: i32, swaps: i32, least: f32): void {
  let leavers: i32 = 0;
  for (let i: i32 = 0; i < size; i++) {
    const cell = <i32>load<u16>(code + ((<usize>i) << 1));
    const slot = gains + ((<usize>cell) << 2);
    leavers = offer(leaving, leavers, swaps, cell, -load<f32>(slot));
    store<u8>(isSet + <usize>cell, 1);
    // A set cell cannot enter.
    store<f32>(slot, -Infinity);
  }
  const pairs = min(leavers, bestFree(swaps));
  for (let k: i32 = 0; k < pairs; k++) {
    const out = leaving + ((<usize>k) << 3);
    const into = entering + ((<usize>k) << 3);
    if (!(load<f32>(into, 4) + load<f32>(out, 4) > least)) break;
    store<u8>(isSet + <usize>load<u32>(out), 0);
    store<u8>(isSet + <usize>load<u32>(into), 1);
  }
  writeCode(code);
}

/** The free cells with the largest gains. Four at a time are passed over that are too small. */
function bestFree(swaps: i32): i32 {
  let size: i32 = 0;
  let least: f32 = -Infinity;
  for (let cell: i32 = 0; cell < CELLS; cell += 4) {
    const slot = gains + ((<usize>cell) << 2);
    let mask = i32x4.bitmask(f32x4.gt(v128.load(slot), f32x4.splat(least)));
    for (; mask != 0; mask &= mask - 1) {
      const lane = ctz(mask);
      size = offer(entering, size, swaps, cell + lane, load<f32>(slot + ((<usize>lane) << 2)));
    }
    if (size == swaps) least = load<f32>(entering + ((<usize>(swaps - 1)) << 3), 4);
  }
  return size;
}

/** Puts an entry (cell, value) into a falling list of at most `limit`; of equal ones the first offered comes first. */
function offer(list: usize, size: i32, limit: i32, cell: i32, value: f32): i32 {
  if (size == limit && !(value > load<f32>(list + ((<usize>(limit - 1)) << 3), 4))) return size;
  let at = size < limit ? size : limit - 1;
  for (; at > 0 && load<f32>(list + ((<usize>(at - 1)) << 3), 4) < value; at--)
    store<u64>(list + ((<usize>at) << 3), load<u64>(list + ((<usize>(at - 1)) << 3)));
  store<u32>(list + ((<usize>at) << 3), cell);
  store<f32>(list + ((<usize>at) << 3), value, 4);
  return min(limit, size + 1);
}

/** The set cells in order; clears the marks. */
function writeCode(code: usize): void {
  for (let cell: i32 = 0; cell < CELLS; cell += 16) {
    const marks = v128.load(isSet + <usize>cell);
    if (!v128.any_true(marks)) continue;
    let mask = i8x16.bitmask(i8x16.ne(marks, i8x16.splat(0)));
    for (; mask != 0; mask &= mask - 1) {
      store<u16>(code, <u16>(cell + ctz(mask)));
      code += 2;
    }
    v128.store(isSet + <usize>cell, i8x16.splat(0));
  }
}
