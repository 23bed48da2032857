const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Bytes as base64 (RFC 4648), the same in every host. */
export function fromByteArray(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const group = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    parts.push(
      DIGITS[group >> 18]!,
      DIGITS[(group >> 12) & 63]!,
      left > 1 ? DIGITS[(group >> 6) & 63]! : "=",
      left > 2 ? DIGITS[group & 63]! : "=",
    );
  }
  return parts.join("");
}
