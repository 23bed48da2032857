import { crc32 } from "node:zlib";

/** In front of what it checks, little-endian: CRC-32, which tells every change of a single bit. */
export const CHECK_BYTES = 4;

/** Bytes with their checksum in front of them. */
export function withCheck(bytes: Uint8Array): Uint8Array {
  const checked = Buffer.allocUnsafe(CHECK_BYTES + bytes.length);
  checked.writeUInt32LE(crc32(bytes));
  checked.set(bytes, CHECK_BYTES);
  return checked;
}

/** The same in place, for bytes from `from` to `to` whose first are left for it. */
export function writeCheck(bytes: Uint8Array, from: number, to: number): void {
  const check = crc32(bytes.subarray(from + CHECK_BYTES, to));
  for (let i = 0; i < CHECK_BYTES; i++) bytes[from + i] = check >>> (8 * i);
}

/** Whether the bytes from `from` to `to` are some that `withCheck` made. */
export function isChecked(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < CHECK_BYTES) return false;
  const kept =
    bytes[from]! | (bytes[from + 1]! << 8) | (bytes[from + 2]! << 16) | (bytes[from + 3]! << 24);
  return crc32(bytes.subarray(from + CHECK_BYTES, to)) === kept >>> 0;
}
