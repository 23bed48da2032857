/** Order by Unicode code point, which is the order of UTF-8 bytes; `<` on strings differs above U+FFFF. */
export function byCodePoint(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) return weight(a) - weight(b);
  }
  return left.length - right.length;
}

/** Halves of pairs (D800..DFFF) stand for code points above all others. */
const weight = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
