import { Inflate } from "fflate";

/** More came out than was allowed: what was read is not opened. */
export class TooLarge extends Error {}

const STEP = 64_000;

/**
 * Unfolds deflated bytes, but never beyond `most`: a short file could otherwise unfold into more than a page can hold.
 * @throws TooLarge, or an Error of the format where the bytes are damaged
 */
export function inflate(bytes: Uint8Array, most: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((part) => {
    size += part.length;
    if (size > most) throw new TooLarge("Unpacks to more than is allowed.");
    parts.push(part);
  });
  let from = 0;
  do {
    stream.push(bytes.subarray(from, from + STEP), from + STEP >= bytes.length);
    from += STEP;
  } while (from < bytes.length);
  return joined(parts, size);
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
