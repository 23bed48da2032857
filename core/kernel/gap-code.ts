/**
 * How the ascending positions of a term are packed: the gap to the position before (less one) is put in one of 56 classes,
 * the class written in a Huffman code, then the rest of the gap in plain bits. Small gaps are the most frequent, because
 * positions crowd.
 *
 * Gaps 0..15 are classes of their own; a longer one falls, by its top bit and the two bits below it, into a quarter of
 * its power of two. Bits fill 32-bit words from the top.
 */
export const CLASSES = 56;
/** No code is longer, so one look into a table of 4096 entries decodes a class. */
export const LONGEST_CODE = 12;
const PLAIN = 16;
const PLAIN_LOG = 4;

export function classOf(gap: number): number {
  if (gap < PLAIN) return gap;
  const log = 31 - Math.clz32(gap);
  return PLAIN + (log - PLAIN_LOG) * 4 + ((gap >> (log - 2)) & 3);
}

/** Plain bits that follow the code of a class. */
export function restBits(gapClass: number): number {
  return gapClass < PLAIN ? 0 : ((gapClass - PLAIN) >> 2) + PLAIN_LOG - 2;
}

/** The smallest gap of a class. */
export function classStart(gapClass: number): number {
  if (gapClass < PLAIN) return gapClass;
  return (4 + ((gapClass - PLAIN) & 3)) << restBits(gapClass);
}

/** How often each class occurs in positions grouped by `offsets`. */
export function countClasses(offsets: Uint32Array, positions: Uint16Array): Uint32Array {
  const counts = new Uint32Array(CLASSES);
  for (let term = 0; term + 1 < offsets.length; term++) {
    let before = -1;
    for (let i = offsets[term]; i < offsets[term + 1]; i++) {
      counts[classOf(positions[i] - before - 1)]++;
      before = positions[i];
    }
  }
  return counts;
}

/** Codes for lengths, shortest first, equal lengths in class order, as in RFC 1951. */
function canonicalCodes(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= LONGEST_CODE; length++) {
    for (let i = 0; i < lengths.length; i++) if (lengths[i] === length) codes[i] = code++;
    code <<= 1;
  }
  return codes;
}

/**
 * The gaps of the terms `first`, `first + 2`, `first + 4` ..., packed: two such streams can be read side by side. Ends with a
 * word to spare, so that a reader may always look 32 bits ahead.
 */
export function packGaps(
  offsets: Uint32Array,
  positions: Uint16Array,
  lengths: Uint8Array,
  first: number,
): Uint32Array {
  const codes = canonicalCodes(lengths);
  const words = new Uint32Array(((totalBits(offsets, positions, lengths, first) + 31) >>> 5) + 1);
  let bit = 0;
  for (let term = first; term + 1 < offsets.length; term += 2) {
    let before = -1;
    for (let i = offsets[term]; i < offsets[term + 1]; i++) {
      const gap = positions[i] - before - 1;
      const gapClass = classOf(gap);
      const rest = restBits(gapClass);
      const value = (codes[gapClass] << rest) | (gap - classStart(gapClass));
      putBits(words, bit, value, lengths[gapClass] + rest);
      bit += lengths[gapClass] + rest;
      before = positions[i];
    }
  }
  return words;
}

function totalBits(
  offsets: Uint32Array,
  positions: Uint16Array,
  lengths: Uint8Array,
  first: number,
): number {
  let bits = 0;
  for (let term = first; term + 1 < offsets.length; term += 2) {
    let before = -1;
    for (let i = offsets[term]; i < offsets[term + 1]; i++) {
      const gapClass = classOf(positions[i] - before - 1);
      bits += lengths[gapClass] + restBits(gapClass);
      before = positions[i];
    }
  }
  return bits;
}

function putBits(words: Uint32Array, bit: number, value: number, count: number): void {
  const word = Math.floor(bit / 32);
  const room = 32 - (bit % 32);
  if (count <= room) words[word] |= value << (room - count);
  else {
    words[word] |= value >>> (count - room);
    words[word + 1] |= value << (32 - (count - room));
  }
}

const LENGTH_BITS = 4;
const REST_SHIFT = LENGTH_BITS;
const START_SHIFT = LENGTH_BITS + 4;

/** For every 12 bits that can come next: code length, plain bits and smallest gap of the class, packed. */
export function decodingTable(lengths: Uint8Array): Uint32Array {
  const table = new Uint32Array(1 << LONGEST_CODE);
  const codes = canonicalCodes(lengths);
  for (let i = 0; i < lengths.length; i++) {
    const free = LONGEST_CODE - lengths[i];
    const entry = (classStart(i) << START_SHIFT) | (restBits(i) << REST_SHIFT) | lengths[i];
    table.fill(entry, codes[i] << free, (codes[i] + 1) << free);
  }
  return table;
}

/**
 * Code lengths of an optimal prefix code of at most `longest` bits, by package-merge: one coin a symbol for each bit of
 * length, cheapest pairs packed and passed on; a symbol's length is the number of its coins among the cheapest
 * `2 * symbols - 2`. A symbol that never occurs counts as occurring once, so that everything can be written.
 */
export function codeLengths(counts: Uint32Array, longest: number): Uint8Array {
  const coins = Array.from(counts, (count, symbol) => ({
    weight: Math.max(count, 1),
    symbols: [symbol],
  })).sort((a, b) => a.weight - b.weight || a.symbols[0] - b.symbols[0]);
  let row: readonly Coin[] = coins;
  for (let bit = 1; bit < longest; bit++) row = merge(coins, pack(row));
  const lengths = new Uint8Array(counts.length);
  for (const coin of row.slice(0, 2 * counts.length - 2))
    for (const symbol of coin.symbols) lengths[symbol]++;
  return lengths;
}

interface Coin {
  readonly weight: number;
  readonly symbols: readonly number[];
}

function pack(coins: readonly Coin[]): Coin[] {
  const packed: Coin[] = [];
  for (let i = 0; i + 1 < coins.length; i += 2)
    packed.push({
      weight: coins[i].weight + coins[i + 1].weight,
      symbols: [...coins[i].symbols, ...coins[i + 1].symbols],
    });
  return packed;
}

/** Coins before packages of equal weight. */
function merge(coins: readonly Coin[], packages: readonly Coin[]): Coin[] {
  const merged: Coin[] = [];
  let next = 0;
  for (const coin of coins) {
    while (next < packages.length && packages[next].weight < coin.weight)
      merged.push(packages[next++]);
    merged.push(coin);
  }
  return [...merged, ...packages.slice(next)];
}

/** Whether the lengths make a code in which every sequence of bits means something. */
export function isCompleteCode(lengths: Uint8Array, longest: number): boolean {
  let used = 0;
  for (const length of lengths) {
    if (length < 1 || length > longest) return false;
    used += 2 ** (longest - length);
  }
  return used === 2 ** longest;
}
