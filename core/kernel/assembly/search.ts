// Loops of the inverted index over one imported, shared memory. All pointers are byte offsets into it.
// Lists are described in `../index-memory.ts`, the packed gaps in `../gap-code.ts`.

/** A term less the first of its block of 16,384. */
const IN_BLOCK: i32 = 16383;

/** A byte that says no gap: so many cells further, and the gap comes with the next byte. */
const MORE: i32 = 255;

/**
 * Packs the ascending u16 positions of each of `terms` terms as gaps of a byte. `offsets` says in positions where a term
 * starts, `ends` is told in bytes where each term's gaps do, and where the last end.
 */
export function packPositions(offsets: usize, terms: i32, positions: usize, gaps: usize, ends: usize): void {
  let to = gaps;
  let at = positions;
  store<u32>(ends, 0);
  for (let term = 0; term < terms; term++) {
    const own = (<usize>term) << 2;
    const stop = positions + ((<usize>load<u32>(offsets + own, 4)) << 1);
    let next: i32 = 0;
    for (; at < stop; at += 2) {
      const position = <i32>load<u16>(at);
      let gap = position - next;
      for (; gap >= MORE; gap -= MORE) store<u8>(to++, <u8>MORE);
      store<u8>(to++, <u8>gap);
      next = position + 1;
    }
    store<u32>(ends + own, <u32>(to - gaps), 4);
  }
}

/** Adds to the u32 count of each position how many of the terms `first..end` have it. */
export function countPositions(offsets: usize, gaps: usize, first: i32, end: i32, counts: usize): void {
  let at = gaps + <usize>load<u32>(offsets + ((<usize>first) << 2));
  for (let term = first; term < end; term++) {
    const stop = gaps + <usize>load<u32>(offsets + ((<usize>term) << 2), 4);
    let position: i32 = -1;
    for (; at < stop; at++) {
      const gap = <i32>load<u8>(at);
      position += gap;
      if (gap == MORE) continue;
      const slot = counts + ((<usize>(++position)) << 2);
      store<u32>(slot, load<u32>(slot) + 1);
    }
  }
}

/**
 * Puts each term `first..end` of one block into the lists of its positions. `cursors` has for each position a u32: the
 * index into `terms` where the next entry goes.
 */
export function fillLists(
  offsets: usize,
  gaps: usize,
  first: i32,
  end: i32,
  cursors: usize,
  terms: usize,
): void {
  let at = gaps + <usize>load<u32>(offsets + ((<usize>first) << 2));
  for (let term = first; term < end; term++) {
    const stop = gaps + <usize>load<u32>(offsets + ((<usize>term) << 2), 4);
    const entry = <u16>(term & IN_BLOCK);
    let position: i32 = -1;
    for (; at < stop; at++) {
      const gap = <i32>load<u8>(at);
      position += gap;
      if (gap == MORE) continue;
      const cursor = cursors + ((<usize>(++position)) << 2);
      const slot = load<u32>(cursor);
      store<u32>(cursor, slot + 1);
      store<u16>(terms + ((<usize>slot) << 1), entry);
    }
  }
}

/**
 * Writes to the u16 count of each term `first..end` how many of its positions have the flag 1, a byte for each cell. Without
 * lists; takes about thirty times as long as with them.
 */
export function countFlagged(
  offsets: usize,
  gaps: usize,
  first: i32,
  end: i32,
  flags: usize,
  counts: usize,
): void {
  let at = gaps + <usize>load<u32>(offsets + ((<usize>first) << 2));
  for (let term = first; term < end; term++) {
    const stop = gaps + <usize>load<u32>(offsets + ((<usize>term) << 2), 4);
    let position: i32 = -1;
    let count: u32 = 0;
    for (; at < stop; at++) {
      const gap = <i32>load<u8>(at);
      position += gap;
      if (gap == MORE) continue;
      count += <u32>load<u8>(flags + <usize>(++position));
    }
    store<u16>(counts + ((<usize>term) << 1), <u16>count);
  }
}

/** So many lists are touched before they are read: fetches that wait for one another no longer hold up the adding. */
const TOGETHER: usize = 512;

/**
 * Adds one to the u16 count of each term in the lists of the query's positions. Four terms a read. What it returns means
 * nothing: it keeps the touching from being optimised away.
 */
export function addMatches(
  query: usize,
  queryEnd: usize,
  offsets: usize,
  terms: usize,
  counts: usize,
): u32 {
  let touched: u32 = 0;
  let ready = query;
  for (; query < queryEnd; query += 2) {
    if (query == ready) {
      const stop = min(query + 2 * TOGETHER, queryEnd);
      for (; ready < stop; ready += 2) touched ^= touch(ready, offsets, terms);
    }
    const list = offsets + ((<usize>load<u16>(query)) << 2);
    let at = terms + ((<usize>load<u32>(list)) << 1);
    const end = terms + ((<usize>load<u32>(list, 4)) << 1);
    for (; at + 8 <= end; at += 8) {
      const four = load<u64>(at);
      increase(counts + <usize>((four << 1) & 0x1fffe));
      increase(counts + <usize>((four >> 15) & 0x1fffe));
      increase(counts + <usize>((four >> 31) & 0x1fffe));
      increase(counts + <usize>((four >> 47) & 0x1fffe));
    }
    for (; at < end; at += 2) increase(counts + ((<usize>load<u16>(at)) << 1));
  }
  return touched;
}

/** Reads a byte of every cache line of the list of the position at `query`. */
// @ts-ignore: decorator of the language
@inline
function touch(query: usize, offsets: usize, terms: usize): u32 {
  let touched: u32 = 0;
  const list = offsets + ((<usize>load<u16>(query)) << 2);
  const end = terms + ((<usize>load<u32>(list, 4)) << 1);
  for (let at = terms + ((<usize>load<u32>(list)) << 1); at < end; at += 64) touched ^= load<u8>(at);
  return touched;
}

// @ts-ignore: decorator of the language
@inline
function increase(count: usize): void {
  store<u16>(count, load<u16>(count) + 1);
}

/** Writes the indices `from..end` (from and the padding at a multiple of 8) whose count is above `floor`; returns how many. */
export function collectAbove(counts: usize, from: i32, end: i32, floor: i32, out: usize): i32 {
  const limit = i16x8.splat(<i16>floor);
  let to = out;
  for (let i = from; i < end; i += 8) {
    const eight = v128.load(counts + ((<usize>i) << 1));
    let mask = i16x8.bitmask(i16x8.gt_u(eight, limit));
    for (; mask != 0; mask &= mask - 1) {
      store<u32>(to, i + ctz(mask));
      to += 4;
    }
  }
  return <i32>((to - out) >> 2);
}

/**
 * Unpacks two streams side by side, the terms 0, 2, 4 .. from the first, 1, 3, 5 .. from the second: decoding waits for each
 * gap before the next, so two at a time take little longer than one.
 *
 * `streams` holds for each stream a u32 where it starts and one where it ends, then for each a u64: the bits read so far.
 * Reads the terms `first..end`; `first` is even. Returns 0 if a position falls off the map or a stream has run out, which is
 * noticed before 1 KB past its end has been read.
 */
export function readGaps(
  streams: usize,
  table: usize,
  offsets: usize,
  first: i32,
  termEnd: i32,
  positions: usize,
): i32 {
  const even = <usize>load<u32>(streams);
  const odd = <usize>load<u32>(streams, 8);
  const evenBits = (<u64>(load<u32>(streams, 4) - <u32>even)) << 3;
  const oddBits = (<u64>(load<u32>(streams, 12) - <u32>odd)) << 3;
  let evenBit = load<u64>(streams, 16);
  let oddBit = load<u64>(streams, 24);
  for (let term = first; term < termEnd; term += 2) {
    if (evenBit > evenBits || oddBit > oddBits) return 0;
    const offset = offsets + ((<usize>term) << 2);
    let at = positions + ((<usize>load<u32>(offset)) << 1);
    const end = positions + ((<usize>load<u32>(offset, 4)) << 1);
    let oddAt = end;
    const oddEnd = term + 1 < termEnd ? positions + ((<usize>load<u32>(offset, 8)) << 1) : end;
    let position: i32 = -1;
    let oddPosition: i32 = -1;
    while (at < end && oddAt < oddEnd) {
      const window = windowAt(even, evenBit);
      const oddWindow = windowAt(odd, oddBit);
      const entry = load<u32>(table + ((<usize>(window >> 20)) << 2));
      const oddEntry = load<u32>(table + ((<usize>(oddWindow >> 20)) << 2));
      position += stepOf(entry, window);
      oddPosition += stepOf(oddEntry, oddWindow);
      store<u16>(at, <u16>position);
      store<u16>(oddAt, <u16>oddPosition);
      evenBit += bitsOf(entry);
      oddBit += bitsOf(oddEntry);
      at += 2;
      oddAt += 2;
    }
    for (; at < end; at += 2) {
      const window = windowAt(even, evenBit);
      const entry = load<u32>(table + ((<usize>(window >> 20)) << 2));
      position += stepOf(entry, window);
      store<u16>(at, <u16>position);
      evenBit += bitsOf(entry);
    }
    for (; oddAt < oddEnd; oddAt += 2) {
      const window = windowAt(odd, oddBit);
      const entry = load<u32>(table + ((<usize>(window >> 20)) << 2));
      oddPosition += stepOf(entry, window);
      store<u16>(oddAt, <u16>oddPosition);
      oddBit += bitsOf(entry);
    }
    if (position > 16383 || oddPosition > 16383) return 0;
  }
  store<u64>(streams, evenBit, 16);
  store<u64>(streams, oddBit, 24);
  return 1;
}

/** The 32 bits from `bit` on; bits fill words from the top. */
// @ts-ignore: decorator of the language
@inline
function windowAt(words: usize, bit: u64): u32 {
  const pair = load<u64>(words + ((<usize>(bit >> 5)) << 2));
  return <u32>((rotl(pair, 32) << (bit & 31)) >> 32);
}

/** The gap that the window begins with, plus one. */
// @ts-ignore: decorator of the language
@inline
function stepOf(entry: u32, window: u32): u32 {
  const rest = (entry >> 4) & 15;
  return 1 + (entry >> 8) + (((window << (entry & 15)) >> 1) >> (31 - rest));
}

// @ts-ignore: decorator of the language
@inline
function bitsOf(entry: u32): u64 {
  return (entry & 15) + ((entry >> 4) & 15);
}
