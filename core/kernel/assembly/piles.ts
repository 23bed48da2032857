// Whole-map passes of a text in single precision. All pointers are byte offsets into the one memory.
// Sums run in a fixed order and no fused multiply-add is used, so every machine gives the same bits.

const SIDE: i32 = 128;
const CELLS: i32 = 16384;
/** Reach of the bell curve, in cells: one vector. */
const REACH: i32 = 4;
const ROW_BYTES: usize = 512;
const MAP_BYTES: usize = 65536;
/** Buckets of the histogram: sign, exponent and the first three bits of the fraction. */
const BUCKETS: i32 = 4096;
const BUCKET_SHIFT: i32 = 20;

/**
 * Each cell of the map plus `share` times what its neighbours within reach and itself give it. `bell` holds the weights
 * of 0 to 4 cells away; columns are summed first, then rows, nearer cells before farther ones. `row` is room for 136 numbers.
 */
export function spreadMap(map: usize, out: usize, share: f32, bell: usize, row: usize): void {
  const w0 = v128.load32_splat(bell), w1 = v128.load32_splat(bell, 4), w2 = v128.load32_splat(bell, 8);
  const w3 = v128.load32_splat(bell, 12), w4 = v128.load32_splat(bell, 16);
  const part = f32x4.splat(share);
  for (let r: usize = 0; r < MAP_BYTES; r += ROW_BYTES) {
    const own = map + r;
    const up1 = map + ((r - ROW_BYTES) & 65535), down1 = map + ((r + ROW_BYTES) & 65535);
    const up2 = map + ((r - 2 * ROW_BYTES) & 65535), down2 = map + ((r + 2 * ROW_BYTES) & 65535);
    const up3 = map + ((r - 3 * ROW_BYTES) & 65535), down3 = map + ((r + 3 * ROW_BYTES) & 65535);
    const up4 = map + ((r - 4 * ROW_BYTES) & 65535), down4 = map + ((r + 4 * ROW_BYTES) & 65535);
    for (let c: usize = 0; c < ROW_BYTES; c += 16) {
      let sum = f32x4.mul(w0, v128.load(own + c));
      sum = f32x4.add(sum, f32x4.mul(w1, f32x4.add(v128.load(up1 + c), v128.load(down1 + c))));
      sum = f32x4.add(sum, f32x4.mul(w2, f32x4.add(v128.load(up2 + c), v128.load(down2 + c))));
      sum = f32x4.add(sum, f32x4.mul(w3, f32x4.add(v128.load(up3 + c), v128.load(down3 + c))));
      sum = f32x4.add(sum, f32x4.mul(w4, f32x4.add(v128.load(up4 + c), v128.load(down4 + c))));
      v128.store(row + c, sum, 16);
    }
    // The row goes on with its other end on both sides.
    v128.store(row, v128.load(row + ROW_BYTES));
    v128.store(row + ROW_BYTES, v128.load(row, 16), 16);
    const to = out + r;
    for (let c: usize = 0; c < ROW_BYTES; c += 16) {
      const at = row + c;
      let sum = f32x4.mul(w0, v128.load(at, 16));
      sum = f32x4.add(sum, f32x4.mul(w1, f32x4.add(v128.load(at, 12), v128.load(at, 20))));
      sum = f32x4.add(sum, f32x4.mul(w2, f32x4.add(v128.load(at, 8), v128.load(at, 24))));
      sum = f32x4.add(sum, f32x4.mul(w3, f32x4.add(v128.load(at, 4), v128.load(at, 28))));
      sum = f32x4.add(sum, f32x4.mul(w4, f32x4.add(v128.load(at), v128.load(at, 32))));
      v128.store(to + c, f32x4.add(v128.load(own + c), f32x4.mul(part, sum)));
    }
  }
}

/** What each cell has beyond the usual, times its scale; 0 where it has less. */
export function excess(map: usize, usual: usize, scale: usize, out: usize): void {
  const zero = f32x4.splat(0);
  for (let at: usize = 0; at < MAP_BYTES; at += 16) {
    const more = f32x4.max(zero, f32x4.sub(v128.load(map + at), v128.load(usual + at)));
    v128.store(out + at, f32x4.mul(more, v128.load(scale + at)));
  }
}

/**
 * Writes the `count` highest cells above 0 to `out` as u16 in rising order, of equally high ones the lower; returns how
 * many. The map holds no number below 0, so that the bits of its numbers are ordered as the numbers are. `buckets` is
 * room for 4,096 u32, `keys` for one u32 a cell.
 */
export function highestCells(map: usize, count: i32, out: usize, buckets: usize, keys: usize): i32 {
  if (count < 1) return 0;
  fillBuckets(map, buckets);
  let bucket = BUCKETS - 1;
  let above: i32 = 0;
  for (; bucket >= 0; bucket--) {
    const held = load<i32>(buckets + ((<usize>bucket) << 2));
    if (above + held >= count) break;
    above += held;
  }
  if (bucket < 0) return cellsFrom(map, 1, CELLS, out);
  const wanted = count - above;
  const held = keysIn(map, bucket, keys);
  let limit = (<u32>bucket) << BUCKET_SHIFT;
  // The largest limit that enough keys reach, bit by bit.
  for (let bit: i32 = BUCKET_SHIFT - 1; bit >= 0; bit--) {
    const tried = limit | (1 << bit);
    if (reaching(keys, held, tried) >= wanted) limit = tried;
  }
  const over = reaching(keys, held, limit + 1);
  return cellsFrom(map, limit, wanted - over, out);
}

/** Counts the cells above 0 by the first bits of their numbers. */
function fillBuckets(map: usize, buckets: usize): void {
  memory.fill(buckets, 0, (<usize>BUCKETS) << 2);
  for (let at = map; at < map + MAP_BYTES; at += 16) {
    const four = v128.load(at);
    if (!v128.any_true(four)) continue;
    const slots = v128.shl<i32>(v128.shr<u32>(four, BUCKET_SHIFT), 2);
    countKey(buckets, i32x4.extract_lane(four, 0), i32x4.extract_lane(slots, 0));
    countKey(buckets, i32x4.extract_lane(four, 1), i32x4.extract_lane(slots, 1));
    countKey(buckets, i32x4.extract_lane(four, 2), i32x4.extract_lane(slots, 2));
    countKey(buckets, i32x4.extract_lane(four, 3), i32x4.extract_lane(slots, 3));
  }
}

// @ts-ignore: decorator of the language
@inline
function countKey(buckets: usize, key: i32, slot: i32): void {
  const at = buckets + <usize>slot;
  store<i32>(at, load<i32>(at) + (key != 0 ? 1 : 0));
}

/** Gathers the numbers of a bucket, filled up with zeros to a multiple of four; returns how many bytes they take. */
function keysIn(map: usize, bucket: i32, keys: usize): usize {
  const wanted = i32x4.splat(bucket);
  let to = keys;
  for (let at = map; at < map + MAP_BYTES; at += 16) {
    const four = v128.load(at);
    let mask = i32x4.bitmask(v128.eq<i32>(v128.shr<u32>(four, BUCKET_SHIFT), wanted));
    for (; mask != 0; mask &= mask - 1) {
      store<u32>(to, load<u32>(at + ((<usize>ctz(mask)) << 2)));
      to += 4;
    }
  }
  const bytes = to - keys;
  for (; ((to - keys) & 15) != 0; to += 4) store<u32>(to, 0);
  return (bytes + 15) & ~15;
}

/** How many keys are at least `limit`, which is above 0. */
function reaching(keys: usize, bytes: usize, limit: u32): i32 {
  const least = i32x4.splat(<i32>limit);
  let counts = i32x4.splat(0);
  for (let at = keys; at < keys + bytes; at += 16)
    counts = v128.sub<i32>(counts, v128.ge<i32>(v128.load(at), least));
  return (
    i32x4.extract_lane(counts, 0) + i32x4.extract_lane(counts, 1) +
    i32x4.extract_lane(counts, 2) + i32x4.extract_lane(counts, 3)
  );
}

/** Writes the cells above the limit and the first `ties` of those at it. */
function cellsFrom(map: usize, limit: u32, ties: i32, out: usize): i32 {
  const least = i32x4.splat(<i32>limit);
  let to = out;
  for (let at: usize = 0; at < MAP_BYTES; at += 16) {
    let mask = i32x4.bitmask(v128.ge<i32>(v128.load(map + at), least));
    for (; mask != 0; mask &= mask - 1) {
      const lane = (<usize>ctz(mask)) << 2;
      if (load<u32>(map + at + lane) == limit && --ties < 0) continue;
      store<u16>(to, <u16>((at + lane) >> 2));
      to += 2;
    }
  }
  return <i32>((to - out) >> 1);
}
