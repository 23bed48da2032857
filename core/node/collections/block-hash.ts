import { murmur3 } from "../../kernel/murmur3.ts";

/** Of bytes that are a multiple of four and begin at one. */
export const hashOf = (bytes: Uint8Array): string =>
  murmur3(new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4));
