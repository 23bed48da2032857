const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The bytes of what is kept as text among the sources: a WebAssembly module, a table. */
export function decodeBase64(text: string): Uint8Array {
  const digits = new Uint8Array(128);
  for (let i = 0; i < ALPHABET.length; i++) digits[ALPHABET.charCodeAt(i)] = i;
  const end = text.indexOf("=");
  const length = end < 0 ? text.length : end;
  const bytes = new Uint8Array((length * 3) >> 2);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < length; i++) {
    bits = (bits << 6) | digits[text.charCodeAt(i)];
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = bits >> held;
  }
  return bytes;
}
