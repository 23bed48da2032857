/** Without a character that the canonical form changes: most letters of Europe, and those of Greek and Cyrillic. */
const USUAL = /^[\0-\xac\xae-\xb1\xb4-\xb8\xba-\u02ff\u0391-\u0482\u048a-\u04ff]*$/;
/** Characters that nobody sees: soft hyphen, zero-width space, word joiner, byte order mark. */
const INVISIBLE = "\u00ad\u200b\u2060\ufeff";
/** These, and other shapes of letters: small and raised digits, ligatures, presentation forms, full-width and mathematical letters. */
const CHANGED =
  /[\u00ad\u200b\u2060\ufeff\u00b2\u00b3\u00b9\u2070-\u209c\u24b6-\u24e9\ufb00-\ufdff\ufe70-\ufefc\uff01-\uffee\u{1d400}-\u{1d7ff}]/gu;

/**
 * A text as it is compared, whatever program wrote it: letters with their accents as one character (NFC), without characters that nobody
 * sees, other shapes of letters as the letters. Not NFKC as a whole, which takes vowel signs of Thai and Lao apart.
 */
export function canonical(text: string): string {
  return USUAL.test(text) ? text : text.replace(CHANGED, plainShape).normalize("NFC");
}

/** A sign that stands for several words stays one. */
function plainShape(shape: string): string {
  if (INVISIBLE.includes(shape)) return "";
  const plain = shape.normalize("NFKC");
  return plain.includes(" ") ? shape : plain;
}
