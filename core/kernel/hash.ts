/** FNV-1a begins here ... */
export const FNV_START = 0x811c9dc5;
/** ... and takes in one number after the other: letters as UTF-16 units. */
export const fnvStep = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** FNV-1a of a text, 32 bits with a sign. Tells texts apart, and is nothing to rely on against malice. */
export function fnv1a(text: string): number {
  let hash = FNV_START;
  for (let i = 0; i < text.length; i++) hash = fnvStep(hash, text.charCodeAt(i));
  return hash;
}

/** FNV-1a of a text with the high bits mixed into the low ones, for those who use the low ones. */
export function foldedHash(text: string): number {
  const hash = fnv1a(text);
  return hash ^ (hash >>> 15);
}

/** FNV-1a of a text with a difference in any bit spread over all of them, 0 up to 2^32. */
export const spreadHash = (text: string): number => avalanche(fnv1a(text)) >>> 0;

/** Spreads a difference in any bit over all of them: the last step of MurmurHash3. */
export function avalanche(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

/**
 * MurmurHash3 x86_128 of whole 32-bit words (little-endian machines: of their bytes), as 32 hex digits. Catches damage,
 * not malice. About 1 GB/s.
 */
export function murmur3(words: Uint32Array): string {
  const state = new Uint32Array(4);
  const tail = mixBlocks(words, state);
  mixTail(words, tail, state);
  finish(state, words.length * 4);
  return Array.from(state, (lane) => lane.toString(16).padStart(8, "0")).join("");
}

const rotate = (word: number, by: number) => (word << by) | (word >>> (32 - by));

/** Four words a step; returns where the rest begins. */
function mixBlocks(words: Uint32Array, state: Uint32Array): number {
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  let h4 = 0;
  const end = words.length - (words.length % 4);
  for (let i = 0; i < end; i += 4) {
    h1 ^= Math.imul(rotate(Math.imul(words[i], C1), 15), C2);
    h1 = (Math.imul(rotate(h1, 19) + h2, 5) + 0x561ccd1b) | 0;
    h2 ^= Math.imul(rotate(Math.imul(words[i + 1], C2), 16), C3);
    h2 = (Math.imul(rotate(h2, 17) + h3, 5) + 0x0bcaa747) | 0;
    h3 ^= Math.imul(rotate(Math.imul(words[i + 2], C3), 17), C4);
    h3 = (Math.imul(rotate(h3, 15) + h4, 5) + 0x96cd1c35) | 0;
    h4 ^= Math.imul(rotate(Math.imul(words[i + 3], C4), 18), C1);
    h4 = (Math.imul(rotate(h4, 13) + h1, 5) + 0x32ac3b17) | 0;
  }
  state.set([h1, h2, h3, h4]);
  return end;
}

/** Up to three words that are left: each goes into its own lane. */
function mixTail(words: Uint32Array, start: number, state: Uint32Array): void {
  const rest = words.length - start;
  if (rest > 2) state[2] ^= Math.imul(rotate(Math.imul(words[start + 2], C3), 17), C4);
  if (rest > 1) state[1] ^= Math.imul(rotate(Math.imul(words[start + 1], C2), 16), C3);
  if (rest > 0) state[0] ^= Math.imul(rotate(Math.imul(words[start], C1), 15), C2);
}

function finish(state: Uint32Array, byteLength: number): void {
  for (let lane = 0; lane < 4; lane++) state[lane] ^= byteLength;
  spread(state);
  for (let lane = 0; lane < 4; lane++) state[lane] = avalanche(state[lane]);
  spread(state);
}

function spread(state: Uint32Array): void {
  state[0] += state[1] + state[2] + state[3];
  for (let lane = 1; lane < 4; lane++) state[lane] += state[0];
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** CRC-32 as PNG and zip use it. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
