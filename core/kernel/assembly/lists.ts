// Loops over lists of rows, a block of 16,384 rows at a time. All pointers are byte offsets into the one memory.
// A list is a bitmap, one bit per row, or the gaps between its rows as bytes: 255 says that as many rows come before the gap
// that the next byte adds to.

const BLOCK: i32 = 16384;
const BITMAP_BYTES: usize = 2048;
const MORE: u32 = 255;
const BIT: usize = 1;

/** Sets the bit of each of `count` u16 rows. */
export function setBits(rows: usize, count: i32, bitmap: usize): void {
  memory.fill(bitmap, 0, BITMAP_BYTES);
  for (const end = rows + ((<usize>count) << 1); rows < end; rows += 2) {
    const row = <usize>load<u16>(rows);
    const at = bitmap + (row >> 3);
    store<u8>(at, load<u8>(at) | <u8>(BIT << (row & 7)));
  }
}

/** Writes `count` ascending u16 rows as gaps; returns where they end. */
export function packGaps(rows: usize, count: i32, to: usize): usize {
  let next: i32 = 0;
  for (const end = rows + ((<usize>count) << 1); rows < end; rows += 2) {
    const row = <i32>load<u16>(rows);
    let gap = row - next;
    for (; gap >= <i32>MORE; gap -= <i32>MORE) store<u8>(to++, <u8>MORE);
    store<u8>(to++, <u8>gap);
    next = row + 1;
  }
  return to;
}

/** Adds one to the u16 count of each row of a list of gaps. */
export function countGaps(at: usize, end: usize, counts: usize): void {
  let row: u32 = <u32>-1;
  for (; at < end; at++) {
    const gap = <u32>load<u8>(at);
    row += gap;
    if (gap != MORE) increase(counts + ((<usize>(++row & (BLOCK - 1))) << 1));
  }
}

/** Adds one to the u16 count of each of `count` u16 rows. */
export function countRows(rows: usize, count: i32, counts: usize): void {
  for (const end = rows + ((<usize>count) << 1); rows < end; rows += 2)
    increase(counts + ((<usize>(<u32>load<u16>(rows) & (BLOCK - 1))) << 1));
}

// @ts-ignore: decorator of the language
@inline
function increase(count: usize): void {
  store<u16>(count, load<u16>(count) + 1);
}

/**
 * Counts the bits of many bitmaps row by row: bit p of a row's count is the row's bit in the p-th of the bitmaps at `planes`,
 * all empty at first. Eight bitmaps at a time are added by carry-save adders, 128 rows at once, and their eights carried
 * further. `from..end` are u32 addresses of bitmaps, a multiple of eight of them; `used` planes hold as many as there are.
 */
export function addBitmaps(from: usize, end: usize, planes: usize, used: i32): void {
  const last = planes + (<usize>used) * BITMAP_BYTES;
  for (; from < end; from += 32) {
    const a = <usize>load<u32>(from), b = <usize>load<u32>(from, 4);
    const c = <usize>load<u32>(from, 8), d = <usize>load<u32>(from, 12);
    const e = <usize>load<u32>(from, 16), f = <usize>load<u32>(from, 20);
    const g = <usize>load<u32>(from, 24), h = <usize>load<u32>(from, 28);
    for (let i: usize = 0; i < BITMAP_BYTES; i += 16) {
      const own = planes + i;
      let ones = v128.load(own), twos = v128.load(own, BITMAP_BYTES), fours = v128.load(own, 2 * BITMAP_BYTES);
      let x = v128.load(a + i), y = v128.load(b + i), u = v128.xor(x, y);
      let twosA = v128.or(v128.and(x, y), v128.and(u, ones));
      ones = v128.xor(u, ones);
      x = v128.load(c + i), y = v128.load(d + i), u = v128.xor(x, y);
      let twosB = v128.or(v128.and(x, y), v128.and(u, ones));
      ones = v128.xor(u, ones);
      u = v128.xor(twosA, twosB);
      const foursA = v128.or(v128.and(twosA, twosB), v128.and(u, twos));
      twos = v128.xor(u, twos);
      x = v128.load(e + i), y = v128.load(f + i), u = v128.xor(x, y);
      twosA = v128.or(v128.and(x, y), v128.and(u, ones));
      ones = v128.xor(u, ones);
      x = v128.load(g + i), y = v128.load(h + i), u = v128.xor(x, y);
      twosB = v128.or(v128.and(x, y), v128.and(u, ones));
      ones = v128.xor(u, ones);
      u = v128.xor(twosA, twosB);
      const foursB = v128.or(v128.and(twosA, twosB), v128.and(u, twos));
      twos = v128.xor(u, twos);
      u = v128.xor(foursA, foursB);
      let carry = v128.or(v128.and(foursA, foursB), v128.and(u, fours));
      fours = v128.xor(u, fours);
      v128.store(own, ones);
      v128.store(own, twos, BITMAP_BYTES);
      v128.store(own, fours, 2 * BITMAP_BYTES);
      for (let plane = own + 3 * BITMAP_BYTES; plane < last; plane += BITMAP_BYTES) {
        const before = v128.load(plane);
        v128.store(plane, v128.xor(before, carry));
        carry = v128.and(before, carry);
      }
    }
  }
}

/** Adds to the u16 count of each row what its bits in the first `used` planes say. */
export function addPlanes(planes: usize, used: i32, counts: usize): void {
  const bits = i16x8(1, 2, 4, 8, 16, 32, 64, 128);
  for (let i: usize = 0; i < BITMAP_BYTES; i++) {
    const own = counts + (i << 4);
    let sum = v128.load(own);
    for (let p: i32 = 0; p < used; p++) {
      const eight = i16x8.splat(<i16>load<u8>(planes + (<usize>p) * BITMAP_BYTES + i));
      const set = i16x8.eq(v128.and(eight, bits), bits);
      sum = i16x8.sub(sum, i16x8.shl(set, p));
    }
    v128.store(own, sum);
  }
}

/**
 * Unpacks a list of `count` rows from Golomb-Rice bits (`../../collection/rice.ts`) into u16 rows. Up to 16 bytes behind
 * `end` are looked at. False where the bytes are not such a list.
 */
export function unpackRows(from: usize, end: usize, count: i32, low: u32, rows: usize): bool {
  const lastBit = (<i64>(end - from)) << 3;
  let at = from;
  let bits: u64 = 0;
  let have: i64 = 0;
  let row: u32 = <u32>-1;
  for (let i: i32 = 0; i < count; i++) {
    for (;;) {
      if (have < 32) {
        if (at > end + 8) return false;
        bits |= (<u64>bswap<u32>(load<u32>(at))) << (32 - have);
        have += 32;
        at += 4;
      }
      if (bits >> 32 != 0) break;
      // Nothing but zeros so far.
      bits <<= 32;
      have -= 32;
      row += (<u32>32) << low;
    }
    const zeros = clz(bits);
    bits = (bits << zeros) << 1;
    have -= <i64>zeros + 1;
    if (have < <i64>low) {
      if (at > end + 8) return false;
      bits |= (<u64>bswap<u32>(load<u32>(at))) << (32 - have);
      have += 32;
      at += 4;
    }
    row += (((<u32>zeros) << low) | <u32>((bits >> 1) >> (63 - low))) + 1;
    bits <<= low;
    have -= low;
    if (row >= <u32>BLOCK) return false;
    store<u16>(rows, <u16>row);
    rows += 2;
  }
  // The last byte is filled up with zeros, and none follows.
  const left = lastBit - (((<i64>(at - from)) << 3) - have);
  if (left < 0 || left >= 8) return false;
  if (left > have) bits |= (<u64>bswap<u32>(load<u32>(at))) << (32 - have);
  if (left > 0 && bits >> (64 - left) != 0) return false;
  return true;
}
