import fc from "fast-check";

/** Code points of halves of pairs, which are no characters. */
const HALVES = { first: 0xd800, number: 0x800 };
const LAST = 0x10ffff;

/**
 * Any character of Unicode, each as likely as another, for `fc.string({ unit: anyCharacter })`. The unit "binary" of fast-check is
 * the same, but lists all million of them first, which takes almost two seconds in each thread.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: LAST - HALVES.number })
  .map(
    (place) => String.fromCodePoint(place < HALVES.first ? place : place + HALVES.number),
    placeOf,
  );

function placeOf(text: unknown): number {
  const code = typeof text === "string" ? text.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== text || isHalf(code))
    throw new Error("This is not one character.");
  return code < HALVES.first ? code : code - HALVES.number;
}

const isHalf = (code: number) => code >= HALVES.first && code < HALVES.first + HALVES.number;
